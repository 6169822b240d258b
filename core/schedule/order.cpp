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

// A chain of `count` stages; place(i) says where stage i lies.
template <typename Place>
std::vector<ScheduledStage> chainOf(int count, Place place)
{
    std::vector<ScheduledStage> stages(at(count));
    for (int i = 0; i < count; ++i) {
        ScheduledStage& stage = stages[at(i)];
        stage.chain_stage = i;
        stage.place = place(i);
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
    return std::accumulate(places.begin(), places.end(), std::size_t(0),
                           [](std::size_t sum, const auto& operations) { return sum + operations.size(); });
}

Operation PlaceRounds::operator[](std::size_t index) const
{
    const auto i = static_cast<std::int64_t>(index);
    if (i < ahead) {
        return {OperationKind::Forward, i, stage};
    }
    const std::int64_t behind = i - ahead; // the first backward
    if (behind >= 2 * (micro_batches - ahead)) {
        const bool passes = i < 2 * micro_batches;
        return {passes ? OperationKind::Backward : OperationKind::Update,
                passes ? i - micro_batches : micro_batches - 1, stage};
    }
    const bool back = behind % 2 == 0;
    return {back ? OperationKind::Backward : OperationKind::Forward, behind / 2 + (back ? 0 : ahead), stage};
}

PlaceRounds roundsOf(const OperationOrder& order, int place)
{
    return {place, order.ahead[at(place)], order.micro_batches};
}

OperationOrder writtenOut(OperationOrder order)
{
    for (int place = 0; place < order.placeCount(); ++place) {
        const PlaceRounds rounds = roundsOf(order, place);
        order.places[at(place)].reserve(rounds.size());
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            order.places[at(place)].push_back(rounds[i]);
        }
    }
    order.ahead.clear();
    return order;
}

std::vector<ScheduledStage> loopedStages(const PipelineShape& shape)
{
    return chainOf(shape.stages, [&](int i) { return i % shape.places; });
}

std::vector<ScheduledStage> foldedStages(const PipelineShape& shape)
{
    return chainOf(shape.stages, [&](int i) { return i < shape.places ? i : 2 * shape.places - 1 - i; });
}

std::vector<ScheduledStage> opposedStages(const PipelineShape& shape)
{
    auto stages = chainOf(shape.stages, [](int i) { return i; });
    for (int i = 0; i < shape.stages; ++i) {
        ScheduledStage stage = stages[at(i)];
        stage.place = shape.places - 1 - i;
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

// Calls changed(place, stage, change) whenever a stage has one micro-batch more or less in flight. What the forward
// pass left goes with the backward pass, or with its second half.
template <typename Change>
void followActivations(const OperationOrder& order, Change changed)
{
    for (int p = 0; p < order.placeCount(); ++p) {
        for (const Operation& operation : order.places[at(p)]) {
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

std::vector<double> mostInFlightByPlace(const OperationOrder& order)
{
    std::vector<std::int64_t> alive(order.places.size(), 0);
    std::vector<std::int64_t> most(order.places.size(), 0);
    followActivations(order, [&](int place, int, int change) {
        alive[at(place)] += change;
        most[at(place)] = std::max(most[at(place)], alive[at(place)]);
    });
    const double parts =
        static_cast<double>(order.stages.size()) / order.pipelines / static_cast<double>(order.places.size());
    std::vector<double> whole;
    for (const std::int64_t count : most) {
        whole.push_back(static_cast<double>(count) / parts);
    }
    return whole;
}

}
