// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"

#include <array>

namespace stagecraft {

// What of a layer's memory can be read off its traces, and how. Owned: the output's gradient is the caller's.
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

// `output`: bytes of what the layer gives, to find its gradient by.
Bytes readTrace(Reading reading, const AllocationTrace& trace, Bytes output);

// Sets all of these parts; `memory.output` must be set.
void readTraces(LayerMemory& memory, const AllocationTrace& trace, const AllocationTrace& later);

}
