// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sizereport.h"

#include "app/cli/billreport.h"
#include "app/cli/figuretext.h"
#include "app/cli/memoryreport.h"
#include "app/cli/planreport.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/terminaltext.h"
#include "core/json/codec.h"
#include "core/search/runlimits.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stagecraft {

namespace {

// The cluster, and the number of billed nodes if it is smaller.
std::string nodesText(const SizedCluster& sized, const TrainingCost& training_cost)
{
    int nodes = 0;
    for (const ClusterGroup& group : sized.cluster.groups) {
        nodes += group.nodes;
    }
    const bool all = training_cost.nodes >= nodes;
    return terminalLine(sized.cluster.name)
        + (all ? ""
               : ", " + std::to_string(training_cost.nodes)
                   + (training_cost.nodes == 1 ? " node used" : " nodes used"));
}

// Reason why a cluster is not an answer; empty if it may be one.
std::string obstacleText(const SizedPlan& plan, const RunLimits& limits)
{
    if (!plan.estimate.fits) {
        return "does not fit: shortfall " + formatBytes(plan.missing);
    }
    const auto [budget, deadline] = excessOf(trainingCostOf(plan), limits);
    return std::string(budget ? "over the budget" : "") + (budget && deadline ? ", " : "")
        + (deadline ? "past the deadline" : "");
}

// Cells of a cluster with a plan; with total cost and time to train if the length of the run is given.
std::vector<std::string> clusterCells(const SizedCluster& sized, const RunLimits& limits, bool of_run)
{
    const Estimate& estimate = sized.plan->estimate;
    const TrainingCost training_cost = trainingCostOf(*sized.plan);
    std::vector<std::string> cells {nodesText(sized, training_cost),
                                    planName(sized.plan->plan),
                                    formatBytes(estimate.peak),
                                    formatSeconds(estimate.step),
                                    estimate.cost_per_step ? formatNumber(estimate.cost_per_step->value) : "",
                                    training_cost.per_million ? formatNumber(training_cost.per_million->middle.value)
                                                              : ""};
    if (of_run) {
        cells.push_back(training_cost.total ? formatDollars(training_cost.total->middle) : "");
        cells.push_back(formatDuration(training_cost.time));
    }
    cells.push_back(obstacleText(*sized.plan, limits));
    return cells;
}

std::vector<ClusterGroup> withoutNodes(const SizedPlan& plan)
{
    std::vector<ClusterGroup> groups = plan.problem.cluster.groups;
    for (ClusterGroup& group : groups) {
        group.nodes = 0;
    }
    return groups;
}

std::string clustersText(const Problem& problem, const RunLimits& limits, const SizingResult& result)
{
    const bool of_run = problem.billing.amount > 0;
    std::vector<TextTable::Column> columns {{"cluster"},
                                            {"plan"},
                                            {"peak", Align::Right},
                                            {"step time", Align::Right},
                                            {"$/step", Align::Right},
                                            {std::string("$/million ") + sampleUnit(problem.model), Align::Right}};
    if (of_run) {
        columns.push_back({"total cost", Align::Right});
        columns.push_back({"time to train", Align::Right});
    }
    columns.push_back({""});
    TextTable table(columns);
    std::vector<const SizedPlan*> shown; // clusters that differ only in unused nodes are listed once
    for (const SizedCluster& sized : result.clusters) {
        const auto same = [&](const SizedPlan* plan) {
            return plan->plan == sized.plan->plan && withoutNodes(*plan) == withoutNodes(*sized.plan);
        };
        if (sized.plan && result.goal == SizingGoal::Run && std::any_of(shown.begin(), shown.end(), same)) {
            continue;
        }
        if (sized.plan) {
            shown.push_back(&*sized.plan);
        }
        std::vector<std::string> cells(columns.size());
        cells.front() = sized.cluster.name;
        cells.back() = describe(sized.obstacle);
        table.add(sized.plan ? clusterCells(sized, limits, of_run) : std::move(cells));
    }
    return table.text();
}

// Title of the plan in a sizing answer.
std::string planTitle(const SizingResult& result)
{
    if (!result.best) {
        return "Nearest plan";
    }
    switch (result.chosen_by) {
    case Objective::Memory:
        break;
    case Objective::Balanced:
        return "Balanced plan";
    case Objective::Throughput:
        return "Fastest plan";
    case Objective::Cost:
        return "Cheapest plan";
    }
    return "Plan with the lowest peak memory";
}

std::string planText(const SizedPlan& plan, const std::string& title)
{
    return "\n" + title + ": " + planName(plan.plan) + ", split points " + allSplitPointsText(plan.plan) + "\n"
        + devicesText(plan.problem, plan.plan, plan.estimate) + "\n" + hostText(plan.problem, plan.plan, plan.estimate)
        + speedText(plan.estimate);
}

nlohmann::json planJson(const SizedPlan& plan)
{
    const auto million = costPerMillion(plan);
    const bool fits = plan.estimate.fits;
    return {{"value", plan.value},
            {"nodes", nodesOf(plan)},
            {"parameters", parameterCount(plan.problem.model)},
            {"cost_usd_per_million", million ? nlohmann::json(million->value) : nlohmann::json()},
            {"bill", plan.problem.billing.amount > 0 ? trainingCostJson(trainingCostOf(plan)) : nlohmann::json()},
            {"device", fits ? -1 : plan.device},
            {"missing_bytes", fits ? 0 : plan.missing.value},
            {"plan", encodeJson(plan.plan)},
            {"estimate", encodeJson(plan.estimate)}};
}

nlohmann::json planJson(const std::optional<SizedPlan>& plan)
{
    return plan ? planJson(*plan) : nlohmann::json();
}

nlohmann::json clusterJson(const SizedCluster& sized)
{
    nlohmann::json json {{"cluster", sized.cluster.name},
                         {"outcome", std::string(nameOf(sized.outcome.kind))},
                         {"outcome_detail", encodeJson(sized.obstacle.empty() ? sized.outcome.detail : sized.obstacle)},
                         {"best", nullptr},
                         {"refused", nullptr}};
    if (sized.plan) {
        json[sized.plan->estimate.fits ? "best" : "refused"] = planJson(*sized.plan);
    }
    return json;
}

}

std::string sentenceText(const Message& sentence)
{
    return describe(withAmounts(sentence, formatDollars, formatDuration));
}

std::string sizingText(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const auto& shown = result.best ? result.best : result.refused;
    std::string text;
    if (shown) {
        text = problemText(shown->problem) + "\n" + missingText(shown->not_measured) + "\n";
    }
    if (!result.clusters.empty()) {
        text += clustersText(problem, request.limits, result) + "\n";
    }
    const SizingAnswer answer = sizingAnswer(problem, request, result);
    if (result.best) {
        text += sentenceText(answer.head) + (answer.cost ? "; " + sentenceText(*answer.cost) : "") + "\n"
            + (answer.run ? sentenceText(*answer.run) + ".\n" : "");
        for (const Message& note : answer.left_out) {
            text += describe(note) + "\n";
        }
        text += answer.next ? sentenceText(*answer.next) + ".\n" : "";
    }
    text += answer.price ? sentenceText(*answer.price) + ".\n" : "";
    if (answer.reservation) {
        text += sentenceText(*answer.reservation) + ".\n";
    }
    text += "Tried " + std::to_string(result.tried) + (result.tried == 1 ? " value" : " values") + " in "
        + formatSeconds(result.elapsed) + ", considering all partitions of the layers.\n";
    return shown ? text + planText(*shown, planTitle(result)) : text;
}

nlohmann::json sizingJson(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const auto& shown = result.best ? result.best : result.refused;
    const auto missing = shown ? missingJson(shown->not_measured) : nlohmann::json();
    nlohmann::json json {{"question", std::string(nameOf(request.goal))},
                         {"outcome", std::string(nameOf(result.outcome.kind))},
                         {"outcome_device", result.outcome.device},
                         {"outcome_missing_bytes", result.outcome.missing.value},
                         {"outcome_detail", encodeJson(result.outcome.detail)},
                         {"value", result.best ? nlohmann::json(result.best->value) : nlohmann::json()},
                         {"at_limit", result.at_limit},
                         {"most", result.most},
                         {"tried", result.tried},
                         {"size_seconds", result.elapsed.value},
                         {"objective", std::string(nameOf(result.chosen_by))},
                         {"best", planJson(result.best)},
                         {"refused", planJson(result.refused)},
                         {"clusters", nlohmann::json::array()},
                         {"not_measured", missing},
                         {"problem", problemJson(shown ? shown->problem : problem)}};
    for (const SizedCluster& sized : result.clusters) {
        json["clusters"].push_back(clusterJson(sized));
    }
    if (request.goal == SizingGoal::Run || request.limits.any()) {
        const RunLimits& limits = request.limits;
        json["budget_usd"] = limits.budget ? nlohmann::json(limits.budget->value) : nlohmann::json();
        json["deadline_seconds"] = limits.deadline ? nlohmann::json(limits.deadline->value) : nlohmann::json();
    }
    return json;
}

}
