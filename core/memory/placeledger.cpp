// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/placeledger.h"

#include "core/memory/stageledger.h"
#include "core/memory/tableledger.h"
#include "core/schedule/order.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace stagecraft {

namespace {

MemoryBreakdown sumOf(MemoryBreakdown a, const MemoryBreakdown& b)
{
    a.parameters += b.parameters;
    a.gradients += b.gradients;
    a.optimizer += b.optimizer;
    a.activations += b.activations;
    a.boundaries += b.boundaries;
    a.communication += b.communication;
    a.workspace += b.workspace;
    a.framework += b.framework;
    return a;
}

class Place {
public:
    Place(const ChainCosts& costs, const std::vector<PlacedStage>& stages)
    {
        m_ledgers.reserve(stages.size());
        for (const PlacedStage& stage : stages) {
            m_index[stage.stage] = m_ledgers.size();
            if (costs.closedForm()) {
                m_ledgers.emplace_back(TableLedger(costs, stage.layers));
            } else {
                m_ledgers.emplace_back(StageLedger(costs, stage.layers, stage.replication, stage.weight_copies));
            }
        }
    }

    PlaceWalk walk(std::span<const Operation> operations)
    {
        m_walk.begin = aliveBeside(m_ledgers.size()).total();
        for (const auto& ledger : m_ledgers) {
            const auto* stage = std::get_if<StageLedger>(&ledger);
            m_on_host += stage != nullptr ? stage->stateOnHost() : Bytes(0);
        }
        m_walk.host = m_on_host;
        m_walk.operations.reserve(operations.size());
        std::size_t leaving = m_ledgers.size(); // whose saved bytes are on their way to the host
        for (std::size_t i = 0; i < operations.size(); ++i) {
            if (i + 1 < operations.size() && returnsToDevice(operations, i + 1)) {
                swapIn(operations[i + 1]);
            }
            apply(operations[i], i);
            if (leaving < m_ledgers.size()) {
                swapOut(std::exchange(leaving, m_ledgers.size()));
            }
            if (leavesDevice(operations, i)) {
                leaving = m_index.at(operations[i].stage);
            }
            m_walk.operations.back().alive = aliveBeside(m_ledgers.size()).total();
        }
        return std::move(m_walk);
    }

private:
    // What all stages but one have.
    MemoryBreakdown aliveBeside(std::size_t ledger) const
    {
        MemoryBreakdown sum;
        for (std::size_t i = 0; i < m_ledgers.size(); ++i) {
            if (i != ledger) {
                sum = sumOf(sum, std::visit([](const auto& l) { return l.alive(); }, m_ledgers[i]));
            }
        }
        return sum;
    }

    void apply(const Operation& operation, std::size_t at)
    {
        const std::size_t index = m_index.at(operation.stage);
        StagePeak own = std::visit(
            [&](auto& ledger) {
                ledger.takePeak();
                ledger.apply(operation);
                return ledger.takePeak();
            },
            m_ledgers[index]);
        own.breakdown = sumOf(own.breakdown, aliveBeside(index));
        own.peak = own.breakdown.total();
        m_walk.operations.push_back({{}, own.peak});
        if (own.peak > m_walk.peak.peak) {
            m_walk.peak = own;
            m_walk.peak_stage = operation.stage;
            m_walk.peak_operation = at;
        }
    }

    void swapIn(const Operation& operation)
    {
        if (auto* ledger = std::get_if<StageLedger>(&m_ledgers[m_index.at(operation.stage)])) {
            ledger->swapIn();
            m_on_host -= ledger->swapped();
        }
    }
    void swapOut(std::size_t index)
    {
        if (auto* ledger = std::get_if<StageLedger>(&m_ledgers[index])) {
            ledger->swapOut();
            m_on_host += ledger->swapped();
            m_walk.host = std::max(m_walk.host, m_on_host);
        }
    }

    std::map<int, std::size_t> m_index; // of ledgers, by what operations call their stage
    std::vector<std::variant<StageLedger, TableLedger>> m_ledgers;
    Bytes m_on_host;
    PlaceWalk m_walk;
};

}

PlaceWalk walkPlace(const ChainCosts& costs, const std::vector<PlacedStage>& stages,
                    std::span<const Operation> operations)
{
    return Place(costs, stages).walk(operations);
}

}
