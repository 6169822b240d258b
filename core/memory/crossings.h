// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"

#include <vector>

namespace stagecraft {

// Boundary tensor inside a stage, or received by it, with its lifetime.
struct Crossing {
    Bytes bytes;
    bool saved = false; // kept by the graph of the layer that produced it, and part of that layer's saved bytes
    int kept_from = -1; // first layer of the stage whose graph keeps it; -1: none

    bool kept() const { return saved || kept_from >= 0; }
};

// Boundary tensors of a stage, and the inputs and outputs of each layer as indices into `tensors`.
struct Crossings {
    int first_layer = 0;
    std::vector<Crossing> tensors;
    std::vector<std::vector<int>> taken_by; // inputs by layer; the last entry is the stage's output

    const Crossing& crossing(int tensor) const { return tensors[static_cast<std::size_t>(tensor)]; }
    const std::vector<int>& taken(int layer) const { return taken_by[static_cast<std::size_t>(layer - first_layer)]; }
    const std::vector<int>& given(int layer) const { return taken(layer + 1); }
    bool takes(int layer, int tensor) const;
    bool gives(int layer, int tensor) const { return takes(layer + 1, tensor); }
    // True for the chain's input. The training loop keeps a micro-batch's samples until its backward pass has ended,
    // whatever the graph keeps: they are not swapped.
    bool isSample(int tensor) const { return first_layer == 0 && takes(0, tensor); }
    // True if the layer's graph is the first to keep the tensor and thus the last to release it.
    bool isHeldBy(int layer, int tensor) const
    {
        return !crossing(tensor).saved && crossing(tensor).kept_from == layer && !isSample(tensor);
    }
};

// Finds the boundary tensors of a stage. `buffered`: tensors from other stages are in receive buffers, which are
// counted elsewhere.
Crossings crossingsOf(const ChainCosts& costs, LayerRange range, bool buffered = false);

// Input bytes of a micro-batch on the first stage; 0 for other stages and for layer tables.
Bytes sampleBytes(const ChainCosts& costs, LayerRange range);

// Bytes that a stage receives per micro-batch: the input of its first layer and the gradient of its last layer's
// output.
Bytes receivedBytes(const ChainCosts& costs, LayerRange range);

// Output bytes of a stage's forward pass that no layer of it keeps: the sent boundary, or the input of the loss.
Bytes resultOf(const ChainCosts& costs, LayerRange range);

// True if a layer of the range shares parameters with another layer of the chain.
bool sharesParameters(const ChainCosts& costs, LayerRange range);

// True if each layer has a single input and a single output.
bool isPlain(const ChainCosts& costs);

}
