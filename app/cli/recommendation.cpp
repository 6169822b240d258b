// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recommendation.h"

#include "core/base/format.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

// Ratios that are shown as one.
constexpr double noDifference = 1.0005;

// What stands where no candidate is better: that none is, where that was proved; else how much better one may be.
std::string noneText(const char* better, const char* of, bool proven, std::optional<double> bound)
{
    if (proven) {
        return std::string("No plan that fits is ") + better + ".\n";
    }
    return std::string("No plan that was found is ") + better + "; "
        + (bound ? "none that fits takes less than " + formatNumber(100 * *bound) + " % of its " + of
                 : std::string("how much ") + better + " another may be is not known")
        + ".\n";
}

const char* foundText(bool proven)
{
    return proven ? "" : "found ";
}

std::string speedStanding(const SearchResult& result)
{
    const auto slowdown = recommendedSlowdown(result);
    if (!slowdown) {
        return {};
    }
    const bool proven = result.provenFastest();
    if (*slowdown > noDifference) {
        return "Its step takes " + formatNumber(*slowdown) + " times as long as that of the fastest plan "
            + foundText(proven) + "that fits.\n";
    }
    const Seconds own = result.recommended()->estimate.step;
    const auto bound = result.fastest_bound ? std::optional(*result.fastest_bound / own) : std::nullopt;
    return noneText("faster", "time", proven, bound);
}

std::string costStanding(const SearchResult& result)
{
    const auto more = recommendedExtraCost(result);
    if (!more) {
        return {};
    }
    const bool proven = result.provenCheapest();
    const Usd cheapest = *result.labelled(Label::Cheapest)->estimate.cost_per_step;
    const double ratio = cheapest > Usd(0) ? (cheapest + *more) / cheapest : 1;
    if (ratio > noDifference) {
        return "It costs $" + formatNumber(more->value) + " more (" + formatNumber(ratio)
            + " times as much) than that of the cheapest plan " + foundText(proven) + "that fits.\n";
    }
    const Usd own = cheapest + *more;
    const auto bound =
        result.cheapest_bound && own > Usd(0) ? std::optional(*result.cheapest_bound / own) : std::nullopt;
    return noneText("cheaper", "cost", proven, bound);
}

}

std::optional<double> recommendedSlowdown(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* fastest = result.labelled(Label::Fastest);
    if (recommended == nullptr || fastest == nullptr || !(fastest->estimate.step > Seconds(0))) {
        return std::nullopt;
    }
    return recommended->estimate.step / fastest->estimate.step;
}

std::optional<Usd> recommendedExtraCost(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* cheapest = result.labelled(Label::Cheapest);
    if (recommended == nullptr || cheapest == nullptr || !recommended->estimate.cost_per_step) {
        return std::nullopt;
    }
    return *recommended->estimate.cost_per_step - *cheapest->estimate.cost_per_step;
}

std::string standingText(const SearchResult& result)
{
    return speedStanding(result) + costStanding(result);
}

void addStanding(nlohmann::json& document, const SearchResult& result)
{
    const auto slowdown = recommendedSlowdown(result);
    document["recommended_slowdown"] = slowdown ? nlohmann::json(*slowdown) : nlohmann::json();
    const auto more = recommendedExtraCost(result);
    document["recommended_extra_cost_usd_per_step"] = more ? nlohmann::json(more->value) : nlohmann::json();
}

}
