// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

namespace stagecraft {

// Finds the fewest nodes of the problem's kind on which a run, billed by `Problem::billing`, stays within the limits of
// the request (SizingGoal::Run). Each number of nodes counts with its cheapest plan within the limits (without prices,
// the fastest), by the middle estimates of the training cost. Tries 1, 2, 3, 4, 6, 8, 12, 16, ... nodes up to the
// request's `most`, then more between the first number within the limits and the one before it; bisects wide gaps.
// `SizingResult::clusters` lists all tried, ascending; `refused` is the largest number tried below the answer, or the
// nearest if there is no answer. The answer counts the nodes that its plan uses, which may be fewer than the number
// tried. Optimal if no number in between was skipped and every search proves its conclusion (RunChoices).
// Deterministic. Errors: those of sizeProblem(), on the most nodes tried; RunUnlimited without a limit, RunUnending
// without an amount of training, PriceUnknown as pricedFor().
Result<SizingResult> sizeRun(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                             const std::stop_token& stop, const std::function<void(SearchProgress)>& progress);

// Returns the problem on the largest number of nodes that sizeRun() tries: a parallel size may need more nodes than the
// problem's cluster has.
Problem onMostNodes(Problem problem, const SizingRequest& request);

// Returns the problem with the prices used for a budget: nodes without a price get the cheapest known on-demand offer
// (offers()). Errors: PriceUnknown if there is none.
Result<Problem> pricedFor(const RunLimits& limits, Problem problem);

}
