// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace stagecraft::schedules {

namespace {

// Returns the forward passes of a whole mini-batch, alternating with the backward passes of one: n micro-batches
// forward per mini-batch backward. Stage s runs p - 1 - s mini-batches forward before the first one returns, as 1F1B
// does with micro-batches.
Operations manyForwardsOneBackward(const PipelineShape& shape, int stage)
{
    const std::int64_t m = shape.micro_batches;
    Operations operations;
    for (const Operation& whole : alternating(stage, shape.pipeline_ranks - 1 - stage, shape.steps)) {
        for (std::int64_t i = 0; i < m; ++i) {
            operations.push_back({whole.kind, whole.micro_batch * m + i, stage});
        }
        if (whole.kind == OperationKind::Backward) {
            operations.push_back({OperationKind::Update, whole.micro_batch * m + m - 1, stage});
        }
    }
    return operations;
}

}

// Dutta et al. 2024, "TiMePReSt": no weights are stashed for mini-batches in flight, the backward pass uses the newest
// (reconstruction of the nF1B order).
const ScheduleRules timePreSt {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = manyForwardsOneBackward,
    .weights =
        [](const PipelineShape& shape, int stage) {
            return WeightUse {.versions = 1, .staleness = shape.pipeline_ranks - 1 - stage}; // forward pass only
        },
    .in_flight = [](const PipelineShape& shape,
                    int stage) { return shape.micro_batches * std::min(shape.steps, shape.pipeline_ranks - stage); },
    .flushes = false,
    .whole_mini_batches = true,
    .changes_training = true,
};

}
