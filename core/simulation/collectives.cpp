// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/collectives.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Returns the speed of a ring within and between nodes.
LinkSpeed slower(const RankGroup& group)
{
    return {std::min(group.inside.bandwidth, group.between.bandwidth),
            std::max(group.inside.latency, group.between.latency)};
}

bool hasLevels(const RankGroup& group)
{
    return group.nodes > 1 && group.most > 1;
}

// Returns the only class of links that a group without levels uses.
const LinkSpeed& onlyLink(const RankGroup& group)
{
    return group.nodes > 1 ? group.between : group.inside;
}

// Time to reduce to `least` ranks of each node, or to gather from them. In a ring of more ranks some link carries all
// parts.
Seconds insideNodes(Bytes bytes, const RankGroup& group)
{
    if (group.most == group.least) {
        return ringPass(bytes, group.most, group.inside);
    }
    return group.inside.latency * static_cast<double>(group.most - 1) + bytes / group.inside.bandwidth;
}

Bytes part(Bytes bytes, const RankGroup& group)
{
    return Bytes((bytes.value + group.least - 1) / group.least);
}

}

RankGroup consecutiveRanks(const ClusterGroup& group, int first, int count)
{
    const int width = group.devices_per_node;
    RankGroup result;
    result.ranks = count;
    result.inside = speedOf(group.intra_node);
    result.between = speedOf(group.network);
    const int head = std::min(count, width - first % width); // on the first node
    const int rest = count - head;
    const int tail = rest % width;
    result.nodes = 1 + rest / width + (tail > 0 ? 1 : 0);
    result.least = tail > 0 ? std::min(head, tail) : head;
    result.most = rest >= width ? width : std::max(head, tail);
    return result;
}

Seconds allReduce(Bytes bytes, const RankGroup& group)
{
    if (!hasLevels(group)) {
        return flatAllReduce(bytes, group.ranks, onlyLink(group));
    }
    const Seconds levels =
        insideNodes(bytes, group) * 2.0 + flatAllReduce(part(bytes, group), group.nodes, group.between);
    return std::min(levels, flatAllReduce(bytes, group.ranks, slower(group)));
}

Seconds reduceScatter(Bytes bytes, const RankGroup& group)
{
    if (!hasLevels(group)) {
        return ringPass(bytes, group.ranks, onlyLink(group));
    }
    const Seconds flat = ringPass(bytes, group.ranks, slower(group));
    if (group.most != group.least) {
        return flat;
    }
    return std::min(flat, insideNodes(bytes, group) + ringPass(part(bytes, group), group.nodes, group.between));
}

// An all-gather sends the same messages in the other direction.
Seconds allGather(Bytes bytes, const RankGroup& group)
{
    return reduceScatter(bytes, group);
}

Seconds allToAll(Bytes bytes, const RankGroup& group)
{
    const double share = 1.0 / group.ranks;
    const auto exchanges = [&](int count, const LinkSpeed& link) {
        return (link.latency + (bytes / link.bandwidth) * share) * static_cast<double>(count);
    };
    const auto ofRank = [&](int on_its_node) {
        return exchanges(on_its_node - 1, group.inside) + exchanges(group.ranks - on_its_node, group.between);
    };
    return std::max(ofRank(group.least), ofRank(group.most));
}

Seconds broadcast(Bytes bytes, const RankGroup& group)
{
    if (!hasLevels(group)) {
        return flatBroadcast(bytes, group.ranks, onlyLink(group));
    }
    const Seconds levels =
        flatBroadcast(bytes, group.nodes, group.between) + flatBroadcast(bytes, group.most, group.inside);
    return std::min(levels, flatBroadcast(bytes, group.ranks, slower(group)));
}

}
