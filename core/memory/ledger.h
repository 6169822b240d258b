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

// Peak bytes of a stage.
struct StagePeak {
    Bytes peak;
    MemoryBreakdown breakdown;
    PeakMoment moment;
};

// Bytes of a stage by phase, above its state, with a single micro-batch in flight: peaks of a step's first forward
// pass, first backward pass and later backward passes (`accumulate`); bytes kept after the forward pass (`held`); all
// gradients; peak of the optimizer step (`update`). `accumulate` and `update` are above the gradients.
struct StagePhases {
    Bytes state;
    Bytes forward;
    Bytes backward;
    Bytes accumulate;
    Bytes held;
    Bytes gradients;
    Bytes update;
};

// Computes the phases of a stage in a measured chain; tied weights must not meet within the stage.
StagePhases phasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication = {});

// Walks a stage's operations in order, layer by layer, and counts every byte alive (the ledger, docs/architecture.md).
// `range` is a part of the chain that `costs` describes; a range that does not begin at layer 0 receives its input and
// sends the gradient back, one that does not end the chain receives its output's gradient. Transfers are complete
// before the next operation.
// `replication`: the stage is one of `replication.data` replicas. From ZeRO 1 on the optimizer state is sharded. From
// ZeRO 2 on a layer's whole gradients are reduced during the backward pass of the layer before it, and only a shard of
// them stays. With ZeRO 3 a layer's parameters are gathered before it runs, in forward and backward, while the layer
// before it runs. A layer's optimizer temporaries count whole: an upper bound for sharded tensors.
// Layer tables define their own memory and ignore `replication`.
StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                     const Replication& replication = {});

}
