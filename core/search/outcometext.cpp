// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/outcometext.h"

#include "core/base/format.h"
#include "core/estimate/fullestdevice.h"

#include <algorithm>

namespace stagecraft {

int bottleneckOf(const Estimate& estimate, PeakMeasure measure)
{
    const auto& pipeline_ranks = estimate.devices.pipelineRanks();
    const auto most = std::max_element(pipeline_ranks.begin(), pipeline_ranks.end(), [&](const auto& a, const auto& b) {
        return comparablePeakOf(a.first, measure) < comparablePeakOf(b.first, measure);
    });
    return most == pipeline_ranks.end() ? -1 : most->first.stage;
}

Outcome shortOf(const Estimate& estimate)
{
    Outcome outcome;
    outcome.kind = OutcomeKind::Infeasible;
    for (std::size_t i = 0; i < estimate.devices.size(); ++i) {
        if (const Bytes missing = shortfallOf(estimate.devices[i]); missing > outcome.missing) {
            outcome.missing = missing;
            outcome.device = static_cast<int>(i);
        }
    }
    return outcome;
}

std::string unsearchedDegreesText()
{
    return "degrees of each stage were not searched with all that varies beside them";
}

std::string openPeakText(Bytes bound, Bytes peak)
{
    return "no plan has a peak below " + formatBytes(bound) + ", which is " + formatNumber(100 * (1 - bound / peak))
        + " % less: where pipeline ranks hold several stages, or layers policies of their own, plans are the best that "
          "were "
          "found";
}

std::string openStepText(const std::string& better, const std::string& what, std::optional<double> bound)
{
    return "not all plans that may be " + better + " were timed"
        + (bound && *bound >= leastBoundShare
               ? ": none takes less than " + formatNumber(100 * *bound) + " % of its " + what
               : "");
}

std::string openBalanceText(std::optional<double> bound)
{
    return openStepText("balanced better", "memory", bound && *bound < 1 ? bound : std::nullopt);
}

std::string passedOverText(Objective objective)
{
    switch (objective) {
    case Objective::Balanced:
        return "plans that are balanced better, or faster, leave the allocator no room";
    case Objective::Throughput:
        return "faster plans leave the allocator no room";
    case Objective::Cost:
        return "cheaper plans leave the allocator no room";
    case Objective::Memory:
        break;
    }
    return "plans with a lower peak leave the allocator no room";
}

}
