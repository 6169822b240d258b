// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

namespace stagecraft::schedules {

// Naive model parallelism: one micro-batch at a time runs through all stages and back.
const ScheduleRules sequential {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations =
        [](const PipelineShape& shape, int stage) {
            return flushed(alternating(stage, 0, shape.micro_batches), stage, shape.micro_batches);
        },
    .weights = freshWeights,
    .in_flight = [](const PipelineShape&, int) { return std::int64_t(1); },
    .in_rounds = true,
};

}
