// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recommendation.h"

#include "core/base/format.h"
#include "core/search/standing.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

// The sentence of a plan that no candidate beats: a proof, else a bound; of the values that were searched.
std::string noneText(const char* better, const char* of, const Standing& standing, const std::string& searched)
{
    if (standing.proven) {
        return std::string("No plan that fits is ") + better + searched + ".\n";
    }
    const auto bound = standing.boundShare();
    return std::string("No plan that was found is ") + better + "; "
        + (bound ? "none that fits takes less than " + formatNumber(100 * *bound) + " % of its " + of + searched
                 : std::string("how much ") + better + " another may be is not known")
        + ".\n";
}

const char* foundText(bool proven)
{
    return proven ? "" : "found ";
}

std::string speedText(const SearchResult& result)
{
    const auto speed = speedStanding(result);
    if (!speed) {
        return {};
    }
    return speed->isBest() ? noneText("faster", "time", *speed, searchedText(result))
                           : "Its step takes " + formatNumber(speed->ratio())
            + " times as long as that of the fastest plan " + foundText(speed->proven) + "that fits.\n";
}

std::string costText(const SearchResult& result)
{
    const auto cost = costStanding(result);
    if (!cost) {
        return {};
    }
    return cost->isBest()
        ? noneText("cheaper", "cost", *cost, searchedText(result))
        : "It costs $" + formatNumber(cost->own - cost->best) + " more (" + formatNumber(cost->ratio())
            + " times as much) than that of the cheapest plan " + foundText(cost->proven) + "that fits.\n";
}

}

std::string searchedText(const SearchResult& result)
{
    return result.ranges.empty() ? "" : " (searched: " + rangesText(result.ranges) + ")";
}

std::string standingText(const SearchResult& result)
{
    return speedText(result) + costText(result);
}

void addStanding(nlohmann::json& document, const SearchResult& result)
{
    const auto speed = speedStanding(result);
    document["recommended_slowdown"] = speed ? nlohmann::json(speed->ratio()) : nlohmann::json();
    const auto cost = costStanding(result);
    document["recommended_extra_cost_usd_per_step"] = cost ? nlohmann::json(cost->own - cost->best) : nlohmann::json();
}

}
