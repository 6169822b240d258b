// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// 1F1B without a flush on one version of the weights: what they will be when the gradients arrive is predicted, from
// the optimizer's moments, into further copies.
namespace stagecraft::schedules {

// Chen et al. 2018, "Efficient and Robust Parallel DNN Training through Model Parallelism on Multi-GPU Platform": each
// micro-batch is a step; stage k predicts floor(k / 2) + p - k - 1 steps ahead forward and floor(k / 2) backward.
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

// Guan et al. 2019, "XPipe": the m micro-batches of a mini-batch make a step, those of neighboring ones overlap. All
// of a mini-batch use the weights predicted for its first one, both ways: as many steps ahead as further mini-batches
// are begun before its own step is done (derived). Each mini-batch in flight keeps its own.
const ScheduleRules xPipe {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape, int stage) { return streamed(shape, stage, shape.micro_batches); },
    .weights =
        [](const PipelineShape& shape, int stage) {
            const std::int64_t ahead = shape.pipeline_ranks - 1 - stage; // micro-batches between forward and backward
            const std::int64_t distance = (ahead + shape.micro_batches - 1) / shape.micro_batches;
            return WeightUse {
                .versions = 1, .predicted = distance > 0 ? distance + 1 : 0, .forward_distance = distance};
        },
    .in_flight = stagesLeft,
    .flushes = false,
    .changes_training = true,
};

}
