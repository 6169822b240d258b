// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/money.h"
#include "core/search/search.h"

#include <optional>

namespace stagecraft {

// A candidate of a search, by its index, with what a run by it costs.
struct BilledCandidate {
    std::size_t candidate = 0;
    Bill bill;

    friend bool operator==(const BilledCandidate&, const BilledCandidate&) = default;
};

// The candidates that fit between which somebody chooses who pays for a run.
struct BilledChoices {
    BilledCandidate recommended;
    BilledCandidate fastest; // with the shortest run, which need not have the shortest step where nodes are taken back
    std::optional<BilledCandidate> cheapest; // by the whole bill, then the shortest time; nothing without prices
    // No run by a plan that fits takes less time, or costs less: the search's bounds of a step (SearchResult), billed.
    // Nothing where these are not known; of costs, where devices alone are paid for, too.
    std::optional<Seconds> time_bound {};
    std::optional<Usd> cost_bound {};

    // Whether these bounds prove that no run takes less time, or costs less, than this one.
    bool isFastest(const Bill& bill) const;
    bool isCheapest(const Bill& bill) const;
};

// Nothing where the search recommends no plan.
std::optional<BilledChoices> billedChoices(const Problem& problem, const SearchResult& result,
                                           const BillingOptions& options);

}
