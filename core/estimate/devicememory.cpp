// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/devicememory.h"

#include "core/hardware/libraries.h"

#include <algorithm>

namespace stagecraft {

double reservedShare(const ChainCosts& costs)
{
    double share = 1;
    for (const LayerCost& layer : costs.layers) {
        share = std::max(share, layer.reserved_ratio);
    }
    return share;
}

DeviceMemory deviceMemory(const ChainCosts& costs, const DeviceType& device, const AllocatedPeak& peak,
                          const CollectiveBytes& collectives)
{
    const double share = reservedShare(costs);
    DeviceMemory memory;
    memory.allocated_high = std::max(peak.upper, peak.predicted);
    memory.allocated_low = std::max(Bytes(0), peak.predicted - (memory.allocated_high - peak.predicted));
    memory.reserved = scaled(peak.predicted, share);
    memory.libraries = libraryWorkspaces(device);
    memory.context = device.context;
    memory.collectives = collectives;
    const Bytes fixed = memory.libraries + memory.context;
    memory.device = memory.reserved + fixed + collectives.middle;
    memory.device_high = scaled(memory.allocated_high, share) + fixed + collectives.high;
    return memory;
}

Bytes largestFittingPeak(const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives)
{
    const double share = reservedShare(costs);
    const Bytes fixed = deviceMemory(costs, device, {}, collectives).device_high;
    return largestWithin(capacity, [&](Bytes upper) { return scaled(upper, share) + fixed; });
}

Bytes largestWithin(Bytes capacity, const std::function<Bytes(Bytes)>& upper)
{
    Bytes fits(-1);
    Bytes too_much = std::max(capacity, Bytes(0)) + Bytes(1);
    while (too_much - fits > Bytes(1)) {
        const Bytes middle = fits + (too_much - fits) / 2;
        if (upper(middle) <= capacity) {
            fits = middle;
        } else {
            too_much = middle;
        }
    }
    return fits;
}

}
