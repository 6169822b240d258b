// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/schedule/swapevents.h"

#include <vector>

namespace stagecraft {

// What a swapped layer of a stage has on the host between its passes: what it saves, and its input where its graph
// alone holds that.
struct SwappedActivations {
    SwappedLayer layer;
    Bytes saved;
    Bytes input;

    Bytes total() const { return saved + input; }
};

// The swapped layers of a stage, in order; those that save nothing are left out. Where layers behind work on its
// output as well, it stays until they have run and is back for them.
std::vector<SwappedActivations> swappedActivations(const ChainCosts& costs, LayerRange range);

StageSwaps stageSwaps(const std::vector<SwappedActivations>& swapped_activations, LayerRange range);

}
