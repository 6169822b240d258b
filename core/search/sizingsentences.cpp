// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/sizingsentences.h"

#include "core/base/format.h"
#include "core/estimate/trainingcost.h"
#include "core/search/runlimits.h"

#include <algorithm>

namespace stagecraft {

namespace {

bool countsTokens(const Problem& problem)
{
    return problem.model.sample == SampleKind::Tokens;
}

SizingAmount amountOf(const Problem& problem, const SizingRequest& request, std::int64_t value)
{
    switch (request.goal) {
    case SizingGoal::Fewest:
    case SizingGoal::Cheapest:
        return {value, SizingUnit::Devices};
    case SizingGoal::LargestBatch:
        return {value, SizingUnit::Samples};
    case SizingGoal::Run:
        return {value, SizingUnit::WholeNodes};
    case SizingGoal::LongestSequence:
        return {value, countsTokens(problem) ? SizingUnit::Tokens : SizingUnit::Pixels};
    case SizingGoal::LargestModel:
        break;
    }
    return {value, request.scaling == ModelScaling::Depth ? SizingUnit::Layers : SizingUnit::Width};
}

SizingSentence headOfRun(const RunLimits& limits, const SizedPlan& best)
{
    const SizingAmount nodes {best.value, SizingUnit::WholeNodes};
    const SizingAmount devices {best.plan.devices(), SizingUnit::Devices};
    if (limits.budget && limits.deadline) {
        return {SizingPhrase::RunWithinBoth, {*limits.budget, *limits.deadline, nodes, devices}};
    }
    return limits.budget ? SizingSentence {SizingPhrase::RunWithinBudget, {*limits.budget, nodes, devices}}
                         : SizingSentence {SizingPhrase::RunWithinDeadline, {*limits.deadline, nodes, devices}};
}

SizingSentence headOfCheapest(const RunLimits& limits, const SizedPlan& best)
{
    const std::string& cluster = best.problem.cluster.name;
    const SizingAmount batch {best.problem.workload.global_batch, SizingUnit::Samples};
    if (limits.budget && limits.deadline) {
        return {SizingPhrase::CheapestWithinBoth, {cluster, batch, *limits.budget, *limits.deadline}};
    }
    if (limits.any()) {
        return limits.budget ? SizingSentence {SizingPhrase::CheapestWithin, {cluster, batch, *limits.budget}}
                             : SizingSentence {SizingPhrase::CheapestWithin, {cluster, batch, *limits.deadline}};
    }
    return {SizingPhrase::Cheapest, {cluster, batch}};
}

// Why fewer nodes do not do; nothing where they lack memory, which other questions say as well.
std::optional<SizingSentence> obstacleOfRun(const RunLimits& limits, const SizedPlan& plan)
{
    const SizingAmount nodes {plan.value, SizingUnit::WholeNodes};
    const TrainingCost training_cost = trainingCostOf(plan);
    switch (obstacleOf(plan, limits)) {
    case RunObstacle::Deadline:
        return SizingSentence {SizingPhrase::RunTooLong, {nodes, training_cost.time}};
    case RunObstacle::Budget:
        return SizingSentence {SizingPhrase::RunTooExpensive, {nodes, training_cost.total->middle}};
    default:
        return std::nullopt;
    }
}

SizingSentence headOfAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const SizedPlan& best = *result.best;
    const SizingAmount amount = amountOf(problem, request, best.value);
    const double billions = static_cast<double>(parameterCount(best.problem.model)) / 1e9;
    switch (request.goal) {
    case SizingGoal::Fewest:
        return {SizingPhrase::Fewest, {amount, result.most, SizingAmount {nodesOf(best), SizingUnit::WholeNodes}}};
    case SizingGoal::Cheapest:
        return headOfCheapest(request.limits, best);
    case SizingGoal::Run:
        return headOfRun(request.limits, best);
    case SizingGoal::LargestBatch:
        return {SizingPhrase::LargestBatch, {amount}};
    case SizingGoal::LongestSequence:
        return {SizingPhrase::LongestSequence, {amount}};
    case SizingGoal::LargestModel:
        break;
    }
    return request.scaling == ModelScaling::Depth ? SizingSentence {SizingPhrase::DeepestModel,
                                                                    {amount, groupName(problem.model, result.layers),
                                                                     std::int64_t(result.layers.count), billions}}
                                                  : SizingSentence {SizingPhrase::WidestModel, {amount, billions}};
}

std::optional<SizingSentence> costOfAnswer(const SizedPlan& plan)
{
    const auto step = plan.estimate.cost_per_step;
    const auto million = costPerMillion(plan);
    if (!step || !million) {
        return std::nullopt;
    }
    return SizingSentence {countsTokens(plan.problem) ? SizingPhrase::CostOfTokens : SizingPhrase::CostOfSamples,
                           {step->value, million->value}};
}

// Of whole nodes, with their preemptions where these are known.
std::optional<SizingSentence> runOfAnswer(const SizedPlan& plan)
{
    const TrainingCost training_cost = trainingCostOf(plan);
    if (plan.problem.billing.amount == 0 || !training_cost.total) {
        return std::nullopt;
    }
    return SizingSentence {
        SizingPhrase::WholeRun,
        {SizingAmount {training_cost.amount, countsTokens(plan.problem) ? SizingUnit::Tokens : SizingUnit::Samples},
         SizingAmount {plan.problem.workload.global_batch, SizingUnit::Samples}, training_cost.total->middle,
         training_cost.time, SizingAmount {training_cost.nodes, SizingUnit::WholeNodes}, training_cost.total->low,
         training_cost.total->high, training_cost.time_low, training_cost.time_high}};
}

// Where the problem has no price the answer is by the cheapest offer (pricedFor()).
std::optional<SizingSentence> priceOfAnswer(const Problem& problem, const SizingResult& result)
{
    const auto& shown = result.best ? result.best : result.refused;
    if (result.goal != SizingGoal::Run || !shown || problem.cluster.groups.front().price_per_node) {
        return std::nullopt;
    }
    const ClusterGroup& group = shown->problem.cluster.groups.front();
    if (!group.offer || !group.price_per_node) {
        return std::nullopt;
    }
    return SizingSentence {SizingPhrase::RunPrice, {group.offer->id(), Usd(group.price_per_node->value)}};
}

void addShortage(std::vector<SizingFigure>& figures, const SizedPlan& plan)
{
    figures.emplace_back(std::int64_t(plan.device));
    figures.emplace_back(plan.missing);
    figures.emplace_back(plan.missing.value);
}

std::optional<SizingSentence> nextToAnswer(const Problem& problem, const SizingRequest& request,
                                           const SizingResult& result)
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
        const bool found = result.outcome.kind == OutcomeKind::BestFound; // what does not fit is not proved
        SizingSentence next {found ? SizingPhrase::NextNotFound : SizingPhrase::NextTooLarge,
                             {amountOf(problem, request, result.refused->value)}};
        addShortage(next.figures, *result.refused);
        return next;
    }
    if (request.goal == SizingGoal::Fewest || request.goal == SizingGoal::Run) {
        return SizingSentence {SizingPhrase::NoneFewer, {}};
    }
    if (result.at_limit) {
        return SizingSentence {SizingPhrase::NoLimit, {result.most}};
    }
    return result.outcome.detail.empty() ? SizingSentence {SizingPhrase::NoneLarger, {}}
                                         : SizingSentence {SizingPhrase::NoneLargerFor, {result.outcome.detail}};
}

// The nearest cluster, which breaks a limit, and how large those are that were tried: larger ones may keep it.
SizingSentence noClusterWithin(const RunLimits& limits, const SizedPlan& nearest,
                               const std::vector<SizedCluster>& tried)
{
    SizingAmount most {0, SizingUnit::Devices};
    for (const SizedCluster& sized : tried) {
        most.value = std::max<std::int64_t>(most.value, sized.cluster.devices());
    }
    const std::string& cluster = nearest.problem.cluster.name;
    const TrainingCost training_cost = trainingCostOf(nearest);
    return limits.budget && training_cost.total
        ? SizingSentence {SizingPhrase::NoClusterWithinLimits,
                          {cluster, training_cost.total->middle, training_cost.time, most}}
        : SizingSentence {SizingPhrase::NoClusterInTime, {cluster, training_cost.time, most}};
}

SizingSentence whyNoAnswer(const SizingRequest& request, const SizingResult& result)
{
    if (!result.refused) {
        return {SizingPhrase::NoPlan, {result.outcome.detail}};
    }
    if (request.goal == SizingGoal::Cheapest && result.refused->estimate.fits) {
        return noClusterWithin(request.limits, *result.refused, result.clusters);
    }
    if (request.goal == SizingGoal::Run && result.refused->estimate.fits) {
        const SizingAmount nodes {result.refused->value, SizingUnit::WholeNodes};
        const TrainingCost training_cost = trainingCostOf(*result.refused);
        return training_cost.total
            ? SizingSentence {SizingPhrase::NoNodesWithinLimits,
                              {result.most, nodes, training_cost.total->middle, training_cost.time}}
            : SizingSentence {SizingPhrase::NoNodesInTime, {result.most, nodes, training_cost.time}};
    }
    SizingSentence none {SizingPhrase::NothingFits, {}};
    addShortage(none.figures, *result.refused);
    return none;
}

std::string counted(std::int64_t count, const char* one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

struct FigureText {
    std::string operator()(std::int64_t count) const { return std::to_string(count); }
    std::string operator()(double number) const { return formatNumber(number); }
    std::string operator()(Bytes bytes) const { return formatBytes(bytes); }
    std::string operator()(Usd amount) const { return formatDollars(amount); }
    std::string operator()(Seconds time) const { return formatDuration(time); }
    std::string operator()(const std::string& words) const { return words; }
    std::string operator()(const SizingAmount& amount) const
    {
        switch (amount.unit) {
        case SizingUnit::Devices:
            return counted(amount.value, "device");
        case SizingUnit::WholeNodes:
            return counted(amount.value, "whole node");
        case SizingUnit::Samples:
            return counted(amount.value, "sample");
        case SizingUnit::Tokens:
            return counted(amount.value, "token");
        case SizingUnit::Pixels:
            return counted(amount.value, "pixel") + " of a side";
        case SizingUnit::Layers:
            return counted(amount.value, "repeated layer");
        case SizingUnit::Width:
            break;
        }
        return "width " + std::to_string(amount.value);
    }
};

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
        answer.reservation = SizingSentence {SizingPhrase::BestFound, {result.outcome.detail}};
    }
    return answer;
}

std::string_view sizingTemplate(SizingPhrase phrase)
{
    switch (phrase) {
    case SizingPhrase::Fewest:
        return "Fewest devices: %1 of %2, on %3";
    case SizingPhrase::Cheapest:
        return "Cheapest cluster at a global batch of %2: %1";
    case SizingPhrase::LargestBatch:
        return "Largest global batch: %1";
    case SizingPhrase::LongestSequence:
        return "Longest sequence: %1";
    case SizingPhrase::DeepestModel:
        return "Largest model: %1 (%2 now: %3), %4 billion parameters";
    case SizingPhrase::WidestModel:
        return "Largest model: %1, %2 billion parameters";
    case SizingPhrase::CostOfTokens:
        return "$%1 a step, $%2 per million tokens";
    case SizingPhrase::CostOfSamples:
        return "$%1 a step, $%2 per million samples";
    case SizingPhrase::WholeRun:
        return "The whole run, %1 at a global batch of %2: %3 and %4 on %5 (between %6 and %7, %8 and %9)";
    case SizingPhrase::NextTooLarge:
        return "With %1 nothing fits: in the nearest plan device %2 is %3 (%4 bytes) short";
    case SizingPhrase::NextNotFound:
        return "With %1 nothing was found that fits: in the nearest plan found device %2 is %3 (%4 bytes) short";
    case SizingPhrase::NoneFewer:
        return "No plan takes fewer";
    case SizingPhrase::NoLimit:
        return "That is the largest that was looked for (up to %1): memory does not limit it";
    case SizingPhrase::NoneLarger:
        return "No larger one has a plan";
    case SizingPhrase::NoneLargerFor:
        return "No larger one has a plan: %1";
    case SizingPhrase::BestFound:
        return "Best found: %1";
    case SizingPhrase::NothingFits:
        return "nothing fits: in the nearest plan device %1 is %2 (%3 bytes) short";
    case SizingPhrase::RunWithinBoth:
        return "Fewest nodes for the run within %1 and %2: %3 (%4)";
    case SizingPhrase::RunWithinBudget:
    case SizingPhrase::RunWithinDeadline:
        return "Fewest nodes for the run within %1: %2 (%3)";
    case SizingPhrase::RunTooLong:
        return "With %1 the run takes %2";
    case SizingPhrase::RunTooExpensive:
        return "With %1 the run costs %2";
    case SizingPhrase::NoNodesWithinLimits:
        return "no number of nodes up to %1 was found that keeps the run within the limits: the nearest, %2, costs %3 "
               "and takes %4";
    case SizingPhrase::NoNodesInTime:
        return "no number of nodes up to %1 was found that keeps the run within the deadline: the nearest, %2, takes "
               "%3";
    case SizingPhrase::RunPrice:
        return "No price is set: nodes cost %2 an hour, the cheapest offer on demand (%1)";
    case SizingPhrase::CheapestWithin:
        return "Cheapest cluster within %3 at a global batch of %2: %1";
    case SizingPhrase::CheapestWithinBoth:
        return "Cheapest cluster within %3 and %4 at a global batch of %2: %1";
    case SizingPhrase::NoClusterWithinLimits:
        return "no cluster of up to %4 was found that keeps the run within the limits: the nearest, %1, costs %2 and "
               "takes %3";
    case SizingPhrase::NoClusterInTime:
        return "no cluster of up to %3 was found that ends the run by the deadline: the nearest, %1, takes %2";
    case SizingPhrase::NoPlan:
        break;
    }
    return "no plan is possible: %1";
}

std::string describe(const SizingSentence& sentence)
{
    const std::string_view words = sizingTemplate(sentence.phrase);
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t figure = i + 1 < words.size() ? static_cast<std::size_t>(words[i + 1] - '1') : 0;
        if (words[i] == '%' && figure < sentence.figures.size()) {
            text += std::visit(FigureText(), sentence.figures[figure]);
            ++i;
        } else {
            text += words[i];
        }
    }
    return text;
}

int nodesOf(const SizedPlan& plan)
{
    const int each = plan.problem.cluster.groups.front().devices_per_node;
    return (plan.plan.devices() + each - 1) / each;
}

}
