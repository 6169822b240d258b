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

// The plan that the problem's constraints make of these cuts, with `each` stages at a pipeline rank.
Plan cutPlan(const Problem& problem, const std::vector<int>& cuts, std::int64_t micro_batches, int each);

struct CutQuestion {
    const Problem& problem; // its constraints shape the plan
    std::int64_t micro_batches = 1;
    int each = 1; // stages at a pipeline rank
    bool policies_follow = false; // a method chooses them when the cuts are known
};

struct CutAnswer {
    Plan plan;
    std::string how; // what the cuts are, in words
};

// The cuts of a plan whose pipeline depth is given: a framework's own (ownCuts()), else those with the least peak.
// Where layers swap, or a method will choose policies, by the ledger, as if all of the layers swapped then; else those
// of a search. Schedules that it does not know have the cuts of 1F1B with as many stages, and those with several stages
// a pipeline rank that swap those of layers that keep all. Errors: those of searchPlans() and ledgerCuts().
Result<CutAnswer> chooseCuts(const CutQuestion& question, const CostModel& costs, const Interrupt& interrupt);

}
