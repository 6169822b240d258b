// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

namespace stagecraft {

// Manual edits of a plan. Layers keep their policies, whichever stage they move to. Edits do not check the outcome
// against the problem: call validate() or estimate the plan. `stage` is an index into the plan's stages, which are in
// chain order.

// Moves the split point before `stage` (not the first stage) to `layer`, clamped so that both stages keep a layer.
Plan withSplitPoint(Plan plan, int stage, int layer);

// Splits a stage in two; the second begins with `layer` and has the degrees of the first. Errors: PlanInvalid if
// pipeline ranks have several stages, or `layer` is not inside a stage.
Result<Plan> withStageSplit(Plan plan, int layer);

// Merges `stage` with the next stage; the result has the degrees of `stage`. Errors: PlanInvalid if pipeline ranks have
// several stages, or there is no next stage.
Result<Plan> withStagesMerged(Plan plan, int stage);

// Sets the degrees of a stage; its samples per micro-batch, over all replicas, stay the same. Errors: PlanInvalid if
// the data-parallel size does not divide these samples.
Result<Plan> withStageDegrees(Plan plan, int stage, const Degrees& degrees);

// Sets the policy of each of these layers.
Plan withLayerPolicy(Plan plan, LayerRange layers, LayerPolicy policy);

}
