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

// Memory that the caching allocator reserves for a stage of a plan.
struct ReservedMemory {
    Bytes reserved;
    double fragmentation = 0; // fraction without a tensor at the peak
};

// Returns the replay of a plan's stage. `known`: cache of replays with the same `costs`, or null.
std::optional<StageReplay> replayed(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                    const Replication& replication, const AllocatorOptions& options,
                                    ChainReplays* known = nullptr);

// True if the allocation order of a plan is known. Plans with other schedules, with training options, or of some
// frameworks are not replayed.
bool mayReplay(const Problem& problem, const Plan& plan);

// Returns the number of layer passes in a replay of all stages, for schedules with hasClosedForm(). A replay does some
// 40,000 a second, so plans with more than mostReplayedPasses are not replayed.
std::int64_t replayedPasses(const Plan& plan);
inline constexpr std::int64_t mostReplayedPasses = 400'000;

// Replays the stage's allocations. The allocator frees empty segments when the device is full, so a replay that exceeds
// `available` is repeated within that limit: if it succeeds, `reserved` is within the limit, otherwise it is the amount
// without a limit. Empty on CPUs, which have no caching allocator; if the allocations are unknown (layer tables,
// measurements without traces, layers whose traces follow no rule); for plans with more passes than mostReplayedPasses;
// and if the replay differs from `peak`, the ledger's, by more than 2 %. `known`: cache of replays with the same
// `costs`, or null.
std::optional<ReservedMemory> replayedMemory(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                             const Replication& replication, DeviceKind kind, Bytes peak,
                                             Bytes available, bool expandable_segments, ChainReplays* known = nullptr);

}
