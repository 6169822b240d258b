// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/collectives.h"
#include "core/simulation/layercollectives.h"

namespace stagecraft {

// The ranks that share a layer, by what they share it for. A group of one has nothing to send.
struct LayerGroups {
    RankGroup tensor;
    RankGroup context;
    RankGroup expert;
};

// `count` devices of a cluster's group, the first and each `stride`th after it.
RankGroup stridedRanks(const ClusterGroup& group, int first, int count, int stride);

// Where the ranks that share a layer with device `first` lie: tensor ranks side by side, since they send most; then
// context ranks, then expert ranks (Megatron-LM's order: tensor, context, expert, data, pipeline). `first` must be a
// multiple of what lies inside it.
LayerGroups layerGroups(const ClusterGroup& group, int first, const LayerDegrees& degrees);

// What one of them takes if all ranks begin together and nothing else is sent. A ring pass goes from rank to rank,
// whatever the nodes, at the pace of the slowest link.
Seconds timeOf(const LayerCollective& collective, const LayerGroups& groups);

// What the collectives of one pass take for one micro-batch.
struct PassTimes {
    Seconds waiting; // compute stands still meanwhile
    Seconds beside; // ring attention's passes, beside its compute
    std::array<Seconds, enumNames<CollectiveKind>.size()> by_kind {}; // of both
    std::array<Seconds, enumNames<CollectiveGroup>.size()> by_group {}; // the same

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

// What compute does not hide of ring attention's passes, which take `passes` in all: it works on as many equal blocks
// of keys as there are ranks, and while it does on one the next arrives (Liu et al. 2023, section 3). `attention`: its
// compute on one rank, of the same pass. Blocks take equally long, as those of causal attention do where each rank has
// tokens of the beginning and of the end.
Seconds exposedPasses(Seconds passes, Seconds attention, int ranks);

// By how much collectives make a pass longer.
inline Seconds exposed(const PassTimes& times, Seconds attention, int context_ranks)
{
    return times.waiting + exposedPasses(times.beside, attention, context_ranks);
}

}
