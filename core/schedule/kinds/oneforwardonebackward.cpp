// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

namespace stagecraft::schedules {

// Narayanan et al. 2021, "Memory-Efficient Pipeline-Parallel DNN Training" (PipeDream-Flush); Megatron-LM's
// forward_backward_pipelining_without_interleaving: stage s begins with p - 1 - s forward passes.
const ScheduleRules oneForwardOneBackward {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations =
        [](const PipelineShape& shape, int stage) {
            return flushed(alternating(stage, shape.pipeline_ranks - 1 - stage, shape.micro_batches), stage,
                           shape.micro_batches);
        },
    .weights = freshWeights,
    .in_flight = stagesLeft,
    .in_rounds = true,
};

}
