// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Memory, speed and cost of a plan. `costs` must be those of the plan's micro-batch. Deterministic; safe from any
// thread. Errors: PlanInvalid.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs);

// The same with the costs taken from `model`. Errors: also NotMeasured, LayerTooLarge.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const CostModel& model);

}
