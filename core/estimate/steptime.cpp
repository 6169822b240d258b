// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/steptime.h"

#include "core/estimate/zeroexchange.h"
#include "core/simulation/gradientreduction.h"

#include <algorithm>
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

struct PlanTimes {
    std::vector<StageTimes> stages;
    std::optional<Seconds> tied_exchange;
};

// Without what ZeRO exchanges beyond an all-reduce.
PlanTimes timesOf(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound)
{
    const int places = static_cast<int>(plan.stages.size());
    const ClusterGroup& group = problem.cluster.groups.front();
    PlanTimes times;
    for (const Stage& stage : plan.stages) {
        times.stages.push_back(stageTimes(costs, stage.layers, stage.degrees.data, stage.place, places, group, bound));
    }
    times.tied_exchange = tiedExchange(costs, plan.stages.front().degrees.data, places, group);
    return times;
}

}

StageTimes stageTimes(const ChainCosts& costs, LayerRange range, int data, int place, int places,
                      const ClusterGroup& group, TimeBound bound)
{
    StageTimes times;
    int first_tied = -1;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        times.forward += bounded(layer.forward, bound);
        times.backward += bounded(layer.backward, bound);
        times.optimizer += bounded(layer.optimizer, bound);
        first_tied = first_tied < 0 && layer.shared_gradients > Bytes(0) ? l : first_tied;
    }
    if (place + 1 < places) {
        // Replica r sends to replica r of the next place.
        const LinkSpeed link = slowestPair(group, place * data, data, data);
        times.transfer = costs.layers[static_cast<std::size_t>(range.last) - 1].memory.output / link.bandwidth;
        times.latency = link.latency;
    }
    if (data > 1) {
        times.reduction =
            exposedReduction(costs, range, first_tied, bound, consecutiveRanks(group, place * data, data));
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

SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound)
{
    PlanTimes times = timesOf(problem, plan, costs, bound);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        addZeroExchange(times.stages[s], costs, stage.layers, {stage.degrees.data, plan.zero_stage, plan.micro_batches},
                        stage.place, problem.cluster.groups.front());
    }
    return simulatePipeline(times.stages, plan.schedule, plan.micro_batches, times.tied_exchange);
}

Seconds exposedCommunication(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                             const SimulatedStep& step)
{
    PlanTimes times = timesOf(problem, plan, costs, TimeBound::Middle);
    for (StageTimes& stage : times.stages) {
        stage.transfer = stage.latency = stage.reduction = Seconds(0);
    }
    const auto exchange = times.tied_exchange ? std::optional(Seconds(0)) : std::nullopt;
    return step.step - simulatePipeline(times.stages, plan.schedule, plan.micro_batches, exchange).step;
}

}
