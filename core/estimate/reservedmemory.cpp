// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/reservedmemory.h"

#include "core/framework/framework.h"
#include "core/memory/allocator/stagereplay.h"
#include "core/memory/stagepeaks.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// Returns bytes allocated during the whole step but not replayed.
Bytes untracedBytes(const ChainCosts& costs, LayerRange layers)
{
    Bytes most;
    for (int l = layers.first; l < layers.last; ++l) {
        most = std::max(most, costs.layers[static_cast<std::size_t>(l)].untraced);
    }
    return most;
}

}

std::optional<StageReplay> replayed(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                    const Replication& replication, const AllocatorOptions& options,
                                    ChainReplays* known)
{
    const int stages = static_cast<int>(plan.stages.size());
    return known != nullptr
        ? known->of(costs, {stage.layers, plan.schedule, stage.pipeline_rank, stages, plan.micro_batches, replication},
                    options)
        : replayStage(costs, stage.layers, plan.schedule, stage.pipeline_rank, stages, plan.micro_batches, options,
                      replication);
}

bool mayReplay(const Problem& problem, const Plan& plan)
{
    const ExecutionMode mode = modeOf(problem.constraints.framework);
    const bool pipelined = mode.pipelined_zero > 0 && plan.pipelineRanks() > 1; // gathers and reduces once per step
    return hasClosedForm(plan.schedule) && plan.training == TrainingOptions {} && mode.replays && !pipelined;
}

std::int64_t replayedPasses(const Plan& plan)
{
    std::int64_t all = 0;
    for (const Stage& stage : plan.stages) {
        const auto stages = static_cast<int>(plan.stages.size());
        all += 4 * inFlight(plan.schedule, stage.pipeline_rank, stages, plan.micro_batches) * stage.layers.count();
    }
    return all;
}

std::optional<ReservedMemory> replayedMemory(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                             const Replication& replication, DeviceKind kind, Bytes peak,
                                             Bytes available, bool expandable_segments, ChainReplays* known)
{
    if (kind == DeviceKind::Cpu || (hasClosedForm(plan.schedule) && replayedPasses(plan) > mostReplayedPasses)) {
        return std::nullopt;
    }
    const auto replay = [&](std::optional<Bytes> limit) {
        return replayed(costs, plan, stage, replication, {expandable_segments, limit}, known);
    };
    constexpr double faithful = 0.02;
    const Bytes untraced = untracedBytes(costs, stage.layers);
    const Bytes capacity = available - untraced;
    auto result = replay(std::nullopt);
    if (!result || std::abs((result->peaks.requested + untraced) / peak - 1) > faithful) {
        return std::nullopt;
    }
    if (result->peaks.reserved > capacity) {
        const auto within = replay(std::max(capacity, Bytes(0)));
        result = within->out_of_memory ? result : within;
    }
    // The replay counts tensors in blocks of 512 bytes.
    return ReservedMemory {std::max(result->peaks.reserved + untraced, peak), result->fragmentation};
}

}
