// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/breakdown.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <span>

namespace stagecraft {

// Bytes of a stage at its peak.
struct StagePeak {
    Bytes peak;
    MemoryBreakdown breakdown;
    PeakMoment moment;
};

// Bytes above the stage's state: at the highest point of a step's first forward, first backward and later backward of a
// micro-batch that is alone in flight; what its forward leaves; all gradients; and at the optimizer step's highest
// point. A later backward and the optimizer step: above the gradients.
struct StagePhases {
    Bytes state;
    Bytes forward;
    Bytes backward;
    Bytes accumulate;
    Bytes held;
    Bytes gradients;
    Bytes update;
};

// Of a measured chain whose tied weights, if any, do not meet in this stage.
StagePhases phasesOf(const ChainCosts& costs, LayerRange range);

// Walks a stage's operations in order, layer by layer, and counts every byte alive (the ledger, docs/architecture.md).
// `range` is a part of the chain that `costs` describes; a range that does not begin at layer 0 receives its input and
// sends the gradient back, one that does not end the chain receives its output's gradient. Transfers are complete
// before the next operation.
StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations);

}
