// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/swappedstash.h"

#include "core/memory/crossings.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Of the tensors that a layer takes, those that no other graph of the stage holds.
Bytes inputHeldAlone(const Crossings& crossings, int layer)
{
    Bytes sum;
    for (const int index : crossings.taken(layer)) {
        const bool alone = crossings.isHeldBy(layer, index) && !crossings.gives(layer, index);
        sum += alone ? crossings.crossing(index).bytes : Bytes(0);
    }
    return sum;
}

// How many layers behind this one take, one after the other, a tensor that its stash holds.
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

std::vector<SwappedStash> swappedStashes(const ChainCosts& costs, LayerRange range)
{
    std::vector<SwappedStash> stashes;
    if (!costs.swaps) {
        return stashes;
    }
    const Crossings crossings = crossingsOf(costs, range);
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& cost = costs.layers[static_cast<std::size_t>(l)];
        if (!cost.swap) {
            continue;
        }
        const SwappedStash stash {{l - range.first, *cost.swap, sharedWith(crossings, l, range)},
                                  cost.memory.saved,
                                  inputHeldAlone(crossings, l)};
        if (stash.total() > Bytes(0)) {
            stashes.push_back(stash);
        }
    }
    return stashes;
}

StageSwaps stageSwaps(const std::vector<SwappedStash>& stashes, LayerRange range)
{
    StageSwaps swaps {range.count(), {}};
    for (const SwappedStash& stash : stashes) {
        swaps.swapped.push_back(stash.layer);
    }
    return swaps;
}

}
