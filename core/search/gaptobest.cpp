// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/gaptobest.h"

#include "core/base/format.h"
#include "core/search/outcometext.h"

namespace stagecraft {

bool GapToBest::isBest() const
{
    return ratio() <= 1 || !isDistinguishable(ratio());
}

std::optional<double> GapToBest::boundShare() const
{
    const bool informative = bound && recommended > 0 && *bound / recommended >= leastBoundShare;
    return informative ? std::optional(*bound / recommended) : std::nullopt;
}

std::optional<GapToBest> stepTimeGap(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* fastest = result.labeled(Label::Fastest);
    if (recommended == nullptr || fastest == nullptr || !(fastest->estimate.step > Seconds(0))) {
        return std::nullopt;
    }
    GapToBest gap_to_best {recommended->estimate.step.value, fastest->estimate.step.value, result.provenFastest(), {}};
    if (result.fastest_bound) {
        gap_to_best.bound = result.fastest_bound->value;
    }
    return gap_to_best;
}

std::optional<GapToBest> stepCostGap(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* cheapest = result.labeled(Label::Cheapest);
    if (recommended == nullptr || cheapest == nullptr || !recommended->estimate.cost_per_step
        || !cheapest->estimate.cost_per_step) {
        return std::nullopt;
    }
    GapToBest gap_to_best {recommended->estimate.cost_per_step->value,
                           cheapest->estimate.cost_per_step->value,
                           result.provenCheapest(),
                           {}};
    if (result.cheapest_bound) {
        gap_to_best.bound = result.cheapest_bound->value;
    }
    return gap_to_best;
}

}
