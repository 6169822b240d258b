// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/allocator/earlyrelease.h"
#include "core/memory/allocator/tracescript.h"
#include "core/memory/crossings.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// A layer of a stage as a replay runs it: its passes, and what its optimizer step works on.
struct StageLayer {
    TraceScript first; // a step's first backward pass, and a later one
    TraceScript later;
    std::vector<std::int64_t> parameters; // bytes of the gradients, one a parameter
    int temporaries = 0; // of each parameter's size, while it is updated; 0: `update` in one
    Bytes update;
    bool shared_before = false; // a layer of the stage before it has its shared weight too
    bool shared_behind = false;
    std::vector<EarlyRelease> first_releases; // of inputs, in a step's first backward and in a later one
    std::vector<EarlyRelease> later_releases;

    // Gradients of a weight that is tied to another layer's wait in the engine for that one.
    bool sharedWaits() const { return shared_before && !shared_behind; }
};

// Those of a range whose traces are known. Point into `costs`. `crossings`: of the range.
std::vector<StageLayer> stageLayersOf(const ChainCosts& costs, LayerRange range, const Crossings& crossings);

// Bytes of a number in fp32 over those of a parameter's.
std::int64_t wideningOf(const ChainCosts& costs);

}
