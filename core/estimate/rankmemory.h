// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/memory/rankledger.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/schedule/order.h"

#include <vector>

namespace stagecraft {

// Allocated bytes of one pipeline rank of a plan over its operations.
struct PipelineRankMemory {
    int first_stage = 0; // of the plan: the first that lies there
    PipelineRankWalk walk; // its peak_stage is of the plan
};

// How the replicas of a plan's stage hold its state.
Replication replicationOf(const Problem& problem, const Plan& plan, const Stage& stage);

// The stages of each pipeline rank, as its operations call them.
std::vector<std::vector<StageOnRank>> stagesOnRanks(const Problem& problem, const Plan& plan,
                                                    const OperationOrder& order);

// Of each pipeline rank, in order. `order`: that of the plan's schedule and shape. Pipeline ranks whose stages do the
// same count each.
std::vector<PipelineRankMemory> pipelineRankMemories(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                                     const OperationOrder& order,
                                                     WalkDetail detail = WalkDetail::Operations);

}
