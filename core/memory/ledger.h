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

// Walks a stage's operations in order, layer by layer, and counts every byte alive (the ledger, docs/architecture.md).
// `range` is a part of the chain that `costs` describes; a range that does not begin at layer 0 receives its input and
// sends the gradient back, one that does not end the chain receives its output's gradient. Transfers are complete
// before the next operation.
StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations);

}
