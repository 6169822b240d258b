// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/tracereading.h"

#include <algorithm>
#include <vector>

namespace stagecraft {

namespace {

// Highest and final bytes over events [first, last), relative to those at `first`. The allocation at event `outside` is
// not counted; -1 if none.
struct Replayed {
    std::int64_t peak = 0;
    std::int64_t left = 0;
};

Replayed replayPart(const AllocationTrace& trace, std::size_t first, std::size_t last, std::int64_t outside)
{
    Replayed result;
    std::vector<std::int64_t> sizes;
    for (std::size_t e = 0; e < last; ++e) {
        const std::int64_t event = trace.events[e];
        std::int64_t change = 0;
        if (event > 0) {
            sizes.push_back(static_cast<std::int64_t>(e) == outside ? 0 : event);
            change = sizes.back();
        } else {
            change = -sizes[static_cast<std::size_t>(-event - 1)];
        }
        if (e >= first) {
            result.left += change;
            result.peak = std::max(result.peak, result.left);
        }
    }
    return result;
}

// Returns the event at which the backward pass allocates the gradient of the layer's output; -1 if not found.
std::int64_t gradientEvent(const AllocationTrace& trace, Bytes output)
{
    for (auto e = static_cast<std::size_t>(trace.forward_events); e < trace.events.size(); ++e) {
        if (trace.events[e] == output.value) {
            return static_cast<std::int64_t>(e);
        }
    }
    return -1;
}

}

Bytes readTrace(Reading reading, const AllocationTrace& trace, Bytes output)
{
    const auto forward = static_cast<std::size_t>(trace.forward_events);
    const auto backwardPeak = [&](std::int64_t outside) {
        return Bytes(replayPart(trace, forward, trace.events.size(), outside).peak);
    };
    switch (reading) {
    case Reading::ForwardLeft:
        return Bytes(replayPart(trace, 0, forward, -1).left);
    case Reading::ForwardPeak:
        return Bytes(replayPart(trace, 0, forward, -1).peak);
    case Reading::BackwardPeak:
        return backwardPeak(-1);
    case Reading::OwnedBackwardPeak:
        return backwardPeak(gradientEvent(trace, output));
    }
    return {};
}

void readTraces(LayerMemory& memory, const AllocationTrace& trace, const AllocationTrace& later)
{
    for (const TraceRule& rule : traceRules) {
        memory.*rule.part = readTrace(rule.reading, rule.trace == &Measurement::trace ? trace : later, memory.output);
    }
}

}
