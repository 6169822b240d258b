// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/steptime.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

constexpr BytesPerSecond atOnce(std::numeric_limits<double>::infinity());

// How the devices of a plan reach each other, and their hosts.
struct Joints {
    const Cluster& cluster; // the problem's, but for its links
    bool host_at_once = false;
    bool told = false; // the buckets are told, too
};

std::vector<StageTimes> timesOf(const Problem& problem, const Plan& plan, const PlanCosts& costs, TimeBound bound,
                                const Joints& joints)
{
    const std::vector<DeviceRange> ranges = deviceRanges(plan);
    const auto rangeOf = [&](const Stage& stage) { return ranges[static_cast<std::size_t>(stage.place)]; };
    std::vector<StageTimes> times;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        const auto host = joints.host_at_once ? std::optional(atOnce) : hostBandwidth(problem, stage.device_group);
        StagePlace where {rangeOf(stage).first, {}, host};
        if (s + 1 < plan.stages.size() && plan.stages[s + 1].place != stage.place) {
            const DeviceRange next = rangeOf(plan.stages[s + 1]);
            where.next = NextPlace {slowestPair(joints.cluster, rangeOf(stage), next), next.count, &costs.of(s + 1)};
        }
        where.receives = s > 0 && plan.stages[s - 1].place != stage.place;
        StageUse use = stageUse(problem, plan, stage.device_group);
        use.told = joints.told;
        times.push_back(stageTimes(costs.of(s), stage.layers, placeDegrees(plan, stage), where,
                                   joints.cluster.groups[static_cast<std::size_t>(stage.device_group)], use, bound));
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

std::vector<StageTimes> planTimes(const Problem& problem, const Plan& plan, const PlanCosts& costs, TimeBound bound)
{
    return timesOf(problem, plan, costs, bound, {problem.cluster, false, true});
}

std::vector<GradientExchange> planExchanges(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                            const OperationOrder& order)
{
    const std::vector<DeviceRange> ranges = deviceRanges(plan);
    std::vector<Seconds> replicas;
    for (std::size_t s = 0; s < plan.stages.size() && order.pipelines > 1; ++s) {
        // Stage s of the opposite pipeline lies on place p - 1 - s.
        const Stage& stage = plan.stages[s];
        const int other = order.placeCount() - 1 - stage.place;
        Bytes gradients;
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            gradients += costs.of(s).layers[static_cast<std::size_t>(l)].memory.gradients;
        }
        const LinkSpeed link = slowestPair(problem.cluster, ranges[static_cast<std::size_t>(stage.place)],
                                           ranges[static_cast<std::size_t>(other)]);
        replicas.push_back(flatAllReduce(gradients, 2, link));
    }
    // Without a flush nobody waits: what the other end learnt comes in with a later step. The larger of both ends'
    // shares of the weights takes the longer.
    std::optional<Seconds> tied;
    if (rulesOf(plan.schedule).flushes) {
        const LinkSpeed link = slowestPair(problem.cluster, ranges.front(), ranges.back());
        tied = std::max(tiedExchange(costs.of(0), order.placeCount(), link),
                        tiedExchange(costs.of(plan.stages.size() - 1), order.placeCount(), link));
    }
    return exchangesOf(order, replicas, tied);
}

SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                           const OperationOrder& order, TimeBound bound, Timeline* timeline)
{
    const auto times = planTimes(problem, plan, costs, bound);
    return simulate({order, times, planExchanges(problem, plan, costs, order)}, timeline);
}

namespace {

// As if what ranks that share layers send arrived at once.
PlanCosts withoutWaiting(const PlanCosts& costs)
{
    std::map<const ChainCosts*, std::shared_ptr<const ChainCosts>> changed;
    std::vector<std::shared_ptr<const ChainCosts>> chains;
    for (const auto& chain : costs.chains()) {
        auto& own = changed[chain.get()];
        if (!own) {
            ChainCosts copy = *chain;
            for (LayerCost& layer : copy.layers) {
                layer.forward_waiting = layer.backward_waiting = Seconds(0);
            }
            own = std::make_shared<const ChainCosts>(std::move(copy));
        }
        chains.push_back(own);
    }
    return PlanCosts(std::move(chains));
}

bool usesHost(const Plan& plan)
{
    return plan.training.offload != StateOffload::None || policiesOf(plan).has(LayerPolicy::Swap);
}

// The devices of a cluster if whatever they send each other arrived at once.
Cluster joinedAtOnce(Cluster cluster)
{
    for (ClusterGroup& group : cluster.groups) {
        for (Link* link : {&group.intra_node, &group.network}) {
            link->bandwidth = atOnce;
            link->latency = Seconds(0);
        }
    }
    return cluster;
}

}

ExposedCommunication exposedByKind(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                   const OperationOrder& order, const SimulatedStep& step)
{
    const auto all = planTimes(problem, plan, costs, TimeBound::Middle);
    const auto exchanges = planExchanges(problem, plan, costs, order);
    const auto saved = [&](const std::vector<StageTimes>& times, const std::vector<GradientExchange>& left) {
        return std::max(Seconds(0), step.step - simulate({order, times, left}).step);
    };
    const Cluster instant = joinedAtOnce(problem.cluster);
    const auto alone = timesOf(problem, plan, costs, TimeBound::Middle, {instant});
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
        exposed.host = saved(timesOf(problem, plan, costs, TimeBound::Middle, {problem.cluster, true}), exchanges);
    }
    exposed.layers = saved(planTimes(problem, plan, withoutWaiting(costs)), exchanges);
    auto at_once = exchanges;
    for (GradientExchange& exchange : at_once) {
        exchange.time = Seconds(0);
    }
    exposed.exchanges = saved(all, at_once);
    return exposed;
}

Seconds exposedCommunication(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step)
{
    const Cluster instant = joinedAtOnce(problem.cluster);
    const auto times = timesOf(problem, plan, withoutWaiting(costs), TimeBound::Middle, {instant});
    auto exchanges = planExchanges(problem, plan, costs, order);
    for (GradientExchange& exchange : exchanges) {
        exchange.time = Seconds(0);
    }
    return std::max(Seconds(0), step.step - simulate({order, times, std::move(exchanges)}).step);
}

}
