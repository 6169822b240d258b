// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <bit>

// How long ranks that begin together take to exchange something. All times are alpha-beta: messages of S bytes take a
// latency and S over the bandwidth; adding numbers up is free, a link carries each way at once. `bytes` is the whole of
// what the collective is about: the gradients of one rank, all shards together. One rank has nothing to send. No
// errors; safe from any thread.
namespace stagecraft {

// What counts of a Link.
struct LinkSpeed {
    BytesPerSecond bandwidth; // of each device, each way
    Seconds latency;

    friend constexpr bool operator==(const LinkSpeed&, const LinkSpeed&) = default;
};

inline LinkSpeed speedOf(const Link& link)
{
    return {link.bandwidth, link.latency};
}

// From one rank to another.
constexpr Seconds pointToPoint(Bytes bytes, const LinkSpeed& link)
{
    return link.latency + bytes / link.bandwidth;
}

// --- `ranks` that are all joined by links of one speed ---

// Once round a ring, which is a reduce-scatter or an all-gather: each rank passes on ranks - 1 messages of one share of
// the bytes (Thakur, Rabenseifner and Gropp 2005; the factor (n-1)/n of nccl-tests' bus bandwidth).
constexpr Seconds ringPass(Bytes bytes, int ranks, const LinkSpeed& link)
{
    const double steps = ranks - 1;
    return link.latency * steps + (bytes / link.bandwidth) * (steps / ranks);
}

// Reduce-scatter, then all-gather: the least traffic that is possible (Patarasu and Yuan 2009).
constexpr Seconds ringAllReduce(Bytes bytes, int ranks, const LinkSpeed& link)
{
    return ringPass(bytes, ranks, link) * 2.0;
}

// Up and down a tree, in pieces that follow one another. Two trees, where the inner ranks of one are leaves of the
// other, use each link for half the bytes up and down (Sanders, Speck and Traff 2009; NCCL's "double binary tree").
constexpr Seconds treeAllReduce(Bytes bytes, int ranks, const LinkSpeed& link)
{
    if (ranks < 2) {
        return {};
    }
    const auto depth = static_cast<double>(std::bit_width(static_cast<unsigned>(ranks - 1))); // log2, rounded up
    return link.latency * (2 * depth) + (bytes / link.bandwidth) * 2.0;
}

// The faster of both: NCCL, too, decides by latency and bandwidth of each algorithm (ncclTopoGetAlgoTime).
constexpr Seconds flatAllReduce(Bytes bytes, int ranks, const LinkSpeed& link)
{
    const Seconds ring = ringAllReduce(bytes, ranks, link);
    const Seconds tree = treeAllReduce(bytes, ranks, link);
    return ring < tree ? ring : tree;
}

// The faster of a chain through which the bytes flow in pieces (NCCL's) and a binomial tree (Thakur, Rabenseifner and
// Gropp 2005: for short messages).
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

// Ranks that take part in a collective, by how they lie on nodes.
struct RankGroup {
    int ranks = 1;
    int nodes = 1;
    int least = 1; // on the node that has fewest of them
    int most = 1;
    LinkSpeed inside; // a node
    LinkSpeed between; // nodes: what each device has of it

    friend bool operator==(const RankGroup&, const RankGroup&) = default;
};

// The devices [first, first + count) of a cluster's group, which fills node after node.
RankGroup consecutiveRanks(const ClusterGroup& group, int first, int count);

// Over several nodes the faster of two ways: one ring or tree through all ranks at the pace of the slower link; or
// reduced inside each node so that as many ranks of a node as the least occupied one has hold a part each, every part
// all-reduced between the nodes by itself, and gathered inside (hierarchical: Cho et al. 2019, "BlueConnect"; PowerAI
// DDL). With equal links and nodes the second has the bandwidth term of the first.
Seconds allReduce(Bytes bytes, const RankGroup& group);

// Of `bytes` in all, of which each rank ends, or begins, with its share: one ring; over equally occupied nodes rings
// inside and between them if that is faster.
Seconds reduceScatter(Bytes bytes, const RankGroup& group);
Seconds allGather(Bytes bytes, const RankGroup& group);

// Each rank has `bytes`, of which every rank gets its share: pairs exchange in turn (Thakur, Rabenseifner and Gropp
// 2005: long messages).
Seconds allToAll(Bytes bytes, const RankGroup& group);

// From one rank to all: to one of each node, then inside them; or through all in one chain.
Seconds broadcast(Bytes bytes, const RankGroup& group);

}
