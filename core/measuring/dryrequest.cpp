// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/dryrequest.h"

namespace stagecraft {

namespace {

bool canBeSplit(const ProfileRequest& request, const Sharding& sharding)
{
    return chainPoints(request.model, request.workload, 1, {sharding, false}).has_value();
}

}

ProfileRequest dryRequest(const Problem& problem)
{
    const ClusterGroup& group = problem.cluster.groups.front();
    ProfileRequest request;
    request.model = problem.model;
    request.workload = problem.workload;
    request.sequences = {problem.workload.sequence};
    request.device = {group.device.kind, 0, group.device};
    request.micro_batches = usualMicroBatches(request.device);
    request.target = ProfileTarget {problem.cluster, problem.constraints};
    request.recompute = true;
    for (int degree = 2; degree <= group.devices_per_node; degree *= 2) {
        for (const bool sequence : {false, true}) {
            const Sharding sharding {degree, 1, sequence};
            if (canBeSplit(request, sharding)) {
                request.shardings.push_back(sharding);
            }
        }
    }
    return request;
}

}
