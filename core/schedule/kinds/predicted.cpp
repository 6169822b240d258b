// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// 1F1B without a flush and with one version of the weights: the weights at the arrival of the gradients are predicted
// from the optimizer's moments, into additional copies.
namespace stagecraft::schedules {

// Chen et al. 2018, "Efficient and Robust Parallel DNN Training through Model Parallelism on Multi-GPU Platform": each
// micro-batch is a step; stage k predicts floor(k / 2) + p - k - 1 steps ahead in the forward pass and floor(k / 2) in
// the backward pass.
const ScheduleRules specTrain {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape, int stage) { return streamed(shape, stage, 1); },
    .weights =
        [](const PipelineShape& shape, int stage) {
            const int half = stage / 2;
            return WeightUse {.versions = 1,
                              .predicted = shape.pipeline_ranks > 1 ? 1 : 0,
                              .forward_distance = half + shape.pipeline_ranks - stage - 1,
                              .backward_distance = half};
        },
    .in_flight = stagesLeft,
    .flushes = false,
    .changes_training = true,
};

// Guan et al. 2019, "XPipe": the m micro-batches of a mini-batch make a step, and consecutive mini-batches overlap.
// Both passes of a mini-batch use the weights predicted for its first micro-batch: as many steps ahead as other
// mini-batches begin before its own step is done (derived). Each mini-batch in flight has its own copy.
const ScheduleRules xPipe {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape, int stage) { return streamed(shape, stage, shape.micro_batches); },
    .weights =
        [](const PipelineShape& shape, int stage) {
            // Micro-batches between forward and backward pass.
            const std::int64_t ahead = shape.pipeline_ranks - 1 - stage;
            const std::int64_t distance = (ahead + shape.micro_batches - 1) / shape.micro_batches;
            return WeightUse {
                .versions = 1, .predicted = distance > 0 ? distance + 1 : 0, .forward_distance = distance};
        },
    .in_flight = stagesLeft,
    .flushes = false,
    .changes_training = true,
};

}
