// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"
#include "core/words/schedule.h"

#include <algorithm>

// Narayanan et al. 2021, "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM": each
// pipeline rank has v stages, and the chain visits the pipeline ranks v times. Micro-batches are processed in groups:
// one stage finishes a whole group before the next stage of the pipeline rank begins it.
namespace stagecraft::schedules {

namespace {

std::optional<ShapeRefusal> loops(const PipelineShape& shape)
{
    if (shape.stages % shape.pipeline_ranks == 0 && shape.stages > shape.pipeline_ranks) {
        return std::nullopt;
    }
    const int nearest =
        std::max(2, (shape.stages + shape.pipeline_ranks / 2) / shape.pipeline_ranks) * shape.pipeline_ranks;
    return ShapeRefusal {say(words::schedule::same_number_of_stages, shape.pipeline_ranks, shape.stages),
                         say(words::schedule::stages, nearest)};
}

// Returns the forward passes of a pipeline rank before the one that directly precedes its first backward pass. `early`:
// additional ones.
std::int64_t warmUp(const PipelineShape& shape, int pipeline_rank, std::int64_t group, std::int64_t early)
{
    const std::int64_t v = shape.stages / shape.pipeline_ranks;
    return std::min(shape.micro_batches * v,
                    2 * std::int64_t(shape.pipeline_ranks - 1 - pipeline_rank) + (v - 1) * group + early);
}

// Returns the operations of a pipeline rank, with groups of `group` micro-batches.
Operations interleavedOperations(const PipelineShape& shape, int pipeline_rank, std::int64_t group,
                                 std::int64_t early = 0)
{
    const std::int64_t p = shape.pipeline_ranks;
    const std::int64_t v = shape.stages / p;
    const std::int64_t all = shape.micro_batches * v;
    const std::int64_t warm_up = warmUp(shape, pipeline_rank, group, early);
    const auto forward = [&](std::int64_t step) -> Operation {
        const std::int64_t chunk = step % (group * v) / group;
        return {OperationKind::Forward, step / (group * v) * group + step % group,
                static_cast<int>(chunk * p + pipeline_rank)};
    };
    const auto backward = [&](std::int64_t step) -> Operation {
        const std::int64_t chunk = v - 1 - step % (group * v) / group;
        return {OperationKind::Backward, step / (group * v) * group + step % group,
                static_cast<int>(chunk * p + pipeline_rank)};
    };
    Operations operations;
    operations.reserve(at(2 * all + v));
    for (std::int64_t step = 0; step < all + warm_up; ++step) {
        if (step < all) {
            operations.push_back(forward(step));
        }
        if (step >= warm_up) {
            operations.push_back(backward(step - warm_up));
        }
    }
    for (int stage = pipeline_rank; stage < shape.stages; stage += shape.pipeline_ranks) {
        operations.push_back({OperationKind::Update, shape.micro_batches - 1, stage});
    }
    return operations;
}

std::int64_t interleavedFilled(const PipelineShape& shape, int pipeline_rank, int chunk, std::int64_t group,
                               std::int64_t early = 0)
{
    const std::int64_t v = shape.stages / shape.pipeline_ranks;
    const std::int64_t forwards = std::min(shape.micro_batches * v, warmUp(shape, pipeline_rank, group, early) + 1);
    const std::int64_t begun = std::clamp<std::int64_t>(forwards % (group * v) - chunk * group, 0, group);
    return forwards / (group * v) * group + begun;
}

// PyTorch's ScheduleInterleaved1F1B: as many rounds as there are groups of p micro-batches, all of one size.
std::int64_t roundsOf(const PipelineShape& shape)
{
    return std::max<std::int64_t>(1, shape.micro_batches / shape.pipeline_ranks);
}

}

const ScheduleRules interleaved {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = loops(shape)) {
            return refusal;
        }
        return microBatchesByRanks(shape, words::schedule::micro_batches_or_rounds);
    },
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape,
                     int pipeline_rank) { return interleavedOperations(shape, pipeline_rank, shape.pipeline_ranks); },
    .weights = freshWeights,
    .filled = [](const PipelineShape& shape, int pipeline_rank,
                 int chunk) { return interleavedFilled(shape, pipeline_rank, chunk, shape.pipeline_ranks); },
    .stages_per_rank = 0,
};

const ScheduleRules interleavedRounds {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = loops(shape)) {
            return refusal;
        }
        const std::int64_t rounds = roundsOf(shape);
        if (shape.micro_batches % rounds == 0) {
            return std::nullopt;
        }
        const std::int64_t nearest = (shape.micro_batches + rounds / 2) / rounds * rounds;
        return ShapeRefusal {say(words::schedule::multiple_of_rounds, shape.micro_batches, rounds),
                             say(words::schedule::micro_batches, nearest)};
    },
    .stages = loopedStages,
    .operations =
        [](const PipelineShape& shape, int pipeline_rank) {
            return interleavedOperations(shape, pipeline_rank, shape.micro_batches / roundsOf(shape));
        },
    .weights = freshWeights,
    .filled =
        [](const PipelineShape& shape, int pipeline_rank, int chunk) {
            return interleavedFilled(shape, pipeline_rank, chunk, shape.micro_batches / roundsOf(shape));
        },
    .stages_per_rank = 0,
};

// NVIDIA/Megatron-LM of August 2026, megatron/core/pipeline_parallel/combined_1f1b.py: Interleaved, or with one
// pipeline rank one micro-batch after another, with one more forward pass before the first backward pass
// (get_pp_rank_microbatches() in schedules.py), so that consecutive forward and backward passes are independent.
const ScheduleRules combined {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (shape.pipeline_ranks == 1 && shape.stages == 1) {
            return std::nullopt;
        }
        if (auto refusal = loops(shape)) {
            return refusal;
        }
        return microBatchesByRanks(shape);
    },
    .stages = loopedStages,
    .operations =
        [](const PipelineShape& shape, int pipeline_rank) {
            return interleavedOperations(shape, pipeline_rank, shape.pipeline_ranks, 1);
        },
    .weights = freshWeights,
    .filled = [](const PipelineShape& shape, int pipeline_rank,
                 int chunk) { return interleavedFilled(shape, pipeline_rank, chunk, shape.pipeline_ranks, 1); },
    .stages_per_rank = 0,
    .combines_passes = true,
};

}
