// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recommendation.h"

#include "core/base/format.h"
#include "core/search/gaptobest.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

// Sentence for a plan that no candidate beats: a proof or a bound, with the searched values.
std::string noneText(const char* better, const char* quantity, const GapToBest& gap_to_best,
                     const std::string& searched)
{
    if (gap_to_best.proven) {
        return std::string("No plan that fits is ") + better + searched + ".\n";
    }
    const auto bound = gap_to_best.boundShare();
    return std::string("No plan found is ") + better + "; "
        + (bound ? "the lower bound is " + formatNumber(100 * *bound) + " % of its " + quantity + searched
                 : std::string("no lower bound is known"))
        + ".\n";
}

const char* foundText(bool proven)
{
    return proven ? "" : "found ";
}

std::string speedText(const SearchResult& result)
{
    const auto speed = stepTimeGap(result);
    if (!speed) {
        return {};
    }
    return speed->isBest() ? noneText("faster", "step time", *speed, searchedText(result))
                           : "Its step takes " + formatNumber(speed->ratio()) + "x as long as the fastest plan "
            + foundText(speed->proven) + "that fits.\n";
}

std::string costText(const SearchResult& result)
{
    const auto cost = stepCostGap(result);
    if (!cost) {
        return {};
    }
    return cost->isBest()
        ? noneText("cheaper", "cost", *cost, searchedText(result))
        : "A step costs $" + formatNumber(cost->recommended - cost->best) + " more (" + formatNumber(cost->ratio())
            + "x as much) than with the cheapest plan " + foundText(cost->proven) + "that fits.\n";
}

}

std::string searchedText(const SearchResult& result)
{
    return result.ranges.empty() ? "" : " (searched: " + rangesText(result.ranges) + ")";
}

std::string gapToBestText(const SearchResult& result)
{
    return speedText(result) + costText(result);
}

void addGapToBest(nlohmann::json& document, const SearchResult& result)
{
    const auto speed = stepTimeGap(result);
    document["recommended_slowdown"] = speed ? nlohmann::json(speed->ratio()) : nlohmann::json();
    const auto cost = stepCostGap(result);
    document["recommended_extra_cost_usd_per_step"] =
        cost ? nlohmann::json(cost->recommended - cost->best) : nlohmann::json();
}

}
