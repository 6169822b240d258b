// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/recommendation.h"

#include "core/base/format.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stagecraft {

namespace {

// Ratios that are shown as one.
constexpr double noDifference = 1.0005;

const Candidate* labelled(const SearchResult& result, Label label)
{
    const auto at = std::find_if(result.candidates.begin(), result.candidates.end(),
                                 [label](const Candidate& candidate) { return candidate.has(label); });
    return at == result.candidates.end() ? nullptr : &*at;
}

std::string costText(const SearchResult& result)
{
    const auto more = recommendedExtraCost(result);
    if (!more) {
        return {};
    }
    const Usd cheapest = *labelled(result, Label::Cheapest)->estimate.cost_per_step;
    const double ratio = cheapest > Usd(0) ? (cheapest + *more) / cheapest : 1;
    return ratio > noDifference ? "It costs $" + formatNumber(more->value) + " more (" + formatNumber(ratio)
            + " times as much) than that of the cheapest plan that fits.\n"
                                : "No plan that fits is cheaper.\n";
}

}

std::optional<double> recommendedSlowdown(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* fastest = labelled(result, Label::Fastest);
    if (recommended == nullptr || fastest == nullptr || !(fastest->estimate.step > Seconds(0))) {
        return std::nullopt;
    }
    return recommended->estimate.step / fastest->estimate.step;
}

std::optional<Usd> recommendedExtraCost(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* cheapest = labelled(result, Label::Cheapest);
    if (recommended == nullptr || cheapest == nullptr || !recommended->estimate.cost_per_step) {
        return std::nullopt;
    }
    return *recommended->estimate.cost_per_step - *cheapest->estimate.cost_per_step;
}

std::string standingText(const SearchResult& result)
{
    std::string text;
    if (const auto slowdown = recommendedSlowdown(result)) {
        text += *slowdown > noDifference
            ? "Its step takes " + formatNumber(*slowdown) + " times as long as that of the fastest plan that fits.\n"
            : "No plan that fits is faster.\n";
    }
    return text + costText(result);
}

void addStanding(nlohmann::json& document, const SearchResult& result)
{
    const auto slowdown = recommendedSlowdown(result);
    document["recommended_slowdown"] = slowdown ? nlohmann::json(*slowdown) : nlohmann::json();
    const auto more = recommendedExtraCost(result);
    document["recommended_extra_cost_usd_per_step"] = more ? nlohmann::json(more->value) : nlohmann::json();
}

}
