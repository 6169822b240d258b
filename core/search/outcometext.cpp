// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/outcometext.h"

#include "core/estimate/fullestdevice.h"
#include "core/words/search.h"

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

Message openPeak(Bytes bound, Bytes peak)
{
    return say(words::search::peak_may_be_lower, bound, 100 * (1 - bound / peak));
}

Message openStep(const Message& better, const Message& what, std::optional<double> bound)
{
    return bound && *bound >= leastBoundShare ? say(words::search::not_all_timed_bound, better, 100 * *bound, what)
                                              : say(words::search::not_all_timed, better);
}

Message openBalance(std::optional<double> bound)
{
    return openStep(words::search::balanced_better, words::search::memory, bound && *bound < 1 ? bound : std::nullopt);
}

Message passedOver(Objective objective)
{
    switch (objective) {
    case Objective::Balanced:
        return words::search::passed_over_balanced;
    case Objective::Throughput:
        return words::search::passed_over_faster;
    case Objective::Cost:
        return words::search::passed_over_cheaper;
    case Objective::Memory:
        break;
    }
    return words::search::passed_over_leaner;
}

}
