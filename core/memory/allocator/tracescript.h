// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagecraft {

// What an allocation of a layer's trace is to the layers around it, which the trace does not know.
enum class AllocationRole : std::uint8_t {
    Own,
    Output, // nobody kept it in the trace; in a stage the next layer takes it
    Cached, // until the stage's whole forward pass ends
    StandIn, // of measuring: there is no such thing in a stage
    OutputGradient, // the next layer's input gradient, or what was received
    InputGradient, // the earlier layer's output gradient
    SharedGradient, // of a weight that another layer has too
};

// A layer's trace with the part that each allocation plays. Points into the trace.
struct TraceScript {
    std::span<const std::int64_t> forward;
    std::span<const std::int64_t> backward;
    std::vector<std::int64_t> sizes; // of the allocations, by number, the first at 0
    std::vector<AllocationRole> roles; // the same
    std::vector<int> outputs; // by output: its allocation; -1 where the trace does not show it
    std::vector<int> left; // allocations that are never freed: gradients of parameters
    std::int64_t incoming = -1; // bytes of the single gradient that comes in; -1: none is known, or they are several
};

// `trace`: of a layer with these costs. It must outlive the script.
TraceScript scriptOf(const LayerCost& cost, const AllocationTrace& trace);

// The outputs of a layer, one by one also where there is a single one.
std::vector<BoundaryTensor> outputTensors(const LayerMemory& memory);

}
