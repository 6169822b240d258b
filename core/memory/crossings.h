// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"

#include <vector>

namespace stagecraft {

// A tensor that crosses boundaries inside a stage, or comes into it, and how long it lives there.
struct Crossing {
    Bytes bytes;
    bool saved = false; // its maker's graph holds it, and counts it
    int kept_from = -1; // the first layer of the stage whose graph holds it; -1: none

    bool kept() const { return saved || kept_from >= 0; }
};

// The tensors of a stage, and which of them each layer takes and gives, by their pipeline ranks in `tensors`.
struct Crossings {
    int first_layer = 0;
    std::vector<Crossing> tensors;
    std::vector<std::vector<int>> taken_by; // layer by layer; the last entry is what leaves the stage

    const Crossing& crossing(int tensor) const { return tensors[static_cast<std::size_t>(tensor)]; }
    const std::vector<int>& taken(int layer) const { return taken_by[static_cast<std::size_t>(layer - first_layer)]; }
    const std::vector<int>& given(int layer) const { return taken(layer + 1); }
    bool takes(int layer, int tensor) const;
    bool gives(int layer, int tensor) const { return takes(layer + 1, tensor); }
    // What the chain begins with. The training loop holds a micro-batch's samples until its backward pass has ended,
    // whatever the graph keeps: they are not swapped.
    bool isSample(int tensor) const { return first_layer == 0 && takes(0, tensor); }
    // The layer's graph is the first to hold it, and lets it go.
    bool isHeldBy(int layer, int tensor) const
    {
        return !crossing(tensor).saved && crossing(tensor).kept_from == layer && !isSample(tensor);
    }
};

// `buffered`: what a stage receives from others lies in buffers of its own, which are counted elsewhere.
Crossings crossingsOf(const ChainCosts& costs, LayerRange range, bool buffered = false);

// Input of a micro-batch on the stage that begins the chain; 0 on others, and of layer tables.
Bytes sampleBytes(const ChainCosts& costs, LayerRange range);

// What a stage receives of each micro-batch: what its first layer takes, and the gradient of what its last one gives.
Bytes receivedBytes(const ChainCosts& costs, LayerRange range);

// What a forward pass of a stage gives and no layer of it keeps: what it sends, or what the loss took.
Bytes resultOf(const ChainCosts& costs, LayerRange range);

// True if a layer of the range has parameters that another layer of the chain holds too.
bool sharesParameters(const ChainCosts& costs, LayerRange range);

// True if each layer takes and gives a single tensor.
bool isPlain(const ChainCosts& costs);

}
