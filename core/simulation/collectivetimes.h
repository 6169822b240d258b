// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"
#include "core/simulation/layercollectives.h"

namespace stagecraft {

// Ranks that share a layer, by kind of parallelism. A group of one rank has no communication.
struct LayerGroups {
    RankGroup tensor;
    RankGroup context;
    RankGroup expert;
};

// Returns the group of `count` devices of a cluster's group: the first one and every `stride`th after it.
RankGroup stridedRanks(const ClusterGroup& group, int first, int count, int stride);

// Returns the ranks that share a layer with device `first`: tensor-parallel ranks are adjacent, since they communicate
// most; then context-parallel, then expert-parallel ranks (Megatron-LM's order: tensor, context, expert, data,
// pipeline). `first` must be a multiple of the sizes inside it.
LayerGroups layerGroups(const ClusterGroup& group, int first, const LayerDegrees& degrees);

// Returns the time of one collective whose ranks begin together, without other traffic. A ring pass runs from rank to
// rank across nodes, at the speed of the slowest link.
Seconds timeOf(const LayerCollective& collective, const LayerGroups& groups);

// Collective times of one pass for one micro-batch.
struct PassTimes {
    Seconds waiting; // compute waits
    Seconds beside; // ring attention's passes, overlapped with compute
    std::array<Seconds, enumNames<CollectiveKind>.size()> by_kind {}; // sum of both
    std::array<Seconds, enumNames<CollectiveGroup>.size()> by_group {}; // sum of both

    Seconds total() const { return waiting + beside; }
    Seconds of(CollectiveKind kind) const { return by_kind[static_cast<std::size_t>(kind)]; }
    Seconds of(CollectiveGroup group) const { return by_group[static_cast<std::size_t>(group)]; }
    friend bool operator==(const PassTimes&, const PassTimes&) = default;
};

struct LayerCollectiveTimes {
    PassTimes forward;
    PassTimes backward;

    friend bool operator==(const LayerCollectiveTimes&, const LayerCollectiveTimes&) = default;
};

LayerCollectiveTimes timesOf(const std::vector<LayerCollective>& collectives, const LayerGroups& groups);

// Returns the exposed time of ring attention's passes, which last `passes` in total: each rank computes on as many
// equal blocks of keys as there are ranks, and receives the next block meanwhile (Liu et al. 2023, section 3).
// `attention`: its compute time on one rank, in the same pass. Blocks take equally long, as in causal attention if each
// rank has tokens of the beginning and of the end.
Seconds exposedPasses(Seconds passes, Seconds attention, int ranks);

// Returns the time that collectives add to a pass.
inline Seconds exposed(const PassTimes& times, Seconds attention, int context_ranks)
{
    return times.waiting + exposedPasses(times.beside, attention, context_ranks);
}

}
