// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/deviceprobe.h"

#include <algorithm>

namespace stagecraft {

std::optional<FlopsPerSecond> bestRate(const DeviceProbe& probe, ProductType type)
{
    std::optional<FlopsPerSecond> best;
    for (const MatrixRate& rate : probe.matrix) {
        if (rate.type == type) {
            best = std::max(best.value_or(rate.rate), rate.rate);
        }
    }
    return best;
}

}
