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
Result<std::optional<SizedPlan>> leastPeakPlan(const SizedProblem& sized, const std::stop_token& stop,
                                               SearchEffort effort, std::optional<int> devices = {},
                                               Unfitting unfitting = Unfitting::LeastPeak);

// The plan that searchPlans() recommends by the problem's objective; of those on at most so many devices, where that is
// given. Where none fits that of least peak. Nothing when stopped or without any plan. Errors: those of searchPlans().
Result<std::optional<SizedPlan>> recommendedPlan(const SizedProblem& sized, const std::stop_token& stop,
                                                 std::optional<int> devices = {});

}
