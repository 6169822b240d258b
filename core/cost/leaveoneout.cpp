// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/leaveoneout.h"

namespace stagecraft {

std::optional<LayerCost> costFromOthers(const std::vector<const Measurement*>& measured, const Extent& scale)
{
    std::vector<const Measurement*> others = measured;
    std::erase_if(others, [&](const Measurement* m) { return extentOf(m->point) == scale; });
    if (others.empty()) {
        return std::nullopt;
    }
    const LayerFit fit(others);
    return fit.covers(scale) ? std::optional(fit(scale)) : std::nullopt;
}

}
