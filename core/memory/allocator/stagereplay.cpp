// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/stagereplay.h"

#include "core/memory/allocator/stageallocations.h"

#include <algorithm>

namespace stagecraft {

bool canReplay(const ChainCosts& costs, LayerRange range)
{
    const auto known = [](const LayerCost& cost) { return static_cast<bool>(cost.traces); };
    return !costs.closedForm()
        && std::all_of(costs.layers.begin() + range.first, costs.layers.begin() + range.last, known);
}

StageReplay replayOperations(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                             CachingAllocator& allocator, const Replication& replication)
{
    StageAllocations stage(costs, range, allocator, replication);
    stage.step(operations);
    const Bytes reserved = allocator.peaks().reserved;
    allocator.restartPeaks();
    stage.step(operations);
    StageReplay replay;
    replay.peaks = allocator.peaks();
    replay.peaks.reserved = std::max(replay.peaks.reserved, reserved);
    replay.reserved_at_end = allocator.now().reserved;
    replay.fragmentation = allocator.fragmentation();
    replay.out_of_memory = stage.outOfMemory();
    return replay;
}

std::int64_t replayedMicroBatches(int pipeline_rank, int pipeline_ranks, std::int64_t micro_batches)
{
    const std::int64_t in_flight =
        inFlight(ScheduleKind::OneForwardOneBackward, pipeline_rank, pipeline_ranks, micro_batches);
    return std::min(micro_batches, 2 * in_flight + 2);
}

std::optional<StageReplay> replayStage(const ChainCosts& costs, LayerRange range, ScheduleKind schedule,
                                       int pipeline_rank, int pipeline_ranks, std::int64_t micro_batches,
                                       const AllocatorOptions& options, const Replication& replication)
{
    if (!canReplay(costs, range)) {
        return std::nullopt;
    }
    const auto replay = [&](std::int64_t count) {
        CachingAllocator allocator(options);
        return replayOperations(costs, range, operationsOf(schedule, pipeline_rank, pipeline_ranks, count), allocator,
                                replication);
    };
    constexpr std::int64_t most = 64;
    if (schedule == ScheduleKind::OneForwardOneBackward) {
        return replay(replayedMicroBatches(pipeline_rank, pipeline_ranks, micro_batches));
    }
    StageReplay result = replay(std::min(micro_batches, most));
    if (micro_batches <= most || result.out_of_memory) {
        return result;
    }
    const StageReplay half = replay(most / 2);
    const auto grow = [&](Bytes& bytes, Bytes before) {
        bytes += (bytes - before) * (micro_batches - most) / (most / 2);
    };
    grow(result.peaks.requested, half.peaks.requested);
    grow(result.peaks.allocated, half.peaks.allocated);
    grow(result.peaks.reserved, half.peaks.reserved);
    grow(result.reserved_at_end, half.reserved_at_end);
    result.out_of_memory = options.limit && result.peaks.reserved > *options.limit;
    return result;
}

}
