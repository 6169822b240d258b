// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <bit>

// Times of collectives whose ranks begin together. All times are alpha-beta: a message of S bytes takes a latency plus
// S divided by the bandwidth; arithmetic is free, and links are full duplex. `bytes` is the total size of the
// collective: the gradients of one rank, all shards together. A single rank has no communication. No errors;
// thread-safe.
namespace stagecraft {

// Bandwidth and latency of a Link.
struct LinkSpeed {
    BytesPerSecond bandwidth; // per device, each direction
    Seconds latency;

    friend constexpr bool operator==(const LinkSpeed&, const LinkSpeed&) = default;
};

inline LinkSpeed speedOf(const Link& link)
{
    return {link.bandwidth, link.latency};
}

// Time of one message between two ranks.
constexpr Seconds pointToPoint(Bytes bytes, const LinkSpeed& link)
{
    return link.latency + bytes / link.bandwidth;
}

// --- Ranks that are all connected by links of one speed ---

// Time of one pass around a ring, which is a reduce-scatter or an all-gather: each rank forwards ranks - 1 messages of
// one share of the bytes (Thakur, Rabenseifner and Gropp 2005; the factor (n-1)/n of nccl-tests' bus bandwidth).
constexpr Seconds ringPass(Bytes bytes, int ranks, const LinkSpeed& link)
{
    const double steps = ranks - 1;
    return link.latency * steps + (bytes / link.bandwidth) * (steps / ranks);
}

// Time of a reduce-scatter followed by an all-gather: minimum traffic (Patarasu and Yuan 2009).
constexpr Seconds ringAllReduce(Bytes bytes, int ranks, const LinkSpeed& link)
{
    return ringPass(bytes, ranks, link) * 2.0;
}

// Time of a pipelined tree, up and down. Two trees, in which the inner ranks of one are leaves of the other, use each
// link for half the bytes up and down (Sanders, Speck and Traff 2009; NCCL's "double binary tree").
constexpr Seconds treeAllReduce(Bytes bytes, int ranks, const LinkSpeed& link)
{
    if (ranks < 2) {
        return {};
    }
    const auto depth = static_cast<double>(std::bit_width(static_cast<unsigned>(ranks - 1))); // log2, rounded up
    return link.latency * (2 * depth) + (bytes / link.bandwidth) * 2.0;
}

// The faster of ring and tree: NCCL also chooses by latency and bandwidth of each algorithm (ncclTopoGetAlgoTime).
constexpr Seconds flatAllReduce(Bytes bytes, int ranks, const LinkSpeed& link)
{
    const Seconds ring = ringAllReduce(bytes, ranks, link);
    const Seconds tree = treeAllReduce(bytes, ranks, link);
    return ring < tree ? ring : tree;
}

// The faster of a pipelined chain (NCCL's) and a binomial tree (Thakur, Rabenseifner and Gropp 2005: for short
// messages).
constexpr Seconds flatBroadcast(Bytes bytes, int ranks, const LinkSpeed& link)
{
    if (ranks < 2) {
        return {};
    }
    const auto depth = static_cast<double>(std::bit_width(static_cast<unsigned>(ranks - 1)));
    const Seconds chain = link.latency * static_cast<double>(ranks - 1) + bytes / link.bandwidth;
    const Seconds tree = pointToPoint(bytes, link) * depth;
    return chain < tree ? chain : tree;
}

// --- Groups of ranks over nodes ---

// Ranks of a collective, by their distribution over nodes.
struct RankGroup {
    int ranks = 1;
    int nodes = 1;
    int least = 1; // ranks on the node with the fewest
    int most = 1;
    LinkSpeed inside; // link within a node
    LinkSpeed between; // link between nodes, per device

    friend bool operator==(const RankGroup&, const RankGroup&) = default;
};

// Returns the group of devices [first, first + count) of a cluster's group, which fills node after node.
RankGroup consecutiveRanks(const ClusterGroup& group, int first, int count);

// Time of an all-reduce. Over several nodes the faster of two algorithms: one ring or tree through all ranks at the
// speed of the slower link; or a hierarchical one (Cho et al. 2019, "BlueConnect"; PowerAI DDL): reduce inside each
// node to as many parts as the smallest node has ranks, all-reduce every part between the nodes, and gather inside.
// With equal links and nodes the second has the bandwidth term of the first.
Seconds allReduce(Bytes bytes, const RankGroup& group);

// Time of a reduce-scatter or all-gather of `bytes` in total, of which each rank has a share after or before: one ring;
// over equally occupied nodes, rings inside and between them if faster.
Seconds reduceScatter(Bytes bytes, const RankGroup& group);
Seconds allGather(Bytes bytes, const RankGroup& group);

// Time of an all-to-all of `bytes` per rank, a share for every rank: pairwise exchanges (Thakur, Rabenseifner and Gropp
// 2005: long messages).
Seconds allToAll(Bytes bytes, const RankGroup& group);

// Time of a broadcast: first to one rank of each node, then inside the nodes; or through all ranks in one chain.
Seconds broadcast(Bytes bytes, const RankGroup& group);

}
