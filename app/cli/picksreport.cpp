// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/picksreport.h"

#include "app/cli/figuretext.h"
#include "app/cli/output.h"
#include "app/cli/planreport.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/search/picks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr const char* noPrice = "no price set";

// "Least memory".
std::string pickTitle(Pick pick)
{
    std::string title(nameOf(pick));
    std::replace(title.begin(), title.end(), '_', ' ');
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    return title;
}

// Speed relative to the fastest plan.
std::string slowdownText(double slowdown)
{
    const std::string speed = speedText(slowdown);
    return speed.empty() && std::isfinite(slowdown) ? "same speed" : speed;
}

double rateOf(const Problem& problem, const Estimate& estimate)
{
    return problem.model.sample == SampleKind::Tokens ? estimate.tokens_per_second : estimate.samples_per_second;
}

}

std::string picksText(const Problem& problem, const SearchResult& result)
{
    const auto picks = pickedPlans(result, problem);
    if (picks.empty()) {
        return {};
    }
    TextTable table({{""},
                     {"pick"},
                     {"peak", Align::Right},
                     {std::string(sampleUnit(problem.model)) + "/s", Align::Right},
                     {"$/step", Align::Right},
                     {"vs. fastest"},
                     {"plan"}});
    const std::string star = Output::terminalTakesUtf8() ? "★" : "*";
    for (const PickedPlan& pick : picks) {
        const Candidate& candidate = result.candidates[pick.candidate];
        const Estimate& estimate = candidate.estimate;
        table.add({pick.recommended ? star : "", pickTitle(pick.pick), formatBytes(estimate.peak),
                   sampleRateText(rateOf(problem, estimate)),
                   estimate.cost_per_step ? formatNumber(estimate.cost_per_step->value) : noPrice,
                   pick.pick == Pick::Fastest ? "" : slowdownText(pick.slowdown),
                   pick.same_as ? "same as " + pickTitle(*pick.same_as) : planName(candidate.plan)});
    }
    if (picks.back().pick != Pick::Cheapest) {
        table.add({"", pickTitle(Pick::Cheapest), "", "", noPrice, "", ""});
    }
    return table.text();
}

nlohmann::json picksJson(const Problem& problem, const SearchResult& result)
{
    auto json = nlohmann::json::object();
    const auto picks = pickedPlans(result, problem);
    if (picks.empty()) {
        return json;
    }
    json[std::string(nameOf(Pick::Cheapest))] = nullptr;
    for (const PickedPlan& pick : picks) {
        const Estimate& estimate = result.candidates[pick.candidate].estimate;
        json[std::string(nameOf(pick.pick))] = {
            {"candidate", pick.candidate},
            {"recommended", pick.recommended},
            {"peak_bytes", estimate.peak.value},
            {"step_seconds", estimate.step.value},
            {"samples_per_second", estimate.samples_per_second},
            {"tokens_per_second", estimate.tokens_per_second},
            {"cost_usd_per_step",
             estimate.cost_per_step ? nlohmann::json(estimate.cost_per_step->value) : nlohmann::json()},
            {"slowdown", pick.slowdown}};
    }
    return json;
}

}
