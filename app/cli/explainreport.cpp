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

std::string neighbourText(const char* what, const SearchResult& result, const PlanNeighbour& neighbour)
{
    const Candidate& other = result.candidates[neighbour.candidate];
    const Seconds own = other.estimate.step + neighbour.faster;
    const auto percent = [](double share) { return formatNumber(100 * share) + " %"; };
    const std::string memory = neighbour.share ? percent(*neighbour.share)
            + " allocated of the fullest device instead of " + percent(*neighbour.share - *neighbour.more_share)
                                               : signedBytes(neighbour.more);
    std::string text = std::string(what) + planName(other.plan) + ": " + memory + ", a step of "
        + formatSeconds(other.estimate.step) + " instead of " + formatSeconds(own);
    if (neighbour.cheaper && other.estimate.cost_per_step) {
        text += ", $" + formatNumber(other.estimate.cost_per_step->value) + " a step instead of $"
            + formatNumber((*other.estimate.cost_per_step + *neighbour.cheaper).value);
    }
    return text + "\n";
}

std::string alternativesText(const SearchResult& result, const Explanation& explanation)
{
    if (explanation.alternatives.empty()) {
        return {};
    }
    const Bytes own = result.recommended()->estimate.peak;
    TextTable table({{"with another"}, {""}, {"least peak", Align::Right}, {"", Align::Right}, {""}});
    for (const PlanAlternative& other : explanation.alternatives) {
        const double ratio = other.peak / own;
        table.add({other.dimension, other.value, formatBytes(other.peak), formatNumber(ratio) + " x",
                   other.fits ? "" : "does not fit"});
    }
    return "\nAll else as it is, depth and cuts free:\n" + table.text();
}

nlohmann::json neighbourJson(const SearchResult& result, const std::optional<PlanNeighbour>& neighbour)
{
    if (!neighbour) {
        return {};
    }
    return {
        {"candidate", neighbour->candidate},
        {"plan", planName(result.candidates[neighbour->candidate].plan)},
        {"more_bytes", neighbour->more.value},
        {"more_share", neighbour->more_share ? nlohmann::json(*neighbour->more_share) : nlohmann::json()},
        {"faster_seconds", neighbour->faster.value},
        {"cheaper_usd_per_step", neighbour->cheaper ? nlohmann::json(neighbour->cheaper->value) : nlohmann::json()}};
}

}

namespace {

// By which wish it is recommended, where that is not its memory.
std::string objectiveText(const Problem& problem, const SearchResult& result)
{
    const bool certain = result.outcome.kind == OutcomeKind::Optimal;
    const std::string none = result.ranges.empty() ? "none " : "none of those searched ";
    switch (problem.constraints.objective) {
    case Objective::Balanced:
        return certain ? none + "that is fast enough has a lower peak; " : "it is the best balanced found that fits; ";
    case Objective::Throughput:
        return certain ? none + "that fits is faster; " : "it is the fastest found that fits; ";
    case Objective::Cost:
        return certain ? none + "that fits is cheaper; " : "it is the cheapest found that fits; ";
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
    std::string text = "\nWhy this plan: " + objectiveText(problem, result) + "place "
        + std::to_string(explanation.stage) + " binds, with " + formatBytes(explanation.peak) + share + " "
        + momentText(problem, explanation.moment) + ", of which " + formatBytes(explanation.part_bytes) + " are "
        + explanation.part + ".\n";
    if (explanation.next_faster) {
        text += neighbourText("The next bytes bring ", result, *explanation.next_faster);
    }
    if (explanation.next_dearer) {
        text += neighbourText("The next dollars bring ", result, *explanation.next_dearer);
    }
    if (explanation.next_leaner) {
        text += neighbourText("Less memory takes ", result, *explanation.next_leaner);
    }
    if (explanation.fastest) {
        text += neighbourText("The fastest is ", result, *explanation.fastest);
    }
    if (explanation.cheapest) {
        text += neighbourText("The cheapest is ", result, *explanation.cheapest);
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
            {"next_faster", neighbourJson(result, explanation->next_faster)},
            {"next_dearer", neighbourJson(result, explanation->next_dearer)},
            {"next_leaner", neighbourJson(result, explanation->next_leaner)},
            {"fastest", neighbourJson(result, explanation->fastest)},
            {"cheapest", neighbourJson(result, explanation->cheapest)}};
}

}
