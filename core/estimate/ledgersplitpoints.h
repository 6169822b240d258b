// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <vector>

namespace stagecraft {

// True if ledgerSplitPoints() supports the plan's schedule and shape: one stage per pipeline rank.
bool hasLedgerSplitPoints(const Plan& plan);

// Returns the split points with the lowest peak over the pipeline ranks, by the ledger, with the plan's policies;
// ignores the plan's split points. Also works where a search cannot, as with saved activations on the host. Bisects
// over an upper bound of the peak; for each bound, the pipeline ranks in turn get as many layers as fit. Optimal if
// more layers never need less memory. Errors: ScheduleImpossible; those of planCosts(); OptionUnsupported with several
// stages per pipeline rank.
Result<std::vector<int>> ledgerSplitPoints(const Problem& problem, const Plan& plan, const CostModel& model);

}
