// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagecraft {

// Role of a trace's allocation between a layer and its neighbors, which the trace itself does not record.
enum class AllocationRole : std::uint8_t {
    Own,
    Output, // not kept in the trace; in a stage the next layer uses it
    Cached, // lives until the stage's whole forward pass ends
    StandIn, // artifact of the measurement, absent in a stage
    OutputGradient, // the next layer's input gradient, or a received one
    InputGradient, // the earlier layer's output gradient
    SharedGradient, // gradient of a weight that another layer shares
};

// Layer trace with the role of each allocation. Points into the trace.
struct TraceScript {
    std::span<const std::int64_t> forward;
    std::span<const std::int64_t> backward;
    std::vector<std::int64_t> sizes; // bytes, by allocation number from 0
    std::vector<AllocationRole> roles; // one per allocation
    std::vector<int> outputs; // allocation of each output; -1 if the trace does not show it
    std::vector<int> left; // allocations never freed: gradients of parameters
    std::int64_t incoming = -1; // bytes of the single output gradient; -1 if unknown or several
};

// Builds the script of a layer with these costs. `trace` must outlive the script.
TraceScript scriptOf(const LayerCost& cost, const AllocationTrace& trace);

// Returns the outputs of a layer as a list, even if there is a single one.
std::vector<BoundaryTensor> outputTensors(const LayerMemory& memory);

}
