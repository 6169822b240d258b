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

// Result of replaying a stage's allocations on the caching allocator, without libraries and CUDA context.
struct StageReplay {
    AllocatorBytes peaks; // requested and allocated: second step; reserved: all steps
    Bytes reserved_at_end;
    double fragmentation = 0; // share of the reserved peak not allocated to tensors
    bool out_of_memory = false; // the other fields then describe the time before

    friend bool operator==(const StageReplay&, const StageReplay&) = default;
};

// True if all layers have allocation traces, which a replay needs.
bool canReplay(const ChainCosts& costs, LayerRange range);

// Replays two training steps of a stage on `allocator`, which must be new: parameters and buffers first, then two
// steps; optimizer states are allocated in the first step while gradients exist. Operations use the layers' traces and
// follow the ledger (walkLedger(), whose peak equals the peak of the requested bytes except for scalars).
// `replication`: with Replication::shards_masters, FSDP2's extra streams are modeled. Needs canReplay().
StageReplay replayOperations(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                             CachingAllocator& allocator, const Replication& replication = {});

// Returns the number of micro-batches after which a 1F1B replay of a stage repeats itself: see replayStage().
std::int64_t replayedMicroBatches(int pipeline_rank, int pipeline_ranks, std::int64_t micro_batches);

// Replays stage `pipeline_rank` of `pipeline_ranks` with only as many micro-batches as matter: with q in flight, 1F1B
// repeats the same requests among the same live tensors from micro-batch q on, so it is replayed until each micro-batch
// in flight has been replaced: 2 q + 2. For GPipe, whose forward passes accumulate evenly, the first 64 are replayed;
// each further one adds the average of the last 32. Empty if a layer has no traces. O(events of the stage's traces x
// replayed micro-batches).
std::optional<StageReplay> replayStage(const ChainCosts& costs, LayerRange range, ScheduleKind schedule,
                                       int pipeline_rank, int pipeline_ranks, std::int64_t micro_batches,
                                       const AllocatorOptions& options = {}, const Replication& replication = {});

}
