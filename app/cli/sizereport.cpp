// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sizereport.h"

#include "app/cli/figuretext.h"
#include "app/cli/memoryreport.h"
#include "app/cli/planreport.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

// Whole nodes that its devices lie on.
int nodesOf(const SizedPlan& plan)
{
    const int each = plan.problem.cluster.groups.front().devices_per_node;
    return (plan.plan.devices() + each - 1) / each;
}

bool isTokens(const Problem& problem)
{
    return problem.model.sample == SampleKind::Tokens;
}

std::string plural(std::int64_t count, const char* one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// What is counted, as in "12 devices".
std::string valueText(const Problem& problem, const SizingRequest& request, std::int64_t value)
{
    switch (request.question) {
    case SizingQuestion::Fewest:
    case SizingQuestion::Cheapest:
        return plural(value, "device");
    case SizingQuestion::LargestBatch:
        return plural(value, "sample");
    case SizingQuestion::LongestSequence:
        return isTokens(problem) ? plural(value, "token") : std::to_string(value) + " pixels of a side";
    case SizingQuestion::LargestModel:
        break;
    }
    return request.scaling == ModelScaling::Depth ? plural(value, "repeated layer") : "width " + std::to_string(value);
}

std::string titleOf(SizingQuestion question)
{
    switch (question) {
    case SizingQuestion::Fewest:
        return "Fewest devices: ";
    case SizingQuestion::Cheapest:
        return "Cheapest cluster: ";
    case SizingQuestion::LargestBatch:
        return "Largest global batch: ";
    case SizingQuestion::LongestSequence:
        return "Longest sequence: ";
    case SizingQuestion::LargestModel:
        break;
    }
    return "Largest model: ";
}

std::string costText(const SizedPlan& plan)
{
    const auto step = plan.estimate.cost_per_step;
    const auto million = costPerMillion(plan);
    return step && million ? "$" + formatNumber(step->value) + " a step, $" + formatNumber(million->value)
            + " per million " + sampleUnit(plan.problem.model)
                           : std::string();
}

std::string answerText(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const SizedPlan& best = *result.best;
    std::string text = titleOf(request.question)
        + (request.question == SizingQuestion::Cheapest ? best.problem.cluster.name
                                                        : valueText(problem, request, best.value));
    if (request.question == SizingQuestion::Fewest) {
        text += " of " + std::to_string(result.most) + ", on " + plural(nodesOf(best), "whole node");
    } else if (request.question == SizingQuestion::LargestModel) {
        const bool depth = request.scaling == ModelScaling::Depth;
        text += (depth ? " (" + groupName(problem.model, result.layers) + " now: " + std::to_string(result.layers.count)
                         + ")"
                       : "")
            + ", " + formatNumber(static_cast<double>(parameterCount(best.problem.model)) / 1e9)
            + " billion parameters";
    }
    const std::string cost = costText(best);
    return text + (cost.empty() ? "\n" : "; " + cost + "\n");
}

std::string shortText(const SizedPlan& plan)
{
    return "in the plan with the least peak device " + std::to_string(plan.device) + " is " + formatBytes(plan.missing)
        + " (" + std::to_string(plan.missing.value) + " bytes) short";
}

std::string nextText(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    if (request.question == SizingQuestion::Cheapest) {
        return {};
    }
    if (result.refused) {
        return "With " + valueText(problem, request, result.refused->value)
            + " nothing fits: " + shortText(*result.refused) + ".\n";
    }
    if (request.question == SizingQuestion::Fewest) {
        return "No plan takes fewer.\n";
    }
    return result.at_limit
        ? "That is the largest that was looked for (up to " + std::to_string(result.most)
            + "): memory does not limit it.\n"
        : "No larger one has a plan" + (result.outcome.detail.empty() ? "" : ": " + result.outcome.detail) + ".\n";
}

std::string clustersText(const SizingResult& result)
{
    TextTable table({{"cluster"},
                     {"plan"},
                     {"peak", Align::Right},
                     {"step", Align::Right},
                     {"$/step", Align::Right},
                     {"$/million", Align::Right},
                     {""}});
    for (const SizedCluster& sized : result.clusters) {
        if (!sized.plan) {
            table.add({sized.cluster.name, "", "", "", "", "", sized.obstacle});
            continue;
        }
        const Estimate& estimate = sized.plan->estimate;
        const auto million = costPerMillion(*sized.plan);
        table.add({sized.cluster.name, planName(sized.plan->plan), formatBytes(estimate.peak),
                   formatSeconds(estimate.step),
                   estimate.cost_per_step ? formatNumber(estimate.cost_per_step->value) : "",
                   million ? formatNumber(million->value) : "",
                   estimate.fits ? "" : "does not fit: " + formatBytes(sized.plan->missing) + " short"});
    }
    return table.text();
}

std::string planText(const SizedPlan& plan)
{
    return "\nPlan: " + planName(plan.plan) + ", cut at " + cutsText(plan.plan) + "\n"
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
                         {"outcome_detail", sized.obstacle.empty() ? sized.outcome.detail : sized.obstacle},
                         {"best", nullptr},
                         {"refused", nullptr}};
    if (sized.plan) {
        json[sized.plan->estimate.fits ? "best" : "refused"] = planJson(*sized.plan);
    }
    return json;
}

}

std::string sizingText(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const auto& shown = result.best ? result.best : result.refused;
    std::string text;
    if (shown) {
        text = problemText(shown->problem) + "\n" + missingText(shown->not_measured) + "\n";
    }
    if (!result.clusters.empty()) {
        text += clustersText(result) + "\n";
    }
    if (result.best) {
        text += answerText(problem, request, result) + nextText(problem, request, result);
    }
    if (result.outcome.kind == OutcomeKind::BestFound) {
        text += "Best found: " + result.outcome.detail + ".\n";
    }
    text += "Tried " + plural(result.tried, "value") + ", of every way to spread the layers, in "
        + formatSeconds(result.elapsed) + ".\n";
    return shown ? text + planText(*shown) : text;
}

std::string noSizeText(const SizingResult& result)
{
    return result.refused ? "nothing fits: " + shortText(*result.refused)
                          : "no plan is possible: " + result.outcome.detail;
}

nlohmann::json sizingJson(const Problem& problem, const SizingRequest& request, const SizingResult& result)
{
    const auto& shown = result.best ? result.best : result.refused;
    nlohmann::json json {{"question", std::string(nameOf(request.question))},
                         {"outcome", std::string(nameOf(result.outcome.kind))},
                         {"outcome_device", result.outcome.device},
                         {"outcome_missing_bytes", result.outcome.missing.value},
                         {"outcome_detail", result.outcome.detail},
                         {"value", result.best ? nlohmann::json(result.best->value) : nlohmann::json()},
                         {"at_limit", result.at_limit},
                         {"most", result.most},
                         {"tried", result.tried},
                         {"size_seconds", result.elapsed.value},
                         {"best", planJson(result.best)},
                         {"refused", planJson(result.refused)},
                         {"clusters", nlohmann::json::array()},
                         {"not_measured", missingJson(shown ? shown->not_measured : std::nullopt)},
                         {"problem", problemJson(shown ? shown->problem : problem)}};
    for (const SizedCluster& sized : result.clusters) {
        json["clusters"].push_back(clusterJson(sized));
    }
    return json;
}

}
