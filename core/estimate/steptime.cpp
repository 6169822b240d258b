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

// Links between the devices of a plan, and to their hosts.
struct StageConnections {
    const Cluster& cluster; // the problem's cluster, or a copy with other links
    bool host_at_once = false;
};

std::vector<StageTimes> timesOf(const Problem& problem, const Plan& plan, const PlanCosts& costs, TimeBound bound,
                                const StageConnections& connections)
{
    const std::vector<DeviceRange> ranges = deviceRanges(plan);
    const auto rangeOf = [&](const Stage& stage) { return ranges[static_cast<std::size_t>(stage.pipeline_rank)]; };
    std::vector<StageTimes> times;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        const auto host = connections.host_at_once ? std::optional(atOnce) : hostBandwidth(problem, stage.device_group);
        StageLocation where {rangeOf(stage).first, {}, host};
        if (s + 1 < plan.stages.size() && plan.stages[s + 1].pipeline_rank != stage.pipeline_rank) {
            const DeviceRange next = rangeOf(plan.stages[s + 1]);
            where.next =
                NextPipelineRank {slowestPair(connections.cluster, rangeOf(stage), next), next.count, &costs.of(s + 1)};
        }
        where.receives = s > 0 && plan.stages[s - 1].pipeline_rank != stage.pipeline_rank;
        StageUse use = stageUse(problem, plan, stage.device_group);
        use.detailed = true; // also with changed links: steps are comparable only with the same detail
        times.push_back(stageTimes(costs.of(s), stage.layers, pipelineRankDegrees(plan, stage), where,
                                   connections.cluster.groups[static_cast<std::size_t>(stage.device_group)], use,
                                   bound));
    }
    return times;
}

}

PipelineShape planShape(const Plan& plan)
{
    const int stages = static_cast<int>(plan.stages.size());
    PipelineShape shape {plan.pipelineRanks(), stages, plan.micro_batches,
                         steadySteps(plan.schedule, plan.pipelineRanks(), plan.micro_batches)};
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
    return timesOf(problem, plan, costs, bound, {problem.cluster});
}

namespace {

Bytes reducedGradients(const Plan& plan, const PlanCosts& costs, std::size_t index)
{
    const Stage& stage = plan.stages[index];
    Bytes gradients;
    for (int l = stage.layers.first; l < stage.layers.last; ++l) {
        gradients += costs.of(index).layers[static_cast<std::size_t>(l)].memory.gradients;
    }
    return reducedShare(gradients, plan.zero_stage, pipelineRankDegrees(plan, stage));
}

// Returns the gradient bytes that the first and the last stage of the chain exchange if they share weights and are on
// different pipeline ranks. Bidirectional pipelines have both ends on both pipeline ranks: all their gradients, shared
// ones once.
Bytes endsGradients(const Plan& plan, const PlanCosts& costs, int pipelines)
{
    const std::size_t last = plan.stages.size() - 1;
    // Without a flush there is no wait: the other end's gradients arrive in a later step.
    if (!rulesOf(plan.schedule).flushes || plan.stages.front().pipeline_rank == plan.stages.back().pipeline_rank) {
        return Bytes(0);
    }
    const auto tiedAt = [&](std::size_t s) {
        return reducedShare(tiedGradients(costs.of(s)), plan.zero_stage, pipelineRankDegrees(plan, plan.stages[s]));
    };
    // The larger of both ends' shards of the weights takes longer.
    const Bytes tied = std::max(tiedAt(0), tiedAt(last));
    return tied == Bytes(0) || pipelines == 1
        ? tied
        : reducedGradients(plan, costs, 0) + reducedGradients(plan, costs, last) - tied;
}

}

std::vector<GradientExchange> planExchanges(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                            const OperationOrder& order)
{
    const std::vector<DeviceRange> ranges = deviceRanges(plan);
    const auto linkOf = [&](int one, int other) {
        return slowestPair(problem.cluster, ranges[static_cast<std::size_t>(one)],
                           ranges[static_cast<std::size_t>(other)]);
    };
    const int wider = stageUse(problem, plan).reduced_wider;
    std::vector<Seconds> replicas;
    for (std::size_t s = 0; s < plan.stages.size() && order.pipelines > 1; ++s) {
        // Stage s of the opposite pipeline is on pipeline rank p - 1 - s.
        const int pipeline_rank = plan.stages[s].pipeline_rank;
        const LinkSpeed link = linkOf(pipeline_rank, order.pipelineRankCount() - 1 - pipeline_rank);
        replicas.push_back(flatAllReduce(reducedGradients(plan, costs, s) * wider, 2, link));
    }
    const LinkSpeed ends = linkOf(plan.stages.front().pipeline_rank, plan.stages.back().pipeline_rank);
    return exchangesOf(
        order, replicas,
        tiedExchange(endsGradients(plan, costs, order.pipelines) * wider, order.pipelineRankCount(), ends));
}

SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                           const OperationOrder& order, TimeBound bound, Timeline* timeline)
{
    const auto times = planTimes(problem, plan, costs, bound);
    return simulate({order, times, planExchanges(problem, plan, costs, order)}, timeline);
}

namespace {

// Returns the costs with instantaneous communication between ranks that share layers.
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

// Returns the difference of two steps; 0 if it is within rounding errors of different summation orders.
Seconds unlessRounding(Seconds longer, Seconds step)
{
    return longer > step * 1e-9 ? longer : Seconds(0);
}

bool usesHost(const Plan& plan)
{
    return plan.training.offload != StateOffload::None || policiesOf(plan).has(LayerPolicy::Swap);
}

// Returns a cluster with instantaneous links.
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
        return unlessRounding(step.step - simulate({order, times, left}).step, step.step);
    };
    const Cluster instant = joinedAtOnce(problem.cluster);
    const auto alone = timesOf(problem, plan, costs, TimeBound::Middle, {instant});
    std::vector<StageTimes> sending = all; // instantaneous boundaries
    std::vector<StageTimes> reduced = alone; // instantaneous exchanges between replicas
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
    return unlessRounding(step.step - simulate({order, times, std::move(exchanges)}).step, step.step);
}

}
