// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/steptime.h"

#include "core/hardware/hostlink.h"
#include "core/schedule/schedule.h"
#include "core/simulation/collectivetimes.h"
#include "core/simulation/fsdppass.h"
#include "core/simulation/gradientreduction.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
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

// The devices of a place that hold the same parameters as its device `first`, and as its experts.
struct GradientRanks {
    RankGroup all;
    RankGroup experts;
};

GradientRanks gradientRanks(const ClusterGroup& group, int first, const PlaceDegrees& degrees)
{
    const int holders = degrees.data * degrees.context;
    // With context ranks as well the holders of an expert do not lie evenly; their extent does.
    return {stridedRanks(group, first, holders, degrees.tensor),
            stridedRanks(group, first, holders / degrees.expert, degrees.tensor * degrees.expert)};
}

// A step's all-reduces of a stage's gradients.
struct Reductions {
    Seconds exposed; // after the last backward
    std::vector<GradientBucket> buckets;
};

Reductions reductionsOf(const ChainCosts& costs, LayerRange range, int first_tied, TimeBound bound, bool split,
                        const GradientRanks& ranks)
{
    GradientReduction reduction(ranks.all);
    GradientReduction experts(ranks.experts);
    for (int l = range.last - 1; l >= range.first; --l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        // Tied weights in one stage have one gradient, ready when the first of their layers has added its own.
        const Bytes elsewhere = l == first_tied ? Bytes(0) : layer.shared_gradients;
        const Seconds backward = bounded(layer.backward, bound);
        const Seconds last = split ? (backward - std::min(layer.recompute, backward)) / 2 : backward;
        reduction.backward(last, layer.memory.gradients - layer.expert_gradients - elsewhere);
        experts.backward(last, layer.expert_gradients);
    }
    // Both use the same links.
    Reductions result {reduction.exposed() + experts.exposed(), reduction.buckets()};
    for (const GradientBucket& bucket : experts.buckets()) {
        result.buckets.push_back(bucket);
    }
    std::stable_sort(result.buckets.begin(), result.buckets.end(),
                     [](const auto& a, const auto& b) { return a.before_end > b.before_end; });
    return result;
}

// ZeRO 2 and 3: parameters and gradients of each layer on their way, beside the passes.
void addSharded(StageTimes& times, const ChainCosts& costs, LayerRange range, int zero, TimeBound bound,
                const RankGroup& replicas)
{
    std::vector<FsdpLayer> layers;
    Bytes parameters;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        layers.push_back({bounded(layer.forward, bound) + layer.forward_waiting,
                          bounded(layer.backward, bound) + layer.backward_waiting,
                          zero == 3 ? layer.memory.parameters : Bytes(0), layer.memory.gradients});
        parameters += layer.memory.parameters;
    }
    const FsdpPass pass = fsdpPass(layers, replicas);
    times.forward += pass.forward.exposed;
    times.forward_waiting += pass.forward.exposed;
    times.backward += pass.backward.exposed;
    times.backward_waiting += pass.backward.exposed;
    if (zero == 2) {
        times.optimizer += allGather(parameters, replicas); // of what was updated
    }
}

}

PlaceDegrees placeDegrees(const Plan& plan)
{
    return placeDegrees(layerDegrees(plan), plan.stages.empty() ? 1 : plan.stages.front().degrees.data);
}

PlaceDegrees placeDegrees(const LayerDegrees& degrees, int data)
{
    return {data, degrees.sharding.tensor, degrees.context, degrees.sharding.expert};
}

StageTimes stageTimes(const ChainCosts& costs, LayerRange range, const PlaceDegrees& degrees, StagePlace where,
                      const ClusterGroup& group, StageGradients gradients, TimeBound bound)
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
        times.forward_waiting += layer.forward_waiting;
        times.backward_waiting += layer.backward_waiting;
        times.recompute += recompute;
        times.weight_gradient += layer.memory.gradients > Bytes(0) ? (backward - recompute) / 2 : Seconds(0);
        times.optimizer += bounded(layer.optimizer, bound);
        swapped += layer.swapped;
        first_tied = first_tied < 0 && layer.shared_gradients > Bytes(0) ? l : first_tied;
    }
    times.forward += times.forward_waiting;
    times.backward += times.backward_waiting;
    if (where.host) {
        times.swap_out = times.swap_in = swapped / *where.host;
    }
    const int devices = degrees.devices();
    if (where.next) {
        // Each device sends to its like of the next place.
        const int first = std::min(where.place, *where.next);
        const int distance = std::abs(*where.next - where.place);
        const LinkSpeed link = slowestPair(group, first * devices, devices, distance * devices);
        times.transfer = costs.layers[static_cast<std::size_t>(range.last) - 1].memory.output / link.bandwidth;
        times.latency = link.latency;
    }
    const GradientRanks ranks = gradientRanks(group, where.place * devices, degrees);
    if (ranks.all.ranks < 2) {
        return times;
    }
    if (gradients.zero >= 2) {
        addSharded(times, costs, range, gradients.zero, bound, ranks.all);
        return times;
    }
    Reductions reductions = reductionsOf(costs, range, first_tied, bound, gradients.split, ranks);
    times.reduction = reductions.exposed;
    if (gradients.told) {
        times.buckets = std::move(reductions.buckets);
    }
    return times;
}

std::optional<Seconds> tiedExchange(const ChainCosts& costs, const PlaceDegrees& degrees, int places,
                                    const ClusterGroup& group)
{
    const Bytes tied = costs.layers.empty() ? Bytes(0) : costs.layers.back().shared_gradients;
    if (places < 2 || tied == Bytes(0)) {
        return std::nullopt;
    }
    const int devices = degrees.devices();
    return flatAllReduce(tied, 2, slowestPair(group, 0, devices, (places - 1) * devices));
}

namespace {

std::vector<StageTimes> timesOf(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound,
                                const StageGradients& gradients)
{
    std::vector<StageTimes> times;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        StagePlace where {stage.place, {}, hostBandwidth(problem)};
        if (s + 1 < plan.stages.size() && plan.stages[s + 1].place != stage.place) {
            where.next = plan.stages[s + 1].place;
        }
        times.push_back(stageTimes(costs, stage.layers, placeDegrees(plan), where, problem.cluster.groups.front(),
                                   gradients, bound));
    }
    return times;
}

StageGradients gradientsOf(const Plan& plan)
{
    return {plan.zero_stage, rulesOf(plan.schedule).splits_backward, false};
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
    StageGradients gradients = gradientsOf(plan);
    gradients.told = true;
    return timesOf(problem, plan, costs, bound, gradients);
}

std::vector<GradientExchange> planExchanges(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                                            const OperationOrder& order)
{
    const ClusterGroup& group = problem.cluster.groups.front();
    const PlaceDegrees degrees = placeDegrees(plan);
    const int devices = degrees.devices();
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
            slowestPair(group, std::min(stage.place, other) * devices, devices, std::abs(stage.place - other) * devices);
        replicas.push_back(flatAllReduce(gradients, 2, link));
    }
    // Without a flush nobody waits: what the other end learnt comes in with a later step.
    const auto tied =
        rulesOf(plan.schedule).flushes ? tiedExchange(costs, degrees, order.placeCount(), group) : std::nullopt;
    return exchangesOf(order, replicas, tied);
}

SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                           const OperationOrder& order, TimeBound bound, Timeline* timeline)
{
    const auto times = planTimes(problem, plan, costs, bound);
    return simulate({order, times, planExchanges(problem, plan, costs, order)}, timeline);
}

namespace {

// As if what ranks that share layers send arrived at once.
ChainCosts withoutWaiting(ChainCosts costs)
{
    for (LayerCost& layer : costs.layers) {
        layer.forward_waiting = layer.backward_waiting = Seconds(0);
    }
    return costs;
}

void dropReductions(StageTimes& stage)
{
    stage.reduction = Seconds(0);
    stage.buckets.clear();
}

}

ExposedCommunication exposedByKind(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                                   const OperationOrder& order, const SimulatedStep& step)
{
    const auto all = planTimes(problem, plan, costs, TimeBound::Middle);
    const auto exchanges = planExchanges(problem, plan, costs, order);
    const auto saved = [&](const std::vector<StageTimes>& times, const std::vector<GradientExchange>& left) {
        return std::max(Seconds(0), step.step - simulate({order, times, left}).step);
    };
    const auto without = [&](auto change) {
        std::vector<StageTimes> times = all;
        std::for_each(times.begin(), times.end(), change);
        return saved(times, exchanges);
    };
    ExposedCommunication exposed;
    exposed.boundaries = without([](StageTimes& stage) { stage.transfer = stage.latency = Seconds(0); });
    exposed.reductions = without(dropReductions);
    exposed.host = without([](StageTimes& stage) { stage.swap_out = stage.swap_in = Seconds(0); });
    exposed.layers = saved(planTimes(problem, plan, withoutWaiting(costs)), exchanges);
    auto instant = exchanges;
    for (GradientExchange& exchange : instant) {
        exchange.time = Seconds(0);
    }
    exposed.exchanges = saved(all, instant);
    if (plan.zero_stage >= 2) {
        auto whole = timesOf(problem, plan, costs, TimeBound::Middle, {});
        std::for_each(whole.begin(), whole.end(), dropReductions);
        exposed.zero = saved(whole, exchanges);
    }
    return exposed;
}

Seconds exposedCommunication(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step)
{
    std::vector<StageTimes> times = timesOf(problem, plan, withoutWaiting(costs), TimeBound::Middle, {});
    for (StageTimes& stage : times) {
        dropReductions(stage);
        stage.transfer = stage.latency = Seconds(0);
    }
    auto exchanges = planExchanges(problem, plan, costs, order);
    for (GradientExchange& exchange : exchanges) {
        exchange.time = Seconds(0);
    }
    return step.step - simulate({order, times, std::move(exchanges)}).step;
}

}
