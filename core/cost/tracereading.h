// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"

#include <array>

namespace stagecraft {

// Ways to read memory figures from a layer's traces. Owned: the caller owns the output's gradient, which is not
// counted.
enum class Reading { ForwardLeft, ForwardPeak, BackwardPeak, OwnedBackwardPeak };

struct TraceRule {
    Bytes LayerMemory::*part;
    AllocationTrace Measurement::*trace;
    Reading reading;
};

inline constexpr std::array<TraceRule, 6> traceRules {{
    {&LayerMemory::saved, &Measurement::trace, Reading::ForwardLeft},
    {&LayerMemory::forward_peak, &Measurement::trace, Reading::ForwardPeak},
    {&LayerMemory::backward_peak, &Measurement::trace, Reading::BackwardPeak},
    {&LayerMemory::owned_backward_peak, &Measurement::trace, Reading::OwnedBackwardPeak},
    {&LayerMemory::accumulate_peak, &Measurement::later_trace, Reading::BackwardPeak},
    {&LayerMemory::owned_accumulate_peak, &Measurement::later_trace, Reading::OwnedBackwardPeak},
}};

// Returns one figure of a trace. `output`: bytes of the layer's output, which identify its gradient.
Bytes readTrace(Reading reading, const AllocationTrace& trace, Bytes output);

// Sets all parts of `memory` that traceRules lists; `memory.output` must be set.
void readTraces(LayerMemory& memory, const AllocationTrace& trace, const AllocationTrace& later);

}
