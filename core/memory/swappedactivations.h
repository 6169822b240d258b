// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/schedule/swapevents.h"

#include <vector>

namespace stagecraft {

// Host bytes of a swapped layer of a stage between its passes: its saved activations, and its input if no other graph
// keeps it.
struct SwappedActivations {
    SwappedLayer layer;
    Bytes saved;
    Bytes input;

    Bytes total() const { return saved + input; }
};

// Returns the swapped layers of a stage, in order, without those that save nothing. If later layers also use the saved
// output of a swapped layer, it stays until they have run, and is back for their backward passes.
std::vector<SwappedActivations> swappedActivations(const ChainCosts& costs, LayerRange range);

StageSwaps stageSwaps(const std::vector<SwappedActivations>& swapped_activations, LayerRange range);

}
