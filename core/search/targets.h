// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/decoderfacts.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/search/targetobstacle.h"

#include <optional>
#include <vector>

// What the frameworks that run plans can be told (docs/targets.md has the tables, and where in their sources each rule
// stands).
namespace stagecraft {

// All of a plan but where its chain is cut.
struct PlanSettings {
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int pipeline_ranks = 1;
    int zero = 0;
    int data = 1;
    LayerDegrees degrees {};
    LayerPolicies policies {};
    TrainingOptions training {};
};

// Of constraints that have a data degree.
PlanSettings settingsOf(const Constraints& fixed, int pipeline_ranks);
PlanSettings settingsOf(const Plan& plan);

// What of model and workload the target cannot be told, whatever the plan. Layer tables say nothing of their layers:
// only plans are asked about then. Nothing for Target::Any, as with all functions below.
std::vector<TargetObstacle> targetObstacles(const Problem& problem, Target target);

// What of such plans it cannot be told, wherever they are cut: where pipeline ranks do not all recompute alike is left
// to the function below.
std::vector<TargetObstacle> targetObstacles(const Problem& problem, const PlanSettings& settings, Target target);

// True where tensor ranks of a target have parts of the tokens between their products, whether one wishes or not.
bool alwaysSequenceParallel(Target target);

// All that it cannot be told of a plan that answers the problem.
std::vector<TargetObstacle> targetObstacles(const Problem& problem, const Plan& plan, Target target);

// Which blocks a target runs again in the backward pass, in its own words.
struct RecomputeWords {
    LayerPolicy policy = LayerPolicy::Keep; // Keep, Selective or Full, which the numbers below are about
    int first_of_stage = 0; // Megatron-LM, method block: so many blocks of each stage; 0: all of them
    int every = 1; // torchtitan: each so many-th block of a pipeline rank
};

// Nothing where there are no such words for what the plan's blocks do.
std::optional<RecomputeWords> recomputeWords(const Problem& problem, const Plan& plan, Target target);

// The policy of all inner layers; nothing where they differ.
std::optional<LayerPolicy> commonPolicy(const Model& model, const LayerPolicies& policies);

// The layers between the first and the last: policies of those two change nothing (core/memory/policy.h).
LayerRange innerLayers(const Model& model);

}
