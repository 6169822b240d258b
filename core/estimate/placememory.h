// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/memory/placeledger.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/schedule/order.h"

#include <vector>

namespace stagecraft {

// Allocated bytes of one place of a plan over its operations.
struct PlaceMemory {
    int first_stage = 0; // of the plan: the first that lies there
    PlaceWalk walk; // its peak_stage is of the plan
};

// How the replicas of a plan's stage hold its state.
Replication replicationOf(const Problem& problem, const Plan& plan, const Stage& stage);

// The stages of each place, as its operations call them.
std::vector<std::vector<PlacedStage>> placedStages(const Problem& problem, const Plan& plan,
                                                   const OperationOrder& order);

// Of each place, in order. `order`: that of the plan's schedule and shape. Places whose stages do the same count each.
std::vector<PlaceMemory> placeMemories(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                       const OperationOrder& order, WalkDetail detail = WalkDetail::Operations);

}
