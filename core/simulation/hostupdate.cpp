// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/hostupdate.h"

#include <algorithm>

namespace stagecraft {

Seconds hostUpdateTail(const std::vector<HostUpdateLayer>& layers, const HostRates& rates, bool pipelined)
{
    Seconds clock; // of the backward pass
    Seconds out; // when each resource is free
    Seconds updated;
    Seconds back;
    HostUpdateLayer all;
    for (const HostUpdateLayer& layer : layers) {
        clock += layer.backward;
        out = std::max(out, clock) + layer.gradients / rates.link;
        all.touched += layer.touched;
        all.weights += layer.weights;
        if (pipelined) {
            updated = std::max(updated, out) + layer.touched / rates.memory;
            back = std::max(back, updated) + layer.weights / rates.link;
        }
    }
    if (!pipelined) {
        back = out + all.touched / rates.memory + all.weights / rates.link;
    }
    return std::max(Seconds(0), back - clock);
}

}
