// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schedule/operation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// What a schedule is asked for.
struct PipelineShape {
    int pipeline_ranks = 1;
    int stages = 1; // of the model's chain; pipeline ranks x v where a pipeline rank holds v of them
    std::int64_t micro_batches = 1; // of one step
    // Steps that follow one another without a flush. Schedules that flush have one.
    int steps = 1;
    // Most micro-batches whose activations fit, where the schedule asks for it: the D of DAPPLE.
    std::optional<std::int64_t> in_flight_limit {};
    // The stages that each stage takes its input from, by stage; empty: a chain. Only GraphPipe has branches.
    std::vector<std::vector<int>> graph {};
};

// A stage of the chain on the pipeline rank where it runs. Bidirectional pipelines have each stage twice.
struct ScheduledStage {
    int chain_stage = 0; // which stage of the plan
    int pipeline_rank = 0;
    int pipeline = 0;
    std::vector<int> before; // whose output it takes, by index
    std::vector<int> after; // who takes its output
};

// Which operations, on which pipeline rank, in which order, depending on what. A forward needs those of the stages
// before, a backward (or input gradient) its own forward and those of the stages after, a weight gradient its input
// gradient.
struct OperationOrder {
    std::vector<ScheduledStage> stages;
    std::vector<std::vector<Operation>> pipeline_ranks;
    // In short, where all pipeline ranks work in rounds (ScheduleRules::in_rounds): the forwards that each begins with.
    // What they do is left out of `pipeline_ranks` then.
    std::vector<std::int64_t> ahead;
    bool local_losses = false; // backward waits for no other stage
    int pipelines = 1;
    int steps = 1;
    int draining_steps = 0; // without a flush: so many last ones are shorter than the others
    std::int64_t micro_batches = 0; // of all steps

    int pipelineRankCount() const { return static_cast<int>(pipeline_ranks.size()); }
    bool inShort() const { return !ahead.empty(); }
    std::size_t operationCount() const;
};

// What a pipeline rank does that works in rounds, without a list of it.
struct PipelineRankRounds {
    int stage = 0;
    std::int64_t ahead = 1;
    std::int64_t micro_batches = 1;

    std::size_t size() const { return static_cast<std::size_t>(2 * micro_batches + 1); }
    Operation operator[](std::size_t index) const;
};

// Of an order in short: of one of its places, and the order with all that they do.
PipelineRankRounds roundsOf(const OperationOrder& order, int pipeline_rank);
OperationOrder writtenOut(OperationOrder order);

// The stages of a chain, looped over the pipeline ranks: stage i on pipeline rank i mod pipeline ranks.
std::vector<ScheduledStage> loopedStages(const PipelineShape& shape);
// Down the pipeline ranks and up again: two stages each, pipeline rank r has stages r and 2 p - 1 - r.
std::vector<ScheduledStage> foldedStages(const PipelineShape& shape);
// Two pipelines through the same places, the second in the opposite direction; its stages come behind the first's.
std::vector<ScheduledStage> bidirectionalStages(const PipelineShape& shape);
// A stage a pipeline rank, joined as the shape's graph says.
std::vector<ScheduledStage> graphStages(const PipelineShape& shape);

// Most micro-batches between the forward and the end of the backward pass (the weight gradient, where that is apart) of
// each stage, by stage.
std::vector<std::int64_t> mostInFlight(const OperationOrder& order);

// The same for a pipeline rank, in whole sets of activations: where it holds v stages of one pipeline, each counts 1/v.
std::vector<double> mostInFlightByRank(const OperationOrder& order);

}
