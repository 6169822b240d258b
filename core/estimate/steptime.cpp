// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/steptime.h"

#include "core/estimate/zeroexchange.h"
#include "core/hardware/hostlink.h"
#include "core/simulation/gradientreduction.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace stagecraft {

namespace {

Seconds bounded(const Timing& timing, TimeBound bound)
{
    switch (bound) {
    case TimeBound::Low:
        return std::max(Seconds(0), timing.median - timing.spread);
    case TimeBound::High:
        return timing.median + timing.spread;
    case TimeBound::Middle:
        break;
    }
    return timing.median;
}

// The link of the slowest of `count` pairs of devices x and x + distance, x from `first` on; distance >= count. Some
// pair crosses nodes exactly if the first device and the last one lie on two.
LinkSpeed slowestPair(const ClusterGroup& group, int first, int count, int distance)
{
    return speedOf(linkBetween(group, first, first + distance + count - 1));
}

// What of the reduction of the stage's gradients stays after its last backward.
Seconds exposedReduction(const ChainCosts& costs, LayerRange range, int first_tied, TimeBound bound,
                         const RankGroup& replicas)
{
    GradientReduction reduction(replicas);
    for (int l = range.last - 1; l >= range.first; --l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        // Tied weights in one stage have one gradient, ready when the first of their layers has added its own.
        const Bytes elsewhere = l == first_tied ? Bytes(0) : layer.shared_gradients;
        reduction.backward(bounded(layer.backward, bound), layer.memory.gradients - elsewhere);
    }
    return reduction.exposed();
}

}

StageTimes stageTimes(const ChainCosts& costs, LayerRange range, int data, StagePlace where, const ClusterGroup& group,
                      TimeBound bound)
{
    StageTimes times;
    Bytes swapped;
    int first_tied = -1;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        const Seconds backward = bounded(layer.backward, bound);
        const Seconds recompute = std::min(layer.recompute, backward);
        times.forward += bounded(layer.forward, bound);
        times.backward += backward;
        times.recompute += recompute;
        times.weight_gradient += layer.memory.gradients > Bytes(0) ? (backward - recompute) / 2 : Seconds(0);
        times.optimizer += bounded(layer.optimizer, bound);
        swapped += layer.swapped;
        first_tied = first_tied < 0 && layer.shared_gradients > Bytes(0) ? l : first_tied;
    }
    if (where.host) {
        times.swap_out = times.swap_in = swapped / *where.host;
    }
    if (where.next) {
        // Replica r sends to replica r of the next place.
        const int first = std::min(where.place, *where.next);
        const int distance = std::abs(*where.next - where.place);
        const LinkSpeed link = slowestPair(group, first * data, data, distance * data);
        times.transfer = costs.layers[static_cast<std::size_t>(range.last) - 1].memory.output / link.bandwidth;
        times.latency = link.latency;
    }
    if (data > 1) {
        times.reduction =
            exposedReduction(costs, range, first_tied, bound, consecutiveRanks(group, where.place * data, data));
    }
    return times;
}

std::optional<Seconds> tiedExchange(const ChainCosts& costs, int data, int places, const ClusterGroup& group)
{
    const Bytes tied = costs.layers.empty() ? Bytes(0) : costs.layers.back().shared_gradients;
    if (places < 2 || tied == Bytes(0)) {
        return std::nullopt;
    }
    return flatAllReduce(tied, 2, slowestPair(group, 0, data, (places - 1) * data));
}

namespace {

// Without what ZeRO exchanges beyond an all-reduce.
std::vector<StageTimes> timesOf(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound)
{
    std::vector<StageTimes> times;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        StagePlace where {stage.place, {}, hostBandwidth(problem)};
        if (s + 1 < plan.stages.size() && plan.stages[s + 1].place != stage.place) {
            where.next = plan.stages[s + 1].place;
        }
        times.push_back(
            stageTimes(costs, stage.layers, stage.degrees.data, where, problem.cluster.groups.front(), bound));
    }
    return times;
}

}

std::optional<BytesPerSecond> hostBandwidth(const Problem& problem)
{
    if (problem.constraints.host_bandwidth) {
        return problem.constraints.host_bandwidth;
    }
    const auto known = hostBandwidth(problem.cluster.groups.front().device);
    return known ? std::optional(known->value) : std::nullopt;
}

PipelineShape planShape(const Plan& plan)
{
    const int stages = static_cast<int>(plan.stages.size());
    return {plan.places(), stages, plan.micro_batches, steadySteps(plan.schedule, plan.places(), plan.micro_batches)};
}

std::vector<WeightUse> weightUses(const Plan& plan)
{
    const PipelineShape shape = planShape(plan);
    std::vector<WeightUse> uses;
    for (int stage = 0; stage < shape.stages; ++stage) {
        uses.push_back(rulesOf(plan.schedule).weights(shape, stage));
    }
    return uses;
}

std::vector<StageTimes> planTimes(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound)
{
    std::vector<StageTimes> times = timesOf(problem, plan, costs, bound);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        addZeroExchange(times[s], costs, stage.layers, {stage.degrees.data, plan.zero_stage, plan.micro_batches},
                        stage.place, problem.cluster.groups.front());
    }
    return times;
}

std::vector<GradientExchange> planExchanges(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                                            const OperationOrder& order)
{
    const ClusterGroup& group = problem.cluster.groups.front();
    const int data = plan.stages.front().degrees.data;
    std::vector<Seconds> replicas;
    for (const Stage& stage : plan.stages) {
        if (order.pipelines == 1) {
            break;
        }
        // Stage s of the opposite pipeline lies on place p - 1 - s.
        const int other = order.placeCount() - 1 - stage.place;
        Bytes gradients;
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            gradients += costs.layers[static_cast<std::size_t>(l)].memory.gradients;
        }
        const LinkSpeed link =
            slowestPair(group, std::min(stage.place, other) * data, data, std::abs(stage.place - other) * data);
        replicas.push_back(flatAllReduce(gradients, 2, link));
    }
    // Without a flush nobody waits: what the other end learnt comes in with a later step.
    const auto tied =
        rulesOf(plan.schedule).flushes ? tiedExchange(costs, data, order.placeCount(), group) : std::nullopt;
    return exchangesOf(order, replicas, tied);
}

SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                           const OperationOrder& order, TimeBound bound, Timeline* timeline)
{
    const auto times = planTimes(problem, plan, costs, bound);
    return simulate({order, times, planExchanges(problem, plan, costs, order)}, timeline);
}

ExposedCommunication exposedByKind(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                                   const OperationOrder& order, const SimulatedStep& step)
{
    const auto all = planTimes(problem, plan, costs, TimeBound::Middle);
    const auto exchanges = planExchanges(problem, plan, costs, order);
    const auto without = [&](auto change) {
        std::vector<StageTimes> times = all;
        std::for_each(times.begin(), times.end(), change);
        return std::max(Seconds(0), step.step - simulate({order, times, exchanges}).step);
    };
    ExposedCommunication exposed;
    exposed.boundaries = without([](StageTimes& stage) { stage.transfer = stage.latency = Seconds(0); });
    exposed.reductions = without([](StageTimes& stage) {
        stage.reduction = Seconds(0);
        stage.buckets.clear();
    });
    exposed.host = without([](StageTimes& stage) { stage.swap_out = stage.swap_in = Seconds(0); });
    auto instant = exchanges;
    for (GradientExchange& exchange : instant) {
        exchange.time = Seconds(0);
    }
    exposed.exchanges = std::max(Seconds(0), step.step - simulate({order, all, std::move(instant)}).step);
    const auto plain = timesOf(problem, plan, costs, TimeBound::Middle);
    exposed.zero = std::max(Seconds(0), step.step - simulate({order, plain, exchanges}).step);
    return exposed;
}

Seconds exposedCommunication(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step)
{
    std::vector<StageTimes> times = timesOf(problem, plan, costs, TimeBound::Middle);
    for (StageTimes& stage : times) {
        stage.transfer = stage.latency = stage.reduction = Seconds(0);
        stage.buckets.clear();
    }
    auto exchanges = planExchanges(problem, plan, costs, order);
    for (GradientExchange& exchange : exchanges) {
        exchange.time = Seconds(0);
    }
    return step.step - simulate({order, times, std::move(exchanges)}).step;
}

}
