// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/hardware/cluster.h"
#include "core/memory/allocator/replaycache.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <optional>

namespace stagecraft {

// What the caching allocator needs for a stage of a plan.
struct ReservedMemory {
    Bytes reserved;
    double fragmentation = 0; // share of it without a tensor when it was reached
};

// The replay of a plan's stage; of `known`, if any, which is of `costs`.
std::optional<StageReplay> replayed(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                    const Replication& replication, const AllocatorOptions& options,
                                    ChainReplays* known = nullptr);

// Whether the order of a plan's allocations is known: those of other schedules, of options of training and of some
// frameworks are not replayed.
bool mayReplay(const Problem& problem, const Plan& plan);

// Passes of layers that a replay of all stages goes through, under schedules that hasClosedForm(); some 40,000 take a
// second, so no more than mostReplayedPasses are replayed.
std::int64_t replayedPasses(const Plan& plan);
inline constexpr std::int64_t mostReplayedPasses = 400'000;

// By a replay of the stage's allocations. Segments that nothing lies in go back when the device has no more, so where
// the replay goes beyond `available` it is done again within that: if it gets through, `reserved` is within it, and
// else it is what the stage would have taken. Nothing on CPUs, which have no caching allocator, where the allocations
// are not known (layer tables, measurements without traces, layers whose traces follow no rule), of plans with more
// passes than mostReplayedPasses, and where what is replayed is more than 2 % off `peak`, the ledger's. `known`: of
// `costs`, where replays are kept.
std::optional<ReservedMemory> replayedMemory(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                             const Replication& replication, DeviceKind kind, Bytes peak,
                                             Bytes available, bool expandable_segments, ChainReplays* known = nullptr);

}
