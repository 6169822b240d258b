// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"

#include "core/words/schedule.h"

#include <algorithm>

namespace stagecraft::schedules {

std::optional<ShapeRefusal> oneStagePerRank(const PipelineShape& shape)
{
    if (shape.stages == shape.pipeline_ranks) {
        return std::nullopt;
    }
    return ShapeRefusal {say(words::schedule::one_stage_per_rank, shape.stages, shape.pipeline_ranks),
                         say(words::schedule::stages, shape.pipeline_ranks)};
}

std::optional<ShapeRefusal> bidirectionalPipelineRanks(const PipelineShape& shape)
{
    if (auto refusal = oneStagePerRank(shape); refusal || shape.pipeline_ranks % 2 == 0) {
        return refusal;
    }
    return ShapeRefusal {say(words::schedule::even_ranks, shape.pipeline_ranks),
                         say(words::schedule::pipeline_ranks, shape.pipeline_ranks + 1)};
}

std::optional<ShapeRefusal> microBatchesByRanks(const PipelineShape& shape, const PhraseOf<1>& nearest)
{
    if (shape.micro_batches % shape.pipeline_ranks == 0) {
        return std::nullopt;
    }
    const std::int64_t multiple =
        std::max<std::int64_t>(1, (shape.micro_batches + shape.pipeline_ranks / 2) / shape.pipeline_ranks)
        * shape.pipeline_ranks;
    return ShapeRefusal {say(words::schedule::multiple_of_ranks, shape.micro_batches, shape.pipeline_ranks),
                         say(nearest, multiple)};
}

WeightUse freshWeights(const PipelineShape&, int)
{
    return {};
}

std::int64_t stagesLeft(const PipelineShape& shape, int stage)
{
    return std::min<std::int64_t>(shape.micro_batches * shape.steps, shape.pipeline_ranks - stage);
}

Operations alternating(int stage, std::int64_t warm_up, std::int64_t micro_batches)
{
    Operations operations;
    operations.reserve(at(2 * micro_batches + 1));
    std::int64_t forwards = 0;
    std::int64_t backwards = 0;
    while (forwards < std::min(warm_up, micro_batches)) {
        operations.push_back({OperationKind::Forward, forwards++, stage});
    }
    while (forwards < micro_batches) {
        operations.push_back({OperationKind::Forward, forwards++, stage});
        operations.push_back({OperationKind::Backward, backwards++, stage});
    }
    while (backwards < micro_batches) {
        operations.push_back({OperationKind::Backward, backwards++, stage});
    }
    return operations;
}

Operations flushed(Operations operations, int stage, std::int64_t micro_batches)
{
    operations.push_back({OperationKind::Update, micro_batches - 1, stage});
    return operations;
}

Operations streamed(const PipelineShape& shape, int stage, std::int64_t period)
{
    Operations updated;
    for (const Operation& operation :
         alternating(stage, shape.pipeline_ranks - 1 - stage, shape.micro_batches * shape.steps)) {
        updated.push_back(operation);
        if (operation.kind == OperationKind::Backward && (operation.micro_batch + 1) % period == 0) {
            updated.push_back({OperationKind::Update, operation.micro_batch, stage});
        }
    }
    return updated;
}

}
