// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/decoderfacts.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/search/targetobstacle.h"

#include <optional>
#include <vector>

// Settings that the target frameworks support (docs/targets.md has the tables and the sources of each rule).
namespace stagecraft {

// Settings of a plan without its partition.
struct PlanSettings {
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int pipeline_ranks = 1;
    int zero = 0;
    int data = 1;
    LayerDegrees degrees {};
    LayerPolicies policies {};
    TrainingOptions training {};
};

// Needs constraints with a data-parallel size.
PlanSettings settingsOf(const Constraints& fixed, int pipeline_ranks);
PlanSettings settingsOf(const Plan& plan);

// Returns the settings of model and workload that the target does not support, for any plan. Layer tables do not
// describe their layers: for these, only plans are checked. Empty for Target::Any, as for all functions below.
std::vector<TargetObstacle> targetObstacles(const Problem& problem, Target target);

// Returns the unsupported settings of plans with any partition. Recomputation that differs between pipeline ranks is
// left to the function below.
std::vector<TargetObstacle> targetObstacles(const Problem& problem, const PlanSettings& settings, Target target);

// True if a target's tensor-parallel ranks always use sequence parallelism.
bool alwaysSequenceParallel(Target target);

// Returns everything that the target does not support of a plan for the problem.
std::vector<TargetObstacle> targetObstacles(const Problem& problem, const Plan& plan, Target target);

// Blocks that a target recomputes in the backward pass, in the target's own options.
struct RecomputeWords {
    LayerPolicy policy = LayerPolicy::Keep; // Keep, Selective or Full, for the blocks selected below
    int first_of_stage = 0; // Megatron-LM, method block: number of blocks of each stage; 0: all
    int every = 1; // torchtitan: every n-th block of a pipeline rank
};

// Empty if the target's options cannot express the recomputation of the plan's blocks.
std::optional<RecomputeWords> recomputeWords(const Problem& problem, const Plan& plan, Target target);

// Returns the policy of all inner layers; empty if they differ.
std::optional<LayerPolicy> commonPolicy(const Model& model, const LayerPolicies& policies);

// Returns the layers between the first and the last; policies of those two have no effect (core/memory/policy.h).
LayerRange innerLayers(const Model& model);

}
