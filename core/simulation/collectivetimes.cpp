// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/collectivetimes.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace stagecraft {

namespace {

const RankGroup& groupOf(const LayerGroups& groups, CollectiveGroup group)
{
    switch (group) {
    case CollectiveGroup::Tensor:
        return groups.tensor;
    case CollectiveGroup::Context:
        return groups.context;
    case CollectiveGroup::Expert:
        return groups.expert;
    }
    return groups.tensor;
}

// Returns the speed of a ring through all ranks.
LinkSpeed slowest(const RankGroup& group)
{
    if (group.nodes == 1) {
        return group.inside;
    }
    if (group.most == 1) {
        return group.between;
    }
    return {std::min(group.inside.bandwidth, group.between.bandwidth),
            std::max(group.inside.latency, group.between.latency)};
}

}

RankGroup stridedRanks(const ClusterGroup& group, int first, int count, int stride)
{
    RankGroup result;
    result.ranks = count;
    result.nodes = 0;
    result.least = std::numeric_limits<int>::max();
    result.inside = speedOf(group.intra_node);
    result.between = speedOf(group.network);
    // The distribution of ranks over nodes is periodic: two of many periods are counted, which include all nodes
    // between two.
    const int common = std::gcd(stride, group.devices_per_node);
    const int period = group.devices_per_node / common; // number of ranks
    const int skipped = std::max(0, count / period - 2);
    const int counted = count - skipped * period;
    const auto nodeOf = [&](int rank) { return (first + rank * stride) / group.devices_per_node; };
    for (int rank = 0; rank < counted;) {
        const int node = nodeOf(rank);
        int on_it = 0;
        for (; rank < counted && nodeOf(rank) == node; ++rank) {
            on_it += 1;
        }
        result.nodes += 1;
        result.least = std::min(result.least, on_it);
        result.most = std::max(result.most, on_it);
    }
    result.nodes += skipped * std::min(period, stride / common);
    return result;
}

LayerGroups layerGroups(const ClusterGroup& group, int first, const LayerDegrees& degrees)
{
    const int tensor = degrees.sharding.tensor;
    const int context = degrees.context;
    return {stridedRanks(group, first, tensor, 1), stridedRanks(group, first, context, tensor),
            stridedRanks(group, first, degrees.sharding.expert, tensor * context)};
}

Seconds timeOf(const LayerCollective& collective, const LayerGroups& groups)
{
    const RankGroup& group = groupOf(groups, collective.group);
    if (group.ranks < 2) {
        return {};
    }
    switch (collective.kind) {
    case CollectiveKind::AllReduce:
        return allReduce(collective.bytes, group);
    case CollectiveKind::AllGather:
        return allGather(collective.bytes, group);
    case CollectiveKind::ReduceScatter:
        return reduceScatter(collective.bytes, group);
    case CollectiveKind::AllToAll:
        return allToAll(collective.bytes, group);
    case CollectiveKind::RingPass:
        return ringPass(collective.bytes, group.ranks, slowest(group));
    }
    return {};
}

LayerCollectiveTimes timesOf(const std::vector<LayerCollective>& collectives, const LayerGroups& groups)
{
    LayerCollectiveTimes times;
    for (const LayerCollective& collective : collectives) {
        PassTimes& pass = collective.backward ? times.backward : times.forward;
        const Seconds time = timeOf(collective, groups);
        (collective.overlaps ? pass.beside : pass.waiting) += time;
        pass.by_kind[static_cast<std::size_t>(collective.kind)] += time;
        pass.by_group[static_cast<std::size_t>(collective.group)] += time;
    }
    return times;
}

Seconds exposedPasses(Seconds passes, Seconds attention, int ranks)
{
    if (ranks < 2) {
        return {};
    }
    const double steps = ranks - 1;
    return std::max(Seconds(0), passes - attention * (steps / ranks));
}

}
