// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/chainfits.h"

namespace stagecraft {

const ConformalBand& ChainFits::band(std::size_t device) const
{
    const std::lock_guard lock(m_mutex);
    auto known = m_bands.find(device);
    if (known == m_bands.end()) {
        known = m_bands.emplace(device, bandOf(measured[device])).first;
    }
    return known->second;
}

LayerCost ChainFits::cost(std::size_t device, std::size_t layer, const ProfilePoint& point) const
{
    const LayerFit& fit = devices[device][layer].value();
    const Extent scale = extentOf(point);
    LayerCost cost = fit(scale);
    if (!fit.measuredDegree(scale.tensor)) {
        const auto shard = shardAt(point);
        setState(cost, shard ? *shard : point.spec, point);
    }
    if (!fit.measured(scale)) {
        widen(cost, band(device), fit.octavesBeyond(scale));
    }
    return cost;
}

Extent scaleOf(const ProfilePoint& point, std::int64_t micro_batch)
{
    Extent scale = extentOf(point);
    scale.micro_batch = micro_batch;
    return scale;
}

}
