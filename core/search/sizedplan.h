// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/leastpeaksearch.h"
#include "core/search/sizeaxis.h"

#include <optional>

namespace stagecraft {

// Choice of a plan if none fits.
enum class Unfitting { LeastPeak, Nearest };

// Returns the plan with the lowest peak of a problem's space, with its estimate; with `devices`, on exactly that many.
// Prefers a plan that fits (by its tensors; the allocator replay may exceed that): at the same effort, the plan that
// searchPlans() recommends, or whose shortfall it reports (Unfitting::Nearest). Empty when stopped or without any plan.
// Errors: those of PlanSpace::make() and estimatePlan().
Result<std::optional<SizedPlan>> leastPeakPlan(const SizedProblem& sized, const std::stop_token& stop,
                                               SearchEffort effort, std::optional<int> devices = {},
                                               Unfitting unfitting = Unfitting::LeastPeak);

// Returns the plan that searchPlans() recommends by the problem's objective; with `devices`, on at most that many. If
// none fits, the plan with the lowest peak. Empty when stopped or without any plan. Errors: those of searchPlans().
Result<std::optional<SizedPlan>> recommendedPlan(const SizedProblem& sized, const std::stop_token& stop,
                                                 std::optional<int> devices = {});

}
