// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/replication.h"
#include "core/search/scheduletable.h"

#include <optional>
#include <vector>

namespace stagecraft {

// The only stage of a pipeline rank.
struct SingleStage {
    LayerRange layers;
    const PipelineRankOccupancy& occupancy;
    Replication replication {};
    bool halves = false; // backward passes have two halves
};

// Returns the layers of a stage to recompute so that the stage stays within `limit`, in chain order. If the candidate
// layers are equal, the choice with the shortest recomputation time; else the best of those examined: the shortest
// sufficient prefix of the layers in chain order, and in order of bytes freed per second, without layers that are then
// unneeded. Empty if the limit cannot be met. `keep`, `full`: the chain with all saved activations, and with full
// recomputation.
std::optional<std::vector<int>> leastRecomputed(const ChainCosts& keep, const ChainCosts& full,
                                                const SingleStage& stage, Bytes limit);

}
