// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/replication.h"
#include "core/search/scheduletable.h"

#include <optional>
#include <vector>

namespace stagecraft {

// A stage that is alone at its place.
struct SingleStage {
    LayerRange layers;
    const PipelineRankOccupancy& occupancy;
    Replication replication {};
    bool halves = false; // backward passes come in two
};

// The layers of a stage to be run again in the backward pass so that the stage stays within `limit`, in the order of
// the chain; of all choices one with the least time for it where the layers that may be are equal, else of those that
// are looked at: the shortest beginning that suffices of the layers in their order, and of the layers by the bytes that
// they free in a time, without those that are not needed then. Nothing where that is too little. `keep`, `full`: the
// chain with all saved activations kept, and with none.
std::optional<std::vector<int>> leastRecomputed(const ChainCosts& keep, const ChainCosts& full,
                                                const SingleStage& stage, Bytes limit);

}
