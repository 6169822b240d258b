// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/inputrelease.h"

#include <utility>

namespace stagecraft {

void applyInputRelease(ChainCosts& chain)
{
    for (std::size_t l = 1; l < chain.layers.size(); ++l) {
        const LayerMemory& before = chain.layers[l - 1].memory;
        LayerMemory& memory = chain.layers[l].memory;
        // If the previous layer has several outputs, a later layer may reference any of them.
        if (before.keeps_output || !before.outputs.empty()) {
            continue;
        }
        memory.backward_peak -= memory.input_release.first;
        memory.accumulate_peak -= memory.input_release.later;
        memory.owned_backward_peak -= memory.input_release.owned_first;
        memory.owned_accumulate_peak -= memory.input_release.owned_later;
        chain.layers[l].applied_input_release = std::exchange(memory.input_release, {});
    }
}

}
