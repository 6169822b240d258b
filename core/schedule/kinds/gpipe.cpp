// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

namespace stagecraft::schedules {

// Huang et al. 2019, "GPipe": all forward passes, then all backward passes.
const ScheduleRules gpipe {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations =
        [](const PipelineShape& shape, int stage) {
            return flushed(alternating(stage, shape.micro_batches, shape.micro_batches), stage, shape.micro_batches);
        },
    .weights = freshWeights,
    .in_flight = [](const PipelineShape& shape, int) { return shape.micro_batches; },
    .in_rounds = true,
};

}
