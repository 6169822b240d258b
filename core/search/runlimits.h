// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

namespace stagecraft {

// Budget and deadline of a run, and the plans of a search within them. Uses the middle estimates of the training cost.

// Checks the limits of a request. Errors: RunUnending without an amount of training; OptionUnsupported for limits that
// are not valid amounts.
Result<void> validateLimits(const Problem& problem, const RunLimits& limits);

// Ratio of cost and time of a run to its limits; empty if within the limit. Without a price, no budget is met.
struct Excess {
    std::optional<double> budget;
    std::optional<double> deadline;
};

Excess excessOf(const TrainingCost& training_cost, const RunLimits& limits);

// The limit that a plan violates; memory first.
enum class RunObstacle { None, Memory, Deadline, Budget };

RunObstacle obstacleOf(const SizedPlan& plan, const RunLimits& limits);

// Returns the distance of a plan from the limits: 0 within them, else the ratio to the violated limit, or the product
// of both ratios, so a plan that costs slightly more but finishes much sooner counts as nearer.
double distanceFrom(const RunLimits& limits, const SizedPlan& plan);

// Returns the candidate with the lowest training cost within the limits (without prices, the fastest); else the one
// closest to the limits; if none fits, the nearest to fitting. Needs at least one candidate.
SizedPlan chosenWithin(const RunLimits& limits, const Problem& problem, const SearchResult& found);

// True if the search proves the conclusion from this choice: that it is the cheapest (without prices, the fastest)
// within the limits, or that no plan meets them.
bool provesChoice(const RunLimits& limits, const Problem& problem, const SearchResult& found, const SizedPlan& chosen);

}
