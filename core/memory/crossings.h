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

// The tensors of a stage, and which of them each layer takes: `taken[i]` is what the layer `range.first + i` takes,
// the last entry what leaves the stage. Indices of `tensors`. What a chain begins with (samples) is not among them.
struct Crossings {
    std::vector<Crossing> tensors;
    std::vector<std::vector<int>> taken;
};

Crossings crossingsOf(const ChainCosts& costs, LayerRange range);

// True if each layer takes and gives a single tensor.
bool isPlain(const ChainCosts& costs);

}
