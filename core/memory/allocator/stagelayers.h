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

// Layer of a stage as a replay runs it: its passes and the tensors of its optimizer step.
struct StageLayer {
    TraceScript first; // traces of a step's first backward pass and of later ones
    TraceScript later;
    std::vector<std::int64_t> parameters; // gradient bytes, by parameter
    int temporaries = 0; // temporaries of each parameter's size during its update; 0: a single one of `update` bytes
    Bytes update;
    bool shared_before = false; // an earlier layer of the stage has its shared weight too
    bool shared_behind = false;
    // Early releases of inputs, in a step's first backward pass and in later ones.
    std::vector<EarlyRelease> first_releases;
    std::vector<EarlyRelease> later_releases;

    // True if the gradient of its shared weight waits in autograd for an earlier layer's contribution.
    bool sharedWaits() const { return shared_before && !shared_behind; }
};

// Returns the layers of a range whose traces are available. The results point into `costs`. `crossings`: those of the
// range.
std::vector<StageLayer> stageLayersOf(const ChainCosts& costs, LayerRange range, const Crossings& crossings);

// Returns the bytes of an fp32 number divided by those of a parameter.
std::int64_t wideningOf(const ChainCosts& costs);

}
