// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"

#include <vector>

// Measurements as a profiler could have made them. No Qt.
namespace stagecraft::testing {

inline MeasuredDevice someProcessor()
{
    return {DeviceKind::Cpu, "A processor", gibibytes(16), "libtorch 2.11.0", "", 2};
}

inline MeasuredDevice someGpu()
{
    return {DeviceKind::Cuda, "A GPU", gibibytes(80), "libtorch 2.11.0", "12.8", 0};
}

// Every distinct layer of a model at these micro-batches and sequences: bytes are lines in the micro-batch, times are
// `seconds` for each unit of the same line.
inline std::vector<Measurement> profileOf(const Model& model, const std::vector<std::int64_t>& micro_batches,
                                          const std::vector<std::int64_t>& sequences,
                                          const MeasuredDevice& device = someProcessor(), double seconds = 0.002)
{
    ProfileRequest request;
    request.model = model;
    request.workload.sequence = sequences.front();
    request.micro_batches = micro_batches;
    request.sequences = sequences;
    std::vector<Measurement> all;
    for (const ProfilePoint& point : pointsOf(request)) {
        const std::int64_t size = 1 + 2 * point.micro_batch;
        Measurement m;
        m.point = point;
        m.device = device;
        m.memory.parameters = m.memory.gradients = Bytes(4 << 20);
        m.memory.optimizer_state = Bytes(8 << 20);
        m.memory.saved = Bytes(size << 20);
        m.memory.output = Bytes(1 << 18);
        m.memory.forward_peak = Bytes(size << 21);
        m.memory.backward_peak = Bytes(size * 3 << 20);
        m.forward = {Seconds(seconds * static_cast<double>(size)), Seconds(seconds * 0.02)};
        m.backward = {Seconds(2 * seconds * static_cast<double>(size)), Seconds(seconds * 0.05)};
        m.repeats = 5;
        m.measured_at = "2026-11-21T12:00:00Z";
        all.push_back(m);
    }
    return all;
}

}
