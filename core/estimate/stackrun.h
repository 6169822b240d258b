// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/modelledrun.h"
#include "core/plan/plan.h"

#include <tl/expected.hpp>

#include <string>

namespace stagecraft {

// A plan as the row of a measured run would tell it: a chain of one embedding, equal transformer blocks and a
// language model's head. Else why it cannot be told so.
tl::expected<Run, std::string> runOf(const Problem& problem, const Plan& plan);

// The devices that a plan lies on whose stages are equal.
const ClusterGroup& groupOf(const Problem& problem, const Plan& plan);

// How what a problem's estimates are of keeps gradients: a stack has buffers of fp32 for the whole step, whatever the
// constraints say (which must be at their default with a stack, runOf()).
GradientHandling gradientsOf(const Problem& problem);

// Why the stacks' models do not hold for pipelines of so many stages; empty if they do.
std::string pipelineObstacle(ScheduleKind schedule, int stages);

// What a stage of these layers has of the blocks and the head of a chain of `layers`.
StageLayers stageLayersOf(LayerRange range, int layers);

// The same in the terms of a stack's model, each stage with the layers that the plan gives it.
Modelled modelledRun(const Problem& problem, const Plan& plan, StackForm form);

}
