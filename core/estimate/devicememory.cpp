// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/devicememory.h"

#include "core/hardware/librarymemory.h"

#include <algorithm>

namespace stagecraft {

Bytes reservedSlack(const ChainCosts& costs)
{
    Bytes most;
    for (const LayerCost& layer : costs.layers) {
        most = std::max(most, allocatorOverhead(layer));
    }
    return most;
}

DeviceMemory deviceMemory(const ChainCosts& costs, const DeviceType& device, const AllocatedPeak& peak,
                          const CollectiveBytes& collectives)
{
    const Bytes slack = reservedSlack(costs);
    DeviceMemory memory;
    memory.allocated_high = std::max(peak.upper, peak.predicted);
    memory.allocated_low = std::max(Bytes(0), peak.predicted - (memory.allocated_high - peak.predicted));
    memory.reserved = peak.predicted + slack;
    memory.libraries = libraryWorkspaces(device);
    memory.context = device.context;
    memory.collectives = collectives;
    const Bytes fixed = memory.libraries + memory.context;
    memory.device = memory.reserved + fixed + collectives.middle;
    memory.device_high = memory.allocated_high + slack + fixed + collectives.high;
    return memory;
}

Bytes largestFittingPeak(const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives)
{
    return capacity - deviceMemory(costs, device, {}, collectives).device_high;
}

}
