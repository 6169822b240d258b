// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/ledger.h"

#include "core/memory/stageledger.h"
#include "core/memory/tableledger.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

std::int64_t mostInFlight(std::span<const Operation> operations)
{
    std::int64_t alive = 0;
    std::int64_t most = 0;
    for (const Operation& operation : operations) {
        const bool ends = operation.kind == OperationKind::Backward || operation.kind == OperationKind::WeightGradient;
        alive += operation.kind == OperationKind::Forward ? 1 : ends ? -1 : 0;
        most = std::max(most, alive);
    }
    return most;
}

}

StagePhases phasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication)
{
    StageLedger ledger(costs, range, replication);
    const auto alive = [&] { return ledger.alive().total(); };
    StagePhases phases;
    phases.state = alive();
    ledger.takePeak();
    ledger.forward(0);
    phases.forward = ledger.takePeak().peak - phases.state;
    phases.held = alive() - phases.state;
    ledger.backward(0);
    phases.backward = ledger.takePeak().peak - phases.state;
    phases.gradients = alive() - phases.state;
    ledger.forward(1);
    ledger.takePeak();
    ledger.backward(1);
    const Bytes accumulated = alive();
    phases.accumulate = ledger.takePeak().peak - accumulated;
    ledger.update();
    phases.update = ledger.takePeak().peak - accumulated;
    return phases;
}

StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                     const Replication& replication)
{
    if (costs.closedForm()) {
        return tablePeak(costs, range, mostInFlight(operations));
    }
    StageLedger ledger(costs, range, replication);
    for (const Operation& operation : operations) {
        ledger.apply(operation);
    }
    ledger.update();
    return ledger.peak();
}

}
