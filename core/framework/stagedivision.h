// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

#include <vector>

namespace stagecraft {

// Returns the default split points of a framework for a decoder with an embedding in front of its blocks and a head
// behind them: first layers of the stages and the end of the chain. Stages have equally many blocks, the first stages
// one more if the number is not divisible (Megatron-Core 0.16 refuses that; torchtitan v0.2.2 does the same), or, if
// the mode divides by cost, equal shares of the parameters that tokens pass through. Empty if a stage would have no
// block.
std::vector<int> frameworkSplitPoints(const Model& model, const FrameworkChoice& framework, int stages);

// Returns the split points of stages with these numbers of blocks: the embedding is in the first stage, the head in the
// last.
std::vector<int> splitPointsOfBlocks(std::vector<int> blocks);

}
