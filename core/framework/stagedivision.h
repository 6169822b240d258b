// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

#include <vector>

namespace stagecraft {

// Where a framework cuts a decoder into stages when nobody tells it where: first layers of the stages and the end of
// the chain, which has the embedding in front of its blocks and the head behind them. Equally many blocks, the first
// stages one more where they do not come out even (Megatron-Core 0.16 refuses that; torchtitan v0.2.2 deals likewise),
// or, where the mode places by cost, stages of equal shares of the parameters that tokens pass through. Empty where a
// stage would have no block.
std::vector<int> frameworkSplitPoints(const Model& model, const FrameworkChoice& framework, int stages);

// The split points of stages with so many blocks: the embedding lies with the first ones, the head with the last ones.
std::vector<int> splitPointsOfBlocks(std::vector<int> blocks);

}
