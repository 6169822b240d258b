// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/swappedactivations.h"

#include "core/memory/crossings.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Bytes of a layer's inputs that no other graph of the stage keeps.
Bytes inputHeldAlone(const Crossings& crossings, int layer)
{
    Bytes sum;
    for (const int index : crossings.taken(layer)) {
        const bool alone = crossings.isHeldBy(layer, index) && !crossings.gives(layer, index);
        sum += alone ? crossings.crossing(index).bytes : Bytes(0);
    }
    return sum;
}

// Number of consecutive later layers that use a tensor among the layer's saved activations.
int sharedWith(const Crossings& crossings, int layer, LayerRange range)
{
    int shared = 0;
    for (const int index : crossings.given(layer)) {
        const bool own = crossings.crossing(index).saved && !crossings.takes(layer, index);
        int last = layer;
        while (own && last + 1 < range.last && crossings.takes(last + 1, index)) {
            ++last;
        }
        shared = std::max(shared, last - layer);
    }
    return shared;
}

}

std::vector<SwappedActivations> swappedActivations(const ChainCosts& costs, LayerRange range)
{
    std::vector<SwappedActivations> swapped_activations;
    if (!costs.swaps) {
        return swapped_activations;
    }
    const Crossings crossings = crossingsOf(costs, range);
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& cost = costs.layers[static_cast<std::size_t>(l)];
        if (!cost.swap) {
            continue;
        }
        const SwappedActivations activations {{l - range.first, *cost.swap, sharedWith(crossings, l, range)},
                                              cost.memory.saved,
                                              inputHeldAlone(crossings, l)};
        if (activations.total() > Bytes(0)) {
            swapped_activations.push_back(activations);
        }
    }
    return swapped_activations;
}

StageSwaps stageSwaps(const std::vector<SwappedActivations>& swapped_activations, LayerRange range)
{
    StageSwaps swaps {range.count(), {}};
    for (const SwappedActivations& activations : swapped_activations) {
        swaps.swapped.push_back(activations.layer);
    }
    return swaps;
}

}
