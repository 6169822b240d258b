// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/steptime.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

std::vector<StageTimes> timesOf(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound,
                                const StageUse& use)
{
    std::vector<StageTimes> times;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        StagePlace where {stage.place, {}, hostBandwidth(problem)};
        if (s + 1 < plan.stages.size() && plan.stages[s + 1].place != stage.place) {
            where.next = plan.stages[s + 1].place;
        }
        where.receives = s > 0 && plan.stages[s - 1].place != stage.place;
        times.push_back(
            stageTimes(costs, stage.layers, placeDegrees(plan), where, problem.cluster.groups.front(), use, bound));
    }
    return times;
}

}

PipelineShape planShape(const Plan& plan)
{
    const int stages = static_cast<int>(plan.stages.size());
    PipelineShape shape {plan.places(), stages, plan.micro_batches,
                         steadySteps(plan.schedule, plan.places(), plan.micro_batches)};
    shape.in_flight_limit = plan.training.in_flight_limit;
    return shape;
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
    StageUse use = stageUse(problem, plan);
    use.told = true;
    return timesOf(problem, plan, costs, bound, use);
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
        const LinkSpeed link = slowestPair(group, std::min(stage.place, other) * devices, devices,
                                           std::abs(stage.place - other) * devices);
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

// As if each replica had all of its state.
StageUse undivided(const Problem& problem, const Plan& plan)
{
    StageUse use = stageUse(problem, plan);
    use.zero = 0;
    return use;
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
    if (hostBandwidth(problem)) {
        Problem near = problem; // the host, endlessly fast to reach
        near.constraints.host_bandwidth = BytesPerSecond(std::numeric_limits<double>::infinity());
        exposed.host = saved(planTimes(near, plan, costs), exchanges);
    }
    exposed.layers = saved(planTimes(problem, plan, withoutWaiting(costs)), exchanges);
    auto instant = exchanges;
    for (GradientExchange& exchange : instant) {
        exchange.time = Seconds(0);
    }
    exposed.exchanges = saved(all, instant);
    if (plan.zero_stage >= 2) {
        auto whole = timesOf(problem, plan, costs, TimeBound::Middle, undivided(problem, plan));
        std::for_each(whole.begin(), whole.end(), dropReductions);
        exposed.zero = saved(whole, exchanges);
    }
    return exposed;
}

Seconds exposedCommunication(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step)
{
    std::vector<StageTimes> times =
        timesOf(problem, plan, withoutWaiting(costs), TimeBound::Middle, undivided(problem, plan));
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
