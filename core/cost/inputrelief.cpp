// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/inputrelief.h"

#include <algorithm>

namespace stagecraft {

void applyInputRelief(ChainCosts& chain)
{
    for (std::size_t l = 1; l < chain.layers.size(); ++l) {
        const LayerMemory& before = chain.layers[l - 1].memory;
        LayerMemory& memory = chain.layers[l].memory;
        // Of several tensors any may be held by a layer further away.
        if (before.keeps_output || !before.outputs.empty()) {
            continue;
        }
        for (const auto peak : {&LayerMemory::backward_peak, &LayerMemory::accumulate_peak,
                                &LayerMemory::owned_backward_peak, &LayerMemory::owned_accumulate_peak}) {
            memory.*peak = std::max(Bytes(0), memory.*peak - memory.input_relief);
        }
        memory.input_relief = {};
    }
}

}
