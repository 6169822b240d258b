// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

namespace stagecraft {

// The fewest nodes of the problem's kind whose run, as `Problem::billing` has it, stays within the limits of the
// request (SizingGoal::Run). Of each number of nodes the cheapest plan within the limits counts, without prices the
// fastest; figures are those in the middle of the training cost. Tried are 1, 2, 3, 4, 6, 8, 12, 16, ... nodes up to
// the request's most, and between the first that stays within the limits and the one before it more of them, of wide
// gaps by halving. `SizingResult::clusters` has all that were tried, in ascending order; `refused` is the largest
// number below the answer that was tried, or without an answer the nearest. The answer is the number of nodes that its
// plan has devices on, which may be less than the number it was found on. Optimal where no number between was passed
// over and every search proves what was concluded from it (RunChoices). Deterministic. Errors: as sizeProblem(), on the
// most nodes that are tried; RunUnlimited without a limit, RunUnending without an amount to train with, PriceUnknown as
// pricedFor().
Result<SizingResult> sizeRun(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                             const std::stop_token& stop, const std::function<void(SearchProgress)>& progress);

// The problem on the most nodes that sizeRun() tries: a degree may need more of them than the problem's cluster has.
Problem onMostNodes(Problem problem, const SizingRequest& request);

// The problem as a budget is kept by: nodes without a price are had by the cheapest offer on demand that is known
// (offers()). Errors: PriceUnknown where there is none.
Result<Problem> pricedFor(const RunLimits& limits, Problem problem);

}
