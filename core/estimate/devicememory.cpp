// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/devicememory.h"

#include "core/hardware/libraries.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Half-width of the memory bounds as a share of the peak: that of the layers. The ledger met whole training steps
// within 0.01 % at measured points (docs/validation.md); 1 % leaves room for models not validated.
double tolerance(const ChainCosts& costs)
{
    return costs.basis == Basis::Given ? 0 : std::max(costs.memory_width, 0.01); // a table defines the bytes
}

}

double reservedShare(const ChainCosts& costs)
{
    double share = 1;
    for (const LayerCost& layer : costs.layers) {
        share = std::max(share, layer.reserved_ratio);
    }
    return share;
}

namespace {

Bytes allocatorHigh(double width, double share, Bytes peak)
{
    return scaled(scaled(peak, 1 + width), share);
}

DeviceMemory deviceMemory(double width, double share, const DeviceType& device, Bytes peak,
                          const CollectiveBytes& collectives)
{
    DeviceMemory memory;
    memory.allocated_low = scaled(peak, std::max(0.0, 1 - width));
    memory.allocated_high = scaled(peak, 1 + width);
    memory.reserved = scaled(peak, share);
    memory.libraries = libraryWorkspaces(device);
    memory.context = device.context;
    memory.collectives = collectives;
    const Bytes fixed = memory.libraries + memory.context;
    memory.device = memory.reserved + fixed + collectives.middle;
    memory.device_high = allocatorHigh(width, share, peak) + fixed + collectives.high;
    return memory;
}

}

DeviceMemory deviceMemory(const ChainCosts& costs, const DeviceType& device, Bytes peak,
                          const CollectiveBytes& collectives)
{
    return deviceMemory(tolerance(costs), reservedShare(costs), device, peak, collectives);
}

Bytes largestFittingPeak(const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives)
{
    const double width = tolerance(costs);
    const double share = reservedShare(costs);
    const Bytes fixed = deviceMemory(width, share, device, Bytes(0), collectives).device_high;
    return largestWithin(capacity, [&](Bytes peak) { return allocatorHigh(width, share, peak) + fixed; });
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
