// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"
#include "core/problem/layerpolicy.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Window in which the saved activations of a swapped layer are on the host, as in playStep(), counted in passes of
// layers: all forward passes, then all backward passes.
struct LayerSwapWindow {
    SwapWindow window;
    bool crosses = false; // the copy out ends after the last forward pass
};

// Returns the windows by layer, from the first layer of the blocks on; null for layers that are not swapped. Empty if
// blocks with these labels do not fit.
std::optional<std::vector<std::optional<LayerSwapWindow>>> layerSwapWindows(const std::vector<OutOfCoreBlock>& blocks,
                                                                            const BlockLabels& labels,
                                                                            const StreamRules& rules);

}
