// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"
#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagecraft {

// Returns the plan with these split points, `each` stages per pipeline rank and the problem's constraints.
Plan planWithSplitPoints(const Problem& problem, const std::vector<int>& split_points, std::int64_t micro_batches,
                         int each);

struct SplitPointRequest {
    const Problem& problem; // source of the constraints
    std::int64_t micro_batches = 1;
    int each = 1; // stages per pipeline rank
    bool policies_follow = false; // a method chooses the policies after the split points
};

struct SplitPointChoice {
    Plan plan;
    std::string how; // description of the rule that chose the split points
};

// Chooses the split points of a plan with a given pipeline depth: those of the framework (frameworkSplitPoints()),
// otherwise those with the lowest peak. If layers swap, the ledger chooses (if a method will choose policies: with all
// layers swapping); otherwise a search. Schedules that the search does not support get the split points of 1F1B with as
// many stages; those with several stages per pipeline rank and swapping get split points without swapping. Errors:
// those of searchPlans() and ledgerSplitPoints().
Result<SplitPointChoice> chooseSplitPoints(const SplitPointRequest& request, const CostModel& costs,
                                           const Interrupt& interrupt);

}
