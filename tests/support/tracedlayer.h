// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/sizefit.h"
#include "core/profile/measurement.h"

#include <algorithm>
#include <vector>

namespace stagecraft::testing {

// Trace of a layer that allocates five tensors in the forward pass, keeps three, and allocates more in the backward
// pass.
inline AllocationTrace traceAt(const Extent& s, bool later)
{
    const std::int64_t b = s.micro_batch;
    const std::int64_t n = s.sequence;
    const std::int64_t t = s.tensor;
    const std::int64_t hidden = 64 * b * n;
    const std::int64_t scores = 12 * b * n * n / t;
    const std::int64_t weights = 500000 / t;
    std::vector<std::int64_t> events {hidden, hidden / t, scores, scores, hidden, -4, 4 * n * n}; // 1 to 5, 6
    AllocationTrace trace;
    trace.forward_events = static_cast<std::int64_t>(events.size());
    // Gradients of the output, the scores, the weights and the input.
    events.insert(events.end(), {hidden, scores, -3, weights, -7, -8, hidden, -1, -2, -5, -6});
    if (later) {
        events.push_back(-9);
    }
    events.push_back(-10);
    trace.events = events;
    return trace;
}

// The traced layer measured on the CPU.
inline Measurement measuredAt(const Extent& s)
{
    Measurement m;
    m.point.micro_batch = s.micro_batch;
    m.point.sequence = s.sequence;
    m.point.sharding.tensor = static_cast<int>(s.tensor);
    m.trace = traceAt(s, false);
    m.later_trace = traceAt(s, true);
    const auto peakOf = [](AllocationTrace trace, bool owned) {
        std::int64_t left = 0;
        std::int64_t peak = 0;
        std::vector<std::int64_t> sizes;
        for (std::size_t e = 0; e < trace.events.size(); ++e) {
            const std::int64_t event = trace.events[e];
            const bool outside = owned && static_cast<std::int64_t>(e) == trace.forward_events;
            if (event > 0) {
                sizes.push_back(outside ? 0 : event);
            }
            if (static_cast<std::int64_t>(e) >= trace.forward_events) {
                left += event > 0 ? sizes.back() : -sizes[static_cast<std::size_t>(-event - 1)];
                peak = std::max(peak, left);
            }
        }
        return Bytes(peak);
    };
    AllocationTrace forward = m.trace;
    forward.events.resize(static_cast<std::size_t>(forward.forward_events));
    m.memory.saved = Bytes(replay(forward).left);
    m.memory.forward_peak = Bytes(replay(forward).peak);
    m.memory.backward_peak = peakOf(m.trace, false);
    m.memory.owned_backward_peak = peakOf(m.trace, true);
    m.memory.accumulate_peak = peakOf(m.later_trace, false);
    m.memory.owned_accumulate_peak = peakOf(m.later_trace, true);
    m.memory.input = m.memory.output = m.memory.input_gradient = Bytes(64 * s.micro_batch * s.sequence);
    m.memory.optimizer_peak = Bytes(500000 / s.tensor);
    m.forward = {Seconds(0.001 * static_cast<double>(s.micro_batch * s.sequence)), Seconds(0.0001)};
    m.backward = m.forward;
    return m;
}

inline std::vector<Measurement> measuredAt(const std::vector<Extent>& scales)
{
    std::vector<Measurement> all;
    for (const Extent& scale : scales) {
        all.push_back(measuredAt(scale));
    }
    return all;
}

}
