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
    int first_stage = 0; // first stage of the plan on this pipeline rank
    PipelineRankWalk walk; // its peak_stage is a stage of the plan
};

// Returns how the replicas of a plan's stage replicate or shard its state.
Replication replicationOf(const Problem& problem, const Plan& plan, const Stage& stage);

// Returns the stages of each pipeline rank, by the stage numbers of its operations.
std::vector<std::vector<StageOnRank>> stagesOnRanks(const Problem& problem, const Plan& plan,
                                                    const OperationOrder& order);

// Returns the memory of each pipeline rank, in order. `order`: for the plan's schedule and shape. Walks equal pipeline
// ranks once.
std::vector<PipelineRankMemory> pipelineRankMemories(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                                     const OperationOrder& order,
                                                     WalkDetail detail = WalkDetail::Operations);

}
