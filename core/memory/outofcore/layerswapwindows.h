// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"
#include "core/problem/layerpolicy.h"

#include <optional>
#include <vector>

namespace stagecraft {

// When the saved activations of a swapped layer are gone and when they begin to come back, as playStep() has it: in
// passes of layers, all of them forward, then all of them backward.
struct LayerSwapWindow {
    SwapWindow window;
    bool crosses = false; // it is still leaving when the last forward pass is over
};

// By layer of the blocks, from their first one on; none for those that are not swapped. Nothing where blocks with these
// labels do not fit.
std::optional<std::vector<std::optional<LayerSwapWindow>>> layerSwapWindows(const std::vector<OutOfCoreBlock>& blocks,
                                                                            const BlockLabels& labels,
                                                                            const StreamRules& rules);

}
