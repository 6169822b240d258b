// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/allocator/cachingallocator.h"
#include "core/memory/replication.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <span>

namespace stagecraft {

// What a stage's allocations come to in the caching allocator, without libraries and context.
struct StageReplay {
    AllocatorBytes peaks; // requested and allocated: of the second step; reserved: of all
    Bytes reserved_at_end;
    double fragmentation = 0; // share of the reserved peak without a tensor when it was reached
    bool out_of_memory = false; // the rest is then of the time before

    friend bool operator==(const StageReplay&, const StageReplay&) = default;
};

// True if the layers' allocation traces are known, which a replay needs.
bool canReplay(const ChainCosts& costs, LayerRange range);

// Sends what a stage allocates in two steps through `allocator`: parameters and buffers first, optimizer states in the
// first step where gradients are, then a second step, as the ledger walks through it (walkLedger(), to whose peak that
// of the requested bytes is equal but for scalars); each operation is that of the layers' traces. `allocator` must be
// new. Of `replication` what Replication::shards_masters says is followed, on streams of its own: FSDP2. Needs
// canReplay().
StageReplay replayOperations(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                             CachingAllocator& allocator, const Replication& replication = {});

// Micro-batches after which nothing new happens in the replay of a stage of 1F1B: see there.
std::int64_t replayedMicroBatches(int pipeline_rank, int pipeline_ranks, std::int64_t micro_batches);

// The same for stage `pipeline_rank` of `pipeline_ranks`, with as many micro-batches as change anything: with q in
// flight, 1F1B repeats the same requests among the same live tensors from micro-batch q on, so that it is replayed
// until each micro-batch in flight has been replaced: 2 q + 2. Of GPipe, whose forward passes pile up alike, the first
// 64 are replayed: each further one takes what the last 32 of these took on average. Nothing where a layer's traces are
// not known. O(events of the stage's traces x replayed micro-batches).
std::optional<StageReplay> replayStage(const ChainCosts& costs, LayerRange range, ScheduleKind schedule,
                                       int pipeline_rank, int pipeline_ranks, std::int64_t micro_batches,
                                       const AllocatorOptions& options = {}, const Replication& replication = {});

}
