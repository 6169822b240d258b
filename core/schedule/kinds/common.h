// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schedule/rules.h"
#include "core/words/schedule.h"

#include <vector>

// What several schedules have in common.
namespace stagecraft::schedules {

using Operations = std::vector<Operation>;

inline std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

// Any shape with one stage a pipeline rank.
std::optional<ShapeRefusal> oneStagePerRank(const PipelineShape& shape);

// The same with an even number of pipeline ranks, on which two pipelines lie in opposite directions.
std::optional<ShapeRefusal> bidirectionalPipelineRanks(const PipelineShape& shape);

// Micro-batches in groups of as many as there are pipeline ranks. `nearest`: tells the nearest number of them.
std::optional<ShapeRefusal> microBatchesByRanks(const PipelineShape& shape,
                                                const PhraseOf<1>& nearest = words::schedule::micro_batches);

// One copy of the weights, gradients of the weights that they are applied to.
WeightUse freshWeights(const PipelineShape& shape, int stage);

// Micro-batches in flight at a stage of a 1F1B pipeline: as many as stages are left, at most all. A stream never runs
// out of them.
std::int64_t stagesLeft(const PipelineShape& shape, int stage);

// `warm_up` forwards (at most all), then a forward and a backward in turn, then the backwards left, of `micro_batches`.
Operations alternating(int stage, std::int64_t warm_up, std::int64_t micro_batches);

// The same, with an update at the end.
Operations flushed(Operations operations, int stage, std::int64_t micro_batches);

// Of a stream of micro-batches without a flush: 1F1B over all steps, with an update after every `period` backwards.
Operations streamed(const PipelineShape& shape, int stage, std::int64_t period);

}
