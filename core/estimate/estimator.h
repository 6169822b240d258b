// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/cost/stacks/stack.h"
#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Memory, speed and cost of a plan. `costs` must be those of the plan's micro-batch. Deterministic; safe from any
// thread. Errors: PlanInvalid, MeasuredElsewhere.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs);

// The same as a stack trains it, whose name is the problem's: applyStack(). Errors: also StackCannot; StackUnknown
// where the problem names another stack or none is given.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs, const Stack* stack);

// The same with the costs taken from `model`. Errors: also NotMeasured, LayerTooLarge, MeasuredElsewhere.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const CostModel& model,
                              const Stack* stack = nullptr);

}
