// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/explainreport.h"

#include "app/cli/memoryreport.h"
#include "app/cli/planreport.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

std::string signedBytes(Bytes bytes)
{
    return bytes < Bytes(0) ? formatBytes(-bytes) + " less" : formatBytes(bytes) + " more";
}

std::string neighborText(const char* title, const SearchResult& result, const PlanNeighbor& neighbor)
{
    const Candidate& other = result.candidates[neighbor.candidate];
    const Seconds own = other.estimate.step + neighbor.faster;
    const auto percent = [](double share) { return formatNumber(100 * share) + " %"; };
    const std::string memory = neighbor.share ? percent(*neighbor.share)
            + " of the fullest device allocated instead of " + percent(*neighbor.share - *neighbor.more_share)
                                              : signedBytes(neighbor.more);
    std::string text = std::string(title) + ": " + planName(other.plan) + ": " + memory + ", step time "
        + formatSeconds(other.estimate.step) + " instead of " + formatSeconds(own);
    if (neighbor.cheaper && other.estimate.cost_per_step) {
        text += ", $" + formatNumber(other.estimate.cost_per_step->value) + " per step instead of $"
            + formatNumber((*other.estimate.cost_per_step + *neighbor.cheaper).value);
    }
    return text + "\n";
}

std::string alternativesText(const SearchResult& result, const Explanation& explanation)
{
    if (explanation.alternatives.empty()) {
        return {};
    }
    const Bytes own = result.recommended()->estimate.peak;
    TextTable table({{"setting"}, {"value"}, {"lowest peak", Align::Right}, {"vs. this plan", Align::Right}, {""}});
    for (const PlanAlternative& other : explanation.alternatives) {
        const double ratio = other.peak / own;
        table.add({other.dimension, other.value, formatBytes(other.peak), formatNumber(ratio) + "x",
                   other.fits ? "" : "does not fit"});
    }
    return "\nLowest peak with one setting changed (pipeline depth and split points free):\n" + table.text();
}

nlohmann::json neighborJson(const SearchResult& result, const std::optional<PlanNeighbor>& neighbor)
{
    if (!neighbor) {
        return {};
    }
    return {{"candidate", neighbor->candidate},
            {"plan", planName(result.candidates[neighbor->candidate].plan)},
            {"more_bytes", neighbor->more.value},
            {"more_share", neighbor->more_share ? nlohmann::json(*neighbor->more_share) : nlohmann::json()},
            {"faster_seconds", neighbor->faster.value},
            {"cheaper_usd_per_step", neighbor->cheaper ? nlohmann::json(neighbor->cheaper->value) : nlohmann::json()}};
}

}

namespace {

// Reason why the objective recommends this plan; empty for the objective Memory.
std::string objectiveText(const Problem& problem, const SearchResult& result)
{
    const bool certain = result.outcome.kind == OutcomeKind::Optimal;
    const std::string none = result.ranges.empty() ? "no plan " : "no searched plan ";
    switch (problem.constraints.objective) {
    case Objective::Balanced:
        return certain ? none + "that is fast enough has a lower peak; " : "best balanced plan found that fits; ";
    case Objective::Throughput:
        return certain ? none + "that fits is faster; " : "fastest plan found that fits; ";
    case Objective::Cost:
        return certain ? none + "that fits is cheaper; " : "cheapest plan found that fits; ";
    case Objective::Memory:
        break;
    }
    return {};
}

}

std::string explanationText(const Problem& problem, const SearchResult& result, const Explanation& explanation)
{
    const std::string share =
        explanation.share ? " (" + formatNumber(100 * *explanation.share) + " % of its device)" : std::string();
    std::string text = "\nWhy this plan: " + objectiveText(problem, result) + "pipeline rank "
        + std::to_string(explanation.stage) + " sets the peak: " + formatBytes(explanation.peak) + share + " "
        + momentText(problem, explanation.moment) + ", of which " + formatBytes(explanation.part_bytes) + " are "
        + explanation.part + ".\n";
    if (explanation.next_faster) {
        text += neighborText("Next faster plan", result, *explanation.next_faster);
    }
    if (explanation.next_more_expensive) {
        text += neighborText("Next more expensive plan", result, *explanation.next_more_expensive);
    }
    if (explanation.next_lower_peak) {
        text += neighborText("Next plan with less memory", result, *explanation.next_lower_peak);
    }
    if (explanation.fastest) {
        text += neighborText("Fastest plan", result, *explanation.fastest);
    }
    if (explanation.cheapest) {
        text += neighborText("Cheapest plan", result, *explanation.cheapest);
    }
    return text + alternativesText(result, explanation);
}

nlohmann::json explanationJson(const SearchResult& result, const std::optional<Explanation>& explanation)
{
    if (!explanation) {
        return {};
    }
    auto alternatives = nlohmann::json::array();
    for (const PlanAlternative& other : explanation->alternatives) {
        alternatives.push_back({{"dimension", other.dimension},
                                {"value", other.value},
                                {"peak_bytes", other.peak.value},
                                {"fits", other.fits}});
    }
    return {{"bottleneck_place", explanation->stage},
            {"peak_bytes", explanation->peak.value},
            {"share", explanation->share ? nlohmann::json(*explanation->share) : nlohmann::json()},
            {"phase", std::string(nameOf(explanation->moment.phase))},
            {"layer", explanation->moment.layer},
            {"largest_part", explanation->part},
            {"largest_part_bytes", explanation->part_bytes.value},
            {"alternatives", std::move(alternatives)},
            {"next_faster", neighborJson(result, explanation->next_faster)},
            {"next_more_expensive", neighborJson(result, explanation->next_more_expensive)},
            {"next_lower_peak", neighborJson(result, explanation->next_lower_peak)},
            {"fastest", neighborJson(result, explanation->fastest)},
            {"cheapest", neighborJson(result, explanation->cheapest)}};
}

}
