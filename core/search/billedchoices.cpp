// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/billedchoices.h"

#include <tuple>

namespace stagecraft {

namespace {

bool isCheaper(const Bill& a, const Bill& b)
{
    return std::make_tuple(a.total->middle, a.time) < std::make_tuple(b.total->middle, b.time);
}

}

std::optional<BilledChoices> billedChoices(const Problem& problem, const SearchResult& result,
                                           const BillingOptions& options)
{
    if (result.recommended() == nullptr) {
        return std::nullopt;
    }
    BilledChoices choices;
    for (std::size_t i = 0; i < result.candidates.size(); ++i) {
        const Candidate& candidate = result.candidates[i];
        if (!candidate.estimate.fits) {
            continue;
        }
        const BilledCandidate billed {i, billOf(candidate.estimate, candidate.plan, problem, options)};
        if (candidate.has(Label::Recommended)) {
            choices.recommended = billed;
        }
        if (candidate.has(Label::Fastest)) {
            choices.fastest = billed;
        }
        if (billed.bill.total && (!choices.cheapest || isCheaper(billed.bill, choices.cheapest->bill))) {
            choices.cheapest = billed;
        }
    }
    return choices;
}

}
