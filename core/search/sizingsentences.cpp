// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/sizingsentences.h"

#include "core/estimate/trainingcost.h"
#include "core/search/runlimits.h"
#include "core/words/common.h"
#include "core/words/sizing.h"

#include <algorithm>

namespace stagecraft {

namespace {

bool countsTokens(const Problem& problem)
{
    return problem.model.sample == SampleKind::Tokens;
}

Message amountOf(const Problem& problem, const SizingRequest& request, std::int64_t value)
{
    switch (request.goal) {
    case SizingGoal::Fewest:
    case SizingGoal::Cheapest:
        return say(words::common::devices, value);
    case SizingGoal::LargestBatch:
        return say(words::sizing::samples, value);
    case SizingGoal::Run:
        return say(words::sizing::whole_nodes, value);
    case SizingGoal::LongestSequence:
        return countsTokens(problem) ? say(words::sizing::tokens, value) : say(words::sizing::pixels, value);
    case SizingGoal::LargestModel:
        break;
    }
    return request.scaling == ModelScaling::Depth ? say(words::sizing::repeated_layers, value)
                                                  : say(words::sizing::width, value);
}

Argument oneOf(const RunLimits& limits)
{
    return limits.budget ? Argument(*limits.budget) : Argument(*limits.deadline);
}

Message headOfRun(const RunLimits& limits, const SizedPlan& best)
{
    const Message nodes = say(words::sizing::whole_nodes, best.value);
    const Message devices = say(words::common::devices, best.plan.devices());
    if (limits.budget && limits.deadline) {
        return say(words::sizing::run_within_both, *limits.budget, *limits.deadline, nodes, devices);
    }
    return say(words::sizing::run_within_one, oneOf(limits), nodes, devices);
}

Message headOfCheapest(const RunLimits& limits, const SizedPlan& best)
{
    const std::string& cluster = best.problem.cluster.name;
    const Message batch = say(words::sizing::samples, best.problem.workload.global_batch);
    if (limits.budget && limits.deadline) {
        return say(words::sizing::cheapest_within_both, cluster, batch, *limits.budget, *limits.deadline);
    }
    if (limits.any()) {
        return say(words::sizing::cheapest_within, cluster, batch, oneOf(limits));
    }
    return say(words::sizing::cheapest, cluster, batch);
}

// Returns the reason why fewer nodes do not suffice; empty if they lack memory, which other sizings report as well.
std::optional<Message> obstacleOfRun(const RunLimits& limits, const SizedPlan& plan)
{
    const Message nodes = say(words::sizing::whole_nodes, plan.value);
    const TrainingCost training_cost = trainingCostOf(plan);
    switch (obstacleOf(plan, limits)) {
    case RunObstacle::Deadline:
        return say(words::sizing::run_too_long, nodes, training_cost.time);
    case RunObstacle::Budget:
        return say(words::sizing::run_too_expensive, nodes, training_cost.total->middle);
    default:
        return std::nullopt;
    }
}

Message headOfAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const SizedPlan& best = *result.best;
    const Message amount = amountOf(problem, request, best.value);
    const double billions = static_cast<double>(parameterCount(best.problem.model)) / 1e9;
    switch (request.goal) {
    case SizingGoal::Fewest:
        return say(words::sizing::fewest, amount, result.most, say(words::sizing::whole_nodes, nodesOf(best)));
    case SizingGoal::Cheapest:
        return headOfCheapest(request.limits, best);
    case SizingGoal::Run:
        return headOfRun(request.limits, best);
    case SizingGoal::LargestBatch:
        return say(words::sizing::largest_batch, amount);
    case SizingGoal::LongestSequence:
        return say(words::sizing::longest_sequence, amount);
    case SizingGoal::LargestModel:
        break;
    }
    return request.scaling == ModelScaling::Depth
        ? say(words::sizing::deepest_model, amount, groupName(problem.model, result.layers), result.layers.count,
              billions)
        : say(words::sizing::widest_model, amount, billions);
}

std::optional<Message> costOfAnswer(const SizedPlan& plan)
{
    const auto step = plan.estimate.cost_per_step;
    const auto million = costPerMillion(plan);
    if (!step || !million) {
        return std::nullopt;
    }
    return say(countsTokens(plan.problem) ? words::sizing::cost_of_tokens : words::sizing::cost_of_samples, step->value,
               million->value);
}

// Describes the run on whole nodes, with spot interruptions if these are known.
std::optional<Message> runOfAnswer(const SizedPlan& plan)
{
    const TrainingCost training_cost = trainingCostOf(plan);
    if (plan.problem.billing.amount == 0 || !training_cost.total) {
        return std::nullopt;
    }
    const PhraseOf<1>& unit = countsTokens(plan.problem) ? words::sizing::tokens : words::sizing::samples;
    return say(words::sizing::whole_run, say(unit, training_cost.amount),
               say(words::sizing::samples, plan.problem.workload.global_batch), training_cost.total->middle,
               training_cost.time, say(words::sizing::whole_nodes, training_cost.nodes), training_cost.total->low,
               training_cost.total->high, training_cost.time_low, training_cost.time_high);
}

// Names the source of the price; without a price in the problem, the answer uses the cheapest offer (pricedFor()).
std::optional<Message> priceOfAnswer(const Problem& problem, const SizingResult& result)
{
    const auto& shown = result.best ? result.best : result.refused;
    if (result.goal != SizingGoal::Run || !shown || problem.cluster.groups.front().price_per_node) {
        return std::nullopt;
    }
    const ClusterGroup& group = shown->problem.cluster.groups.front();
    if (!group.offer || !group.price_per_node) {
        return std::nullopt;
    }
    return say(words::sizing::run_price, group.offer->id(), Usd(group.price_per_node->value));
}

std::optional<Message> nextToAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    if (request.goal == SizingGoal::Cheapest) {
        return std::nullopt;
    }
    if (result.refused && request.goal == SizingGoal::Run) {
        if (auto obstacle = obstacleOfRun(request.limits, *result.refused)) {
            return obstacle;
        }
    }
    if (result.refused) {
        const bool found = result.outcome.kind == OutcomeKind::BestFound; // infeasibility is not proven
        const SizedPlan& next = *result.refused;
        return say(found ? words::sizing::next_not_found : words::sizing::next_too_large,
                   amountOf(problem, request, next.value), next.device, next.missing, next.missing.value);
    }
    if (request.goal == SizingGoal::Fewest || request.goal == SizingGoal::Run) {
        return words::sizing::none_fewer;
    }
    if (result.at_limit) {
        return say(words::sizing::no_limit, result.most);
    }
    return result.outcome.detail.empty() ? words::sizing::none_larger
                                         : say(words::sizing::none_larger_for, result.outcome.detail);
}

// Names the nearest cluster, which violates a limit, and the size of the largest tried: larger ones may stay within it.
Message noClusterWithin(const RunLimits& limits, const SizedPlan& nearest, const std::vector<SizedCluster>& tried)
{
    int devices = 0;
    for (const SizedCluster& sized : tried) {
        devices = std::max(devices, sized.cluster.devices());
    }
    const Message most = say(words::common::devices, devices);
    const std::string& cluster = nearest.problem.cluster.name;
    const TrainingCost training_cost = trainingCostOf(nearest);
    return limits.budget && training_cost.total
        ? say(words::sizing::no_cluster_within_limits, cluster, training_cost.total->middle, training_cost.time, most)
        : say(words::sizing::no_cluster_in_time, cluster, training_cost.time, most);
}

Message whyNoAnswer(const SizingRequest& request, const SizingResult& result)
{
    if (!result.refused) {
        return say(words::sizing::no_plan, result.outcome.detail);
    }
    if (request.goal == SizingGoal::Cheapest && result.refused->estimate.fits) {
        return noClusterWithin(request.limits, *result.refused, result.clusters);
    }
    if (request.goal == SizingGoal::Run && result.refused->estimate.fits) {
        const Message nodes = say(words::sizing::whole_nodes, result.refused->value);
        const TrainingCost training_cost = trainingCostOf(*result.refused);
        return training_cost.total ? say(words::sizing::no_nodes_within_limits, result.most, nodes,
                                         training_cost.total->middle, training_cost.time)
                                   : say(words::sizing::no_nodes_in_time, result.most, nodes, training_cost.time);
    }
    const SizedPlan& nearest = *result.refused;
    return say(words::sizing::nothing_fits, nearest.device, nearest.missing, nearest.missing.value);
}

}

SizingAnswer sizingAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    SizingAnswer answer;
    if (result.best) {
        answer.head = headOfAnswer(problem, request, result);
        answer.cost = costOfAnswer(*result.best);
        answer.run = runOfAnswer(*result.best);
        if (answer.cost) {
            answer.left_out = trainingCostOf(*result.best).notes;
        }
        answer.next = nextToAnswer(problem, request, result);
    } else {
        answer.head = whyNoAnswer(request, result);
    }
    answer.price = priceOfAnswer(problem, result);
    if (result.outcome.kind == OutcomeKind::BestFound) {
        answer.reservation = say(words::sizing::best_found, result.outcome.detail);
    }
    return answer;
}

Message withAmounts(Message sentence, const std::function<std::string(Usd)>& money,
                    const std::function<std::string(Seconds)>& time)
{
    for (Argument& argument : sentence.arguments) {
        if (const auto* amount = std::get_if<Usd>(&argument)) {
            argument = money(*amount);
        } else if (const auto* seconds = std::get_if<Seconds>(&argument)) {
            argument = time(*seconds);
        }
    }
    return sentence;
}

int nodesOf(const SizedPlan& plan)
{
    const int each = plan.problem.cluster.groups.front().devices_per_node;
    return (plan.plan.devices() + each - 1) / each;
}

}
