// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// Fan et al. 2021, "DAPPLE", early backward scheduling: K_s micro-batches go forward before the first backward pass,
// limited by memory (D). Policy A: K_s = p - s; policy B: K_s = 2 (p - s) - 1, which hides communication
// (reconstruction).
namespace stagecraft::schedules {

namespace {

// `ahead`: K_s without the memory limit.
std::int64_t aheadOf(const PipelineShape& shape, std::int64_t ahead)
{
    const std::int64_t limit = std::max<std::int64_t>(1, shape.in_flight_limit.value_or(shape.micro_batches));
    return std::min({ahead, limit, shape.micro_batches});
}

Operations earlyBackward(const PipelineShape& shape, int stage, std::int64_t ahead)
{
    return flushed(alternating(stage, aheadOf(shape, ahead) - 1, shape.micro_batches), stage, shape.micro_batches);
}

}

const ScheduleRules dappleA {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape,
                     int stage) { return earlyBackward(shape, stage, shape.pipeline_ranks - stage); },
    .weights = freshWeights,
    .in_flight = [](const PipelineShape& shape, int stage) { return aheadOf(shape, shape.pipeline_ranks - stage); },
    .in_rounds = true,
};

const ScheduleRules dappleB {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape,
                     int stage) { return earlyBackward(shape, stage, 2 * (shape.pipeline_ranks - stage) - 1); },
    .weights = freshWeights,
    .in_flight = [](const PipelineShape& shape,
                    int stage) { return aheadOf(shape, 2 * (shape.pipeline_ranks - stage) - 1); },
    .in_rounds = true,
};

}
