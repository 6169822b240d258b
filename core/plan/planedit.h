// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

namespace stagecraft {

// What a hand changes in a plan. Layers keep their policies, whichever stage they are in. Whether the problem allows
// the outcome is for validate() and an estimate to say. `stage` is an index into the plan's stages, which are in the
// order of the chain.

// The cut before `stage` (which is not the first) goes before `layer`, or as near to that as leaves both stages a
// layer.
Plan withSplitPoint(Plan plan, int stage, int layer);

// Two stages of one, the second of which begins with `layer`; on as many devices as the first has. Errors: PlanInvalid
// where pipeline ranks have several stages, or the layer is not within one.
Result<Plan> withStageSplit(Plan plan, int layer);

// One stage of `stage` and the next, spread like the first. Errors: PlanInvalid where pipeline ranks have several
// stages, or there is no next.
Result<Plan> withStagesMerged(Plan plan, int stage);

// The stage's devices, with its part of the same samples a micro-batch. Errors: PlanInvalid where the replicas do not
// divide these.
Result<Plan> withStageDegrees(Plan plan, int stage, const Degrees& degrees);

// Each of the layers with that policy.
Plan withLayerPolicy(Plan plan, LayerRange layers, LayerPolicy policy);

}
