// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/leastpeaksearch.h"
#include "core/search/sizeaxis.h"

#include <optional>

namespace stagecraft {

// Which plan stands for those of which none fits.
enum class Unfitting { LeastPeak, Nearest };

// The plan with the least peak of a problem's space, estimated; of those on so many devices, where that is given. One
// that fits where there is one (by its tensors: the replay of the allocator may show otherwise): with the same effort
// that which searchPlans() recommends, or of which it tells the shortfall (Unfitting::Nearest). Nothing when stopped or
// without any plan. Errors: those of PlanSpace::make() and estimatePlan().
Result<std::optional<SizedPlan>> leastPeakPlan(const SizedProblem& sized, const SearchStack* stack,
                                               const std::stop_token& stop, SearchEffort effort,
                                               std::optional<int> devices = {},
                                               Unfitting unfitting = Unfitting::LeastPeak);

// The largest size at which some plan fits: way by way, each by doubling and bisection; a way whose next size above the
// best so far does not fit has none. Fills best, refused, at_limit, most, tried and the outcome. `progress` is told of
// ways. Errors: where no size has any plan, the first reason why.
Result<SizingResult> largestSize(SizeAxis& axis, const SearchStack* stack, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress);

}
