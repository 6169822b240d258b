// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schedule/operation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// Input of a schedule.
struct PipelineShape {
    int pipeline_ranks = 1;
    int stages = 1; // stages of the model's chain; pipeline ranks x v with v stages per pipeline rank
    std::int64_t micro_batches = 1; // per step
    // Consecutive steps without a flush; 1 for schedules that flush.
    int steps = 1;
    // Most micro-batches whose activations fit, for schedules that use it: the D of DAPPLE.
    std::optional<std::int64_t> in_flight_limit {};
    // Input stages of each stage, by stage; empty: a chain. Only GraphPipe has branches.
    std::vector<std::vector<int>> graph {};
};

// Stage of the chain on the pipeline rank that runs it. Bidirectional pipelines have each stage twice.
struct ScheduledStage {
    int chain_stage = 0; // index of the plan's stage
    int pipeline_rank = 0;
    int pipeline = 0;
    std::vector<int> before; // stages whose outputs it receives, by index
    std::vector<int> after; // stages that receive its output
};

// Operations of every pipeline rank in order, with their dependencies. A forward pass needs the forward passes of the
// stages before; a backward pass (or input gradient) needs its own forward pass and the backward passes of the stages
// after; a weight gradient needs its input gradient.
struct OperationOrder {
    std::vector<ScheduledStage> stages;
    std::vector<std::vector<Operation>> pipeline_ranks;
    // Short form, if all pipeline ranks work in rounds (ScheduleRules::in_rounds): initial forward passes by pipeline
    // rank. `pipeline_ranks` has empty lists then.
    std::vector<std::int64_t> ahead;
    bool local_losses = false; // backward passes wait for no other stage
    int pipelines = 1;
    int steps = 1;
    int draining_steps = 0; // number of last steps that are shorter than the others, without a flush
    std::int64_t micro_batches = 0; // over all steps

    int pipelineRankCount() const { return static_cast<int>(pipeline_ranks.size()); }
    bool inShort() const { return !ahead.empty(); }
    std::size_t operationCount() const;
};

// Operations of a pipeline rank that works in rounds, computed on demand.
struct PipelineRankRounds {
    int stage = 0;
    std::int64_t ahead = 1;
    std::int64_t micro_batches = 1;

    std::size_t size() const { return static_cast<std::size_t>(2 * micro_batches + 1); }
    Operation operator[](std::size_t index) const;
};

// Returns the rounds of a pipeline rank of an order in short form, and the order with all operations listed.
PipelineRankRounds roundsOf(const OperationOrder& order, int pipeline_rank);
OperationOrder writtenOut(OperationOrder order);

// Returns the stages of a chain, looped over the pipeline ranks: stage i on pipeline rank i mod pipeline ranks.
std::vector<ScheduledStage> loopedStages(const PipelineShape& shape);
// Returns stages that go down the pipeline ranks and up again: two stages each, pipeline rank r has stages r and 2 p -
// 1 - r.
std::vector<ScheduledStage> foldedStages(const PipelineShape& shape);
// Returns two pipelines over the same pipeline ranks, the second in the opposite direction; its stages follow the
// first's.
std::vector<ScheduledStage> bidirectionalStages(const PipelineShape& shape);
// Returns one stage per pipeline rank, connected as in the shape's graph.
std::vector<ScheduledStage> graphStages(const PipelineShape& shape);

// Returns the peak number of micro-batches between the forward pass and the end of the backward pass (the weight
// gradient, if separate), by stage.
std::vector<std::int64_t> mostInFlight(const OperationOrder& order);

// Returns the same by pipeline rank, in whole sets of activations: with v stages of one pipeline per rank, each counts
// 1/v.
std::vector<double> mostInFlightByRank(const OperationOrder& order);

}
