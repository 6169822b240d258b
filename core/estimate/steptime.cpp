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
                                const StageUse& use, const ClusterGroup& group)
{
    std::vector<StageTimes> times;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        StagePlace where {stage.place, {}, hostBandwidth(problem)};
        if (s + 1 < plan.stages.size() && plan.stages[s + 1].place != stage.place) {
            where.next = plan.stages[s + 1].place;
        }
        where.receives = s > 0 && plan.stages[s - 1].place != stage.place;
        times.push_back(stageTimes(costs, stage.layers, placeDegrees(plan), where, group, use, bound));
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
    return timesOf(problem, plan, costs, bound, use, problem.cluster.groups.front());
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

bool usesHost(const Plan& plan)
{
    return plan.training.offload != StateOffload::None || policiesOf(plan).has(LayerPolicy::Swap);
}

// The devices of a cluster if whatever they send each other arrived at once.
ClusterGroup joinedAtOnce(ClusterGroup group)
{
    for (Link* link : {&group.intra_node, &group.network}) {
        link->bandwidth = BytesPerSecond(std::numeric_limits<double>::infinity());
        link->latency = Seconds(0);
    }
    return group;
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
    const ClusterGroup instant = joinedAtOnce(problem.cluster.groups.front());
    const auto alone = timesOf(problem, plan, costs, TimeBound::Middle, stageUse(problem, plan), instant);
    std::vector<StageTimes> sending = all; // boundaries at once
    std::vector<StageTimes> reduced = alone; // what replicas exchange
    for (std::size_t s = 0; s < all.size(); ++s) {
        sending[s].transfer = sending[s].latency = Seconds(0);
        reduced[s].transfer = all[s].transfer;
        reduced[s].latency = all[s].latency;
    }
    ExposedCommunication exposed;
    exposed.boundaries = saved(sending, exchanges);
    (plan.zero_stage >= 2 ? exposed.zero : exposed.reductions) = saved(reduced, exchanges);
    if (usesHost(plan)) {
        Problem near = problem; // the host, endlessly fast to reach
        near.constraints.host_bandwidth = BytesPerSecond(std::numeric_limits<double>::infinity());
        near.constraints.host_memory_bandwidth = std::nullopt;
        exposed.host = saved(
            timesOf(near, plan, costs, TimeBound::Middle, stageUse(problem, plan), problem.cluster.groups.front()),
            exchanges);
    }
    exposed.layers = saved(planTimes(problem, plan, withoutWaiting(costs)), exchanges);
    auto at_once = exchanges;
    for (GradientExchange& exchange : at_once) {
        exchange.time = Seconds(0);
    }
    exposed.exchanges = saved(all, at_once);
    return exposed;
}

Seconds exposedCommunication(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step)
{
    const auto times = timesOf(problem, plan, withoutWaiting(costs), TimeBound::Middle, stageUse(problem, plan),
                               joinedAtOnce(problem.cluster.groups.front()));
    auto exchanges = planExchanges(problem, plan, costs, order);
    for (GradientExchange& exchange : exchanges) {
        exchange.time = Seconds(0);
    }
    return std::max(Seconds(0), step.step - simulate({order, times, std::move(exchanges)}).step);
}

}
