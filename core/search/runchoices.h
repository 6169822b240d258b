// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/search/search.h"

#include <optional>

namespace stagecraft {

// A candidate of a search, by its index, with what a run by it costs.
struct CandidateRunCost {
    std::size_t candidate = 0;
    TrainingCost training_cost;

    friend bool operator==(const CandidateRunCost&, const CandidateRunCost&) = default;
};

// The candidates that fit between which somebody chooses who pays for a run.
struct RunChoices {
    CandidateRunCost recommended;
    CandidateRunCost fastest; // with the shortest run, which need not have the shortest step where nodes are taken back
    std::optional<CandidateRunCost> cheapest; // by the total cost, then the shortest time; nothing without prices
    // No run by a plan that fits takes less time, or costs less: the search's bounds of a step (SearchResult), billed.
    // Nothing where these are not known; of costs, where devices alone are paid for, too.
    std::optional<Seconds> time_bound {};
    std::optional<Usd> cost_bound {};

    // Whether these bounds prove that no run takes less time, or costs less, than this one.
    bool isFastest(const TrainingCost& training_cost) const;
    bool isCheapest(const TrainingCost& training_cost) const;
};

// Nothing where the search recommends no plan.
std::optional<RunChoices> runChoices(const Problem& problem, const SearchResult& result, const BillingOptions& options);

}
