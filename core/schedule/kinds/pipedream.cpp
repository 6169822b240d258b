// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"
#include "core/words/schedule.h"

#include <algorithm>

// Narayanan et al. 2019, "PipeDream": 1F1B without a flush, in which each micro-batch is a step. A stage keeps the
// weights of every micro-batch in flight, so that its forward and backward pass use the same version (weight stashing);
// with vertical sync all stages use the version with which the micro-batch entered.
namespace stagecraft::schedules {

namespace {

Operations updateEachMicroBatch(const PipelineShape& shape, int stage)
{
    return streamed(shape, stage, 1);
}

// One version per warm-up forward pass, and the newest (runtime.py: versions = warm-up + 1).
WeightUse stashed(const PipelineShape& shape, int stage)
{
    const std::int64_t depth = shape.pipeline_ranks - 1 - stage;
    return {.versions = depth + 1, .staleness = depth};
}

}

const ScheduleRules pipeDream {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = updateEachMicroBatch,
    .weights = stashed,
    .in_flight = stagesLeft,
    .flushes = false,
    .changes_training = true,
};

const ScheduleRules pipeDreamVertical {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = updateEachMicroBatch,
    .weights =
        [](const PipelineShape& shape, int stage) {
            WeightUse use = stashed(shape, stage);
            use.staleness = shape.pipeline_ranks - 1;
            // Later stages keep the version with which the first stage began.
            use.versions = shape.pipeline_ranks;
            return use;
        },
    .in_flight = stagesLeft,
    .flushes = false,
    .changes_training = true,
};

// Narayanan et al. 2021, "Memory-Efficient Pipeline-Parallel DNN Training" (2BW): a step has the gradients of m
// micro-batches; two versions suffice, since every micro-batch in flight began with one of the last two:
// W(t+1) = W(t) - lr grad(W(t-1)).
const ScheduleRules twoBufferedWeights {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = oneStagePerRank(shape)) {
            return refusal;
        }
        if (shape.micro_batches >= shape.pipeline_ranks) {
            return std::nullopt;
        }
        return ShapeRefusal {say(words::schedule::micro_batches_of_a_step, shape.pipeline_ranks, shape.micro_batches),
                             say(words::schedule::micro_batches, shape.pipeline_ranks)};
    },
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape, int stage) { return streamed(shape, stage, shape.micro_batches); },
    .weights = [](const PipelineShape& shape,
                  int) { return shape.pipeline_ranks == 1 ? WeightUse {} : WeightUse {.versions = 2, .staleness = 1}; },
    .in_flight = stagesLeft,
    .flushes = false,
    .changes_training = true,
};

}
