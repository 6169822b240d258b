// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <vector>

namespace stagecraft {

// Whether ledgerSplitPoints() knows plans of this schedule and shape: with one stage a pipeline rank.
bool hasLedgerSplitPoints(const Plan& plan);

// Where to cut the chain of a plan, whatever split points it has, so that the largest peak over its pipeline ranks is
// the least, by the ledger, with the plan's own policies: also where no search can do so, as saved activations lie on
// the host. A bound on the peak is halved in; below each the pipeline ranks in turn take as many layers as they can.
// That finds the least peak where more layers never take less memory. Errors: ScheduleImpossible; those of planCosts();
// OptionUnsupported where there are several stages a pipeline rank.
Result<std::vector<int>> ledgerSplitPoints(const Problem& problem, const Plan& plan, const CostModel& model);

}
