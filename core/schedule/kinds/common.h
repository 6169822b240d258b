// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schedule/rules.h"
#include "core/words/schedule.h"

#include <vector>

// Helpers that several schedules share.
namespace stagecraft::schedules {

using Operations = std::vector<Operation>;

inline std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

// Accepts shapes with one stage per pipeline rank.
std::optional<ShapeRefusal> oneStagePerRank(const PipelineShape& shape);

// Accepts the same shapes with an even number of pipeline ranks, for two pipelines in opposite directions.
std::optional<ShapeRefusal> bidirectionalPipelineRanks(const PipelineShape& shape);

// Accepts multiples of the number of pipeline ranks as number of micro-batches. `nearest`: message that suggests the
// nearest one.
std::optional<ShapeRefusal> microBatchesByRanks(const PipelineShape& shape,
                                                const PhraseOf<1>& nearest = words::schedule::micro_batches);

// One version of the weights; gradients are applied to the weights that they were computed with.
WeightUse freshWeights(const PipelineShape& shape, int stage);

// Returns the micro-batches in flight at a stage of a 1F1B pipeline: the number of stages from this one on, at most all
// micro-batches of all steps.
std::int64_t stagesLeft(const PipelineShape& shape, int stage);

// Returns `warm_up` forward passes (at most all), then alternating forward and backward passes, then the remaining
// backward passes, for `micro_batches` micro-batches.
Operations alternating(int stage, std::int64_t warm_up, std::int64_t micro_batches);

// Appends an update.
Operations flushed(Operations operations, int stage, std::int64_t micro_batches);

// Returns 1F1B over all steps without a flush, with an update after every `period` backward passes.
Operations streamed(const PipelineShape& shape, int stage, std::int64_t period);

}
