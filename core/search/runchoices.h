// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/search/search.h"

#include <optional>

namespace stagecraft {

// A candidate of a search, by index, with the cost of a training run.
struct CandidateRunCost {
    std::size_t candidate = 0;
    TrainingCost training_cost;

    friend bool operator==(const CandidateRunCost&, const CandidateRunCost&) = default;
};

// The main alternatives for a training run, among the candidates that fit.
struct RunChoices {
    CandidateRunCost recommended;
    CandidateRunCost fastest; // shortest run; may differ from the shortest step with spot interruptions
    std::optional<CandidateRunCost> cheapest; // lowest total cost, then shortest time; empty without prices
    // Lower bounds of time and cost of a run by any plan that fits: the search's bounds of a step (SearchResult),
    // billed. Empty if unknown; `cost_bound` also if only GPUs are billed.
    std::optional<Seconds> time_bound {};
    std::optional<Usd> cost_bound {};

    // True if the bounds prove that no run is faster, or cheaper, than this one.
    bool isFastest(const TrainingCost& training_cost) const;
    bool isCheapest(const TrainingCost& training_cost) const;
};

// Empty if the search recommends no plan.
std::optional<RunChoices> runChoices(const Problem& problem, const SearchResult& result, const BillingOptions& options);

}
