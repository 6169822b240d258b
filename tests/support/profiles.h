// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/additivity.h"
#include "core/measuring/plan.h"

#include <vector>

// Synthetic measurements in the format of a profiler. No Qt.
namespace stagecraft::testing {

inline MeasuredDevice someProcessor()
{
    return {DeviceKind::Cpu, "A processor", gibibytes(16), "libtorch 2.11.0", "", 2};
}

inline MeasuredDevice someGpu()
{
    return {DeviceKind::Cuda, "A GPU", gibibytes(80), "libtorch 2.11.0", "12.8", 0};
}

// Measures every distinct layer of a model at these micro-batch sizes and sequence lengths: bytes are linear in the
// micro-batch size, times are `seconds` per unit of the same line.
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

// Additional measurements of a model at micro-batch size 1: pairs of layers and two micro-batches in flight, one rank's
// shares, layers with recomputation. The peaks of the checks deviate by `off`, their times by four times that.
inline std::vector<Measurement> extrasOf(const Model& model, std::int64_t sequence,
                                         const std::vector<Measurement>& known, double off)
{
    ProfileRequest request;
    request.model = model;
    request.workload.sequence = sequence;
    request.micro_batches = {1};
    request.sequences = {sequence};
    request.shardings = shardingsOf({2}, {}, false);
    request.recompute = true;
    request.checks = true;
    std::vector<Measurement> all;
    for (const ProfilePoint& point : pointsOf(request)) {
        Measurement m = known.front();
        m.point = point;
        if (!point.isCheck() && point.sharding.whole() && !point.recompute) {
            continue;
        }
        m.allocated_peak = Bytes(1);
        if (const auto sum = additivityOf(m, known)) {
            const double time = sum->predicted_time.value / (1 + 4 * off);
            m.allocated_peak = Bytes(static_cast<std::int64_t>(static_cast<double>(sum->predicted.value) / (1 + off)));
            m.forward = {Seconds(time / 3), Seconds(time / 100)};
            m.backward = {Seconds(time * 2 / 3), Seconds(time / 100)};
        }
        all.push_back(m);
    }
    return all;
}

}
