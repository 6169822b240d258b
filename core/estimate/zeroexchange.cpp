// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/zeroexchange.h"

namespace stagecraft {

Bytes exchangedBytes(const Replicas& replicas, Bytes parameters, Bytes gradients)
{
    const double share = (replicas.data - 1.0) / replicas.data; // that a ring sends for an all-gather
    const auto micro_batches = static_cast<double>(replicas.micro_batches);
    switch (replicas.zero) {
    case 3:
        return scaled(parameters, 2 * micro_batches * share) + scaled(gradients, micro_batches * share);
    case 2:
        return scaled(gradients, (micro_batches + 1) * share);
    default:
        return scaled(gradients, 2 * share);
    }
}

void addZeroExchange(StageTimes& times, const ChainCosts& costs, LayerRange range, const Replicas& replicas, int place,
                     const ClusterGroup& group)
{
    if (replicas.data == 1 || replicas.zero < 2) {
        return;
    }
    Bytes parameters;
    Bytes gradients;
    for (int l = range.first; l < range.last; ++l) {
        const LayerMemory& memory = costs.layers[static_cast<std::size_t>(l)].memory;
        parameters += memory.parameters;
        gradients += memory.gradients;
    }
    const Bytes all = exchangedBytes(replicas, parameters, gradients);
    const Bytes reduced = exchangedBytes({replicas.data, 0, 1}, parameters, gradients);
    const Link& link = linkBetween(group, place * replicas.data, place * replicas.data + replicas.data - 1);
    times.optimizer += (all > reduced ? all - reduced : Bytes(0)) / link.bandwidth;
}

}
