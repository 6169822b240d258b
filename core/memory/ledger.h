// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/breakdown.h"
#include "core/memory/replication.h"
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
StagePhases phasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication = {});

// Walks a stage's operations in order, layer by layer, and counts every byte alive (the ledger, docs/architecture.md).
// `range` is a part of the chain that `costs` describes; a range that does not begin at layer 0 receives its input and
// sends the gradient back, one that does not end the chain receives its output's gradient. Transfers are complete
// before the next operation.
// What the stage is one of `replication.data` replicas of: the optimizer's state is a share from ZeRO 1 on. From ZeRO 2
// on a layer's whole gradients are reduced while the layer before runs backward, and its share of them stays. With ZeRO
// 3 a layer's parameters are gathered before it runs, in forward and backward, while the one before it runs. A layer's
// temporaries of the optimizer step count whole: an upper bound where its tensors are divided.
// A layer table's memory is its own: `replication` is of no meaning there.
StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                     const Replication& replication = {});

}
