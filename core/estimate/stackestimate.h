// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/memorymodel.h"
#include "core/cost/stacks/stack.h"
#include "core/cost/stacks/timemodel.h"
#include "core/estimate/estimate.h"
#include "core/estimate/plancosts.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Replaces what the ledger and the simulation say of a plan by what a stack's model says, with the stack's own
// corrections and bounds: memory always, time where the stack's times are of the plan's devices. (A stack's corrections
// are to its own formulas, not to measured layers: docs/decisions/0011-a-stack-brings-its-own-model.md.)
// `estimate` must be that of the plan without a stack, with these costs. Errors: StackCannot.
Result<void> applyStack(Estimate& estimate, const Problem& problem, const Plan& plan, const PlanCosts& costs,
                        const Stack& stack);

// What applyStack()'s figures of a plan are made of.
struct StackParts {
    StageLayers place; // of the stage
    StageLayerTerms layers;
    double gathered = 0; // bytes of whole parameters at work, where they are divided
    MemoryValues corrections {}; // bytes that each adds; with the two above they add up to the stage's peak
    std::optional<StepTerms> step; // nothing: the stack does not tell it
};

// Memory of a device of `stage`. Errors: StackCannot.
Result<StackParts> stackParts(const Problem& problem, const Plan& plan, const Stack& stack, int stage);

// What makes the bounds of a plan's memory wider than the band of a stack's runs.
struct StackBounds {
    bool beyond = false; // outside of the runs that the stack's memory was fitted on (FittedRange)
    Bytes other_mode; // more (or, below 0, less) where tensor ranks exchange the other way and nothing tells which
};

// The largest peak by a stack's model (in the bytes that it predicts) whose upper device bound is within `capacity`;
// negative if nothing is.
Bytes largestFittingPeak(const Stack& stack, const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives, const StackBounds& bounds);

}
