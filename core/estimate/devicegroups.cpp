// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/devicegroups.h"

namespace stagecraft {

namespace {

// Compares everything but the replica and rank.
bool areEqual(const DeviceEstimate& a, DeviceEstimate b)
{
    b.replica = a.replica;
    b.rank = a.rank;
    return a == b;
}

}

std::vector<DeviceGroup> equalDevices(const DeviceEstimates& devices)
{
    std::vector<DeviceGroup> groups;
    const DeviceEstimate* before = nullptr;
    int next = 0;
    for (const IdenticalDevices& pipeline_rank : devices.pipelineRanks()) {
        const int count = pipeline_rank.replicas * pipeline_rank.ranks;
        if (before != nullptr && areEqual(*before, pipeline_rank.first)) {
            groups.back().count += count;
        } else {
            groups.push_back({next, count});
        }
        before = &pipeline_rank.first;
        next += count;
    }
    return groups;
}

}
