// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/tableledger.h"

#include "core/memory/breakdownparts.h"

#include <algorithm>

namespace stagecraft {

namespace {

Bytes weightsOf(const ChainCosts& costs, const TableRow& row)
{
    return Bytes(row.parameters * bytesOf(parameterType(costs.precision)));
}

}

Bytes tableWeights(const ChainCosts& costs, LayerRange range)
{
    Bytes weights;
    for (int l = range.first; l < range.last; ++l) {
        weights += weightsOf(costs, costs.table[static_cast<std::size_t>(l)]);
    }
    return weights;
}

StagePeak tablePeak(const ChainCosts& costs, LayerRange range, std::int64_t in_flight, std::int64_t copies)
{
    const auto row = [&](int layer) -> const TableRow& { return costs.table[static_cast<std::size_t>(layer)]; };
    StagePeak result;
    MemoryBreakdown& bytes = result.breakdown;
    for (int l = range.first; l < range.last; ++l) {
        const Bytes weights = weightsOf(costs, row(l));
        const Bytes parameters = std::min(row(l).state, weights);
        const Bytes gradients = std::min(row(l).state - parameters, weights);
        bytes.parameters += parameters + weights * copies;
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
        bytes.communication += received; // gradient sent to the previous stage
    }
    if (range.last < static_cast<int>(costs.table.size())) {
        bytes.communication += row(range.last - 1).output; // gradient received from the next stage
    }
    result.peak = bytes.total();
    result.moment.phase = MemoryPhase::Backward;
    result.moment.layer = std::max(result.moment.layer, range.first);
    return result;
}

TableLedger::TableLedger(const ChainCosts& costs, LayerRange range, std::int64_t copies)
    : m_none(tablePeak(costs, range, 0, copies))
{
    const MemoryBreakdown one = tablePeak(costs, range, 1, copies).breakdown;
    for (const auto part : breakdownParts) {
        m_each.*part = one.*part - m_none.breakdown.*part;
    }
}

void TableLedger::apply(const Operation& operation)
{
    m_in_flight += operation.kind == OperationKind::Forward ? 1 : 0;
    StagePeak highest = peakNow();
    highest.moment.micro_batch = operation.micro_batch;
    m_peak = highest.peak > m_peak.peak ? highest : m_peak;
    const bool ends = operation.kind == OperationKind::Backward || operation.kind == OperationKind::WeightGradient;
    m_in_flight -= ends ? 1 : 0;
}

MemoryBreakdown TableLedger::alive() const
{
    MemoryBreakdown bytes = peakNow().breakdown;
    bytes.workspace = {};
    return bytes;
}

StagePeak TableLedger::peakNow() const
{
    StagePeak now = m_none;
    for (const auto part : breakdownParts) {
        now.breakdown.*part += m_each.*part * m_in_flight;
    }
    now.peak = now.breakdown.total();
    return now;
}

}
