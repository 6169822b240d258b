// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/hostmemoryuse.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagecraft {

Bytes mostOnHost(const Problem& problem, const Plan& plan, const Estimate& estimate)
{
    const std::vector<DeviceRange> ranges = deviceRanges(plan);
    std::map<std::pair<int, int>, Bytes> nodes; // by group and node
    std::map<int, int> counted; // number of devices, by pipeline rank
    Bytes most;
    for (const DeviceEstimate& device : estimate.devices) {
        const DeviceRange& pipeline_rank = ranges[static_cast<std::size_t>(device.stage)];
        const int each = problem.cluster.groups[static_cast<std::size_t>(pipeline_rank.group)].devices_per_node;
        Bytes& node = nodes[{pipeline_rank.group, (pipeline_rank.first + counted[device.stage]++) / each}];
        node += device.host;
        most = std::max(most, node);
    }
    return most;
}

}
