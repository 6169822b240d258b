// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

namespace stagecraft {

// What a run may cost and take, and the plans of a search that keep it. Figures are those in the middle of the training
// cost.

// Of a request with limits. Errors: RunUnending without an amount to train with; OptionUnsupported for limits that are
// no amounts.
Result<void> validateLimits(const Problem& problem, const RunLimits& limits);

// How many times as much as allowed a run costs and takes; nothing of what it keeps. Without a price no budget is kept.
struct Excess {
    std::optional<double> budget;
    std::optional<double> deadline;
};

Excess excessOf(const TrainingCost& training_cost, const RunLimits& limits);

// Which limit a plan breaks, if any; memory first.
enum class RunObstacle { None, Memory, Deadline, Budget };

RunObstacle obstacleOf(const SizedPlan& plan, const RunLimits& limits);

// How far a plan is from the limits: 0 within them, else how many times as much as one that it breaks allows, of two
// the product: a little more expensive and much sooner is nearer.
double distanceFrom(const RunLimits& limits, const SizedPlan& plan);

// The candidate with the lowest training cost within the limits, without prices the fastest; else the one that is least
// beyond them; where none fits the nearest. There must be a candidate.
SizedPlan chosenWithin(const RunLimits& limits, const Problem& problem, const SearchResult& found);

// That nothing the search may have missed changes what is concluded from this choice: that it is the cheapest (without
// prices the fastest) within the limits, or that none keeps them.
bool provesChoice(const RunLimits& limits, const Problem& problem, const SearchResult& found, const SizedPlan& chosen);

}
