// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/ledger.h"

#include "core/memory/stageledger.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

// The closed form that defines layer tables (docs/formats.md).
StagePeak tablePeak(const ChainCosts& costs, LayerRange range, std::int64_t in_flight)
{
    const auto row = [&](int layer) -> const TableRow& { return costs.table[static_cast<std::size_t>(layer)]; };
    StagePeak result;
    MemoryBreakdown& bytes = result.breakdown;
    for (int l = range.first; l < range.last; ++l) {
        const Bytes copy(row(l).parameters * 4);
        const Bytes parameters = std::min(row(l).state, copy);
        const Bytes gradients = std::min(row(l).state - parameters, copy);
        bytes.parameters += parameters;
        bytes.gradients += gradients;
        bytes.optimizer += row(l).state - parameters - gradients;
        bytes.activations += row(l).saved * in_flight;
        if (row(l).transient > bytes.workspace) {
            bytes.workspace = row(l).transient;
            result.moment.layer = l;
        }
        const bool inner = l + 1 < range.last;
        if (inner && (row(l).keeps_output || row(l + 1).keeps_input)) {
            bytes.boundaries += row(l).output * in_flight;
        }
    }
    if (range.first > 0) {
        const Bytes received = row(range.first - 1).output;
        bytes.boundaries += received * (row(range.first).keeps_input ? in_flight : 1);
        bytes.communication += received; // the gradient that is sent back
    }
    if (range.last < static_cast<int>(costs.table.size())) {
        bytes.communication += row(range.last - 1).output; // the gradient that is received
    }
    result.peak = bytes.total();
    result.moment.phase = MemoryPhase::Backward;
    result.moment.layer = std::max(result.moment.layer, range.first);
    return result;
}

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
