// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/standing.h"

#include "core/base/format.h"
#include "core/search/verdict.h"

namespace stagecraft {

bool Standing::isBest() const
{
    return ratio() <= 1 || !tellsApart(ratio());
}

std::optional<double> Standing::boundShare() const
{
    const bool tells = bound && own > 0 && *bound / own >= leastBoundShare;
    return tells ? std::optional(*bound / own) : std::nullopt;
}

std::optional<Standing> speedStanding(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* fastest = result.labelled(Label::Fastest);
    if (recommended == nullptr || fastest == nullptr || !(fastest->estimate.step > Seconds(0))) {
        return std::nullopt;
    }
    Standing standing {recommended->estimate.step.value, fastest->estimate.step.value, result.provenFastest(), {}};
    if (result.fastest_bound) {
        standing.bound = result.fastest_bound->value;
    }
    return standing;
}

std::optional<Standing> costStanding(const SearchResult& result)
{
    const Candidate* recommended = result.recommended();
    const Candidate* cheapest = result.labelled(Label::Cheapest);
    if (recommended == nullptr || cheapest == nullptr || !recommended->estimate.cost_per_step
        || !cheapest->estimate.cost_per_step) {
        return std::nullopt;
    }
    Standing standing {recommended->estimate.cost_per_step->value,
                       cheapest->estimate.cost_per_step->value,
                       result.provenCheapest(),
                       {}};
    if (result.cheapest_bound) {
        standing.bound = result.cheapest_bound->value;
    }
    return standing;
}

}
