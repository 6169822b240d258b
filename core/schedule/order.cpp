// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

// Builds a chain of `count` stages; pipeline_rank(i) returns the pipeline rank of stage i.
template <typename PipelineRank>
std::vector<ScheduledStage> chainOf(int count, PipelineRank pipeline_rank)
{
    std::vector<ScheduledStage> stages(at(count));
    for (int i = 0; i < count; ++i) {
        ScheduledStage& stage = stages[at(i)];
        stage.chain_stage = i;
        stage.pipeline_rank = pipeline_rank(i);
        if (i > 0) {
            stage.before = {i - 1};
        }
        if (i + 1 < count) {
            stage.after = {i + 1};
        }
    }
    return stages;
}

}

std::size_t OperationOrder::operationCount() const
{
    return std::accumulate(pipeline_ranks.begin(), pipeline_ranks.end(), std::size_t(0),
                           [](std::size_t sum, const auto& operations) { return sum + operations.size(); });
}

Operation PipelineRankRounds::operator[](std::size_t index) const
{
    const auto i = static_cast<std::int64_t>(index);
    if (i < ahead) {
        return {OperationKind::Forward, i, stage};
    }
    const std::int64_t behind = i - ahead; // index from the first backward pass on
    if (behind >= 2 * (micro_batches - ahead)) {
        const bool passes = i < 2 * micro_batches;
        return {passes ? OperationKind::Backward : OperationKind::Update,
                passes ? i - micro_batches : micro_batches - 1, stage};
    }
    const bool back = behind % 2 == 0;
    return {back ? OperationKind::Backward : OperationKind::Forward, behind / 2 + (back ? 0 : ahead), stage};
}

PipelineRankRounds roundsOf(const OperationOrder& order, int pipeline_rank)
{
    return {pipeline_rank, order.ahead[at(pipeline_rank)], order.micro_batches};
}

OperationOrder writtenOut(OperationOrder order)
{
    for (int pipeline_rank = 0; pipeline_rank < order.pipelineRankCount(); ++pipeline_rank) {
        const PipelineRankRounds rounds = roundsOf(order, pipeline_rank);
        order.pipeline_ranks[at(pipeline_rank)].reserve(rounds.size());
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            order.pipeline_ranks[at(pipeline_rank)].push_back(rounds[i]);
        }
    }
    order.ahead.clear();
    return order;
}

std::vector<ScheduledStage> loopedStages(const PipelineShape& shape)
{
    return chainOf(shape.stages, [&](int i) { return i % shape.pipeline_ranks; });
}

std::vector<ScheduledStage> foldedStages(const PipelineShape& shape)
{
    return chainOf(shape.stages,
                   [&](int i) { return i < shape.pipeline_ranks ? i : 2 * shape.pipeline_ranks - 1 - i; });
}

std::vector<ScheduledStage> bidirectionalStages(const PipelineShape& shape)
{
    auto stages = chainOf(shape.stages, [](int i) { return i; });
    for (int i = 0; i < shape.stages; ++i) {
        ScheduledStage stage = stages[at(i)];
        stage.pipeline_rank = shape.pipeline_ranks - 1 - i;
        stage.pipeline = 1;
        for (int& other : stage.before) {
            other += shape.stages;
        }
        for (int& other : stage.after) {
            other += shape.stages;
        }
        stages.push_back(std::move(stage));
    }
    return stages;
}

std::vector<ScheduledStage> graphStages(const PipelineShape& shape)
{
    auto stages = chainOf(shape.stages, [](int i) { return i; });
    if (shape.graph.empty()) {
        return stages;
    }
    for (ScheduledStage& stage : stages) {
        stage.after.clear();
    }
    for (int i = 0; i < shape.stages; ++i) {
        stages[at(i)].before = shape.graph[at(i)];
        for (const int other : shape.graph[at(i)]) {
            stages[at(other)].after.push_back(i);
        }
    }
    return stages;
}

namespace {

// Calls changed(pipeline_rank, stage, change) whenever a stage has one micro-batch more or less in flight. The saved
// activations are freed with the backward pass, or with its second half.
template <typename Change>
void followActivations(const OperationOrder& order, Change changed)
{
    for (int p = 0; p < order.pipelineRankCount(); ++p) {
        for (const Operation& operation : order.pipeline_ranks[at(p)]) {
            if (operation.kind == OperationKind::Forward) {
                changed(p, operation.stage, 1);
            } else if (operation.kind == OperationKind::Backward || operation.kind == OperationKind::WeightGradient) {
                changed(p, operation.stage, -1);
            }
        }
    }
}

}

std::vector<std::int64_t> mostInFlight(const OperationOrder& order)
{
    std::vector<std::int64_t> alive(order.stages.size(), 0);
    std::vector<std::int64_t> most(order.stages.size(), 0);
    followActivations(order, [&](int, int stage, int change) {
        alive[at(stage)] += change;
        most[at(stage)] = std::max(most[at(stage)], alive[at(stage)]);
    });
    return most;
}

std::vector<double> mostInFlightByRank(const OperationOrder& order)
{
    std::vector<std::int64_t> alive(order.pipeline_ranks.size(), 0);
    std::vector<std::int64_t> most(order.pipeline_ranks.size(), 0);
    followActivations(order, [&](int pipeline_rank, int, int change) {
        alive[at(pipeline_rank)] += change;
        most[at(pipeline_rank)] = std::max(most[at(pipeline_rank)], alive[at(pipeline_rank)]);
    });
    const double parts =
        static_cast<double>(order.stages.size()) / order.pipelines / static_cast<double>(order.pipeline_ranks.size());
    std::vector<double> whole;
    for (const std::int64_t count : most) {
        whole.push_back(static_cast<double>(count) / parts);
    }
    return whole;
}

}
