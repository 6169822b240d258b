// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/rankledger.h"

#include "core/base/overloaded.h"
#include "core/memory/breakdownparts.h"
#include "core/memory/stageledger.h"
#include "core/memory/swappedactivations.h"
#include "core/memory/tableledger.h"
#include "core/schedule/swapevents.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace stagecraft {

namespace {

MemoryBreakdown sumOf(MemoryBreakdown a, const MemoryBreakdown& b)
{
    for (const auto part : breakdownParts) {
        a.*part += b.*part;
    }
    return a;
}

bool sameKinds(std::span<const Operation> one, std::span<const Operation> other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const Operation& a, const Operation& b) { return a.kind == b.kind; });
}

// Group of `unit` operations that repeats `times` times in a row.
struct Repeated {
    std::size_t unit = 1;
    std::size_t times = 1;

    std::size_t count() const { return unit * times; }
};

// Finds the repetition that begins at `at`: a backward pass, followed by a forward pass if there is one, or a forward
// pass.
Repeated repeatedAt(std::span<const Operation> operations, std::size_t at)
{
    const auto left = operations.subspan(at);
    Repeated repeated;
    const OperationKind kind = left.front().kind;
    if (kind != OperationKind::Forward && kind != OperationKind::Backward) {
        return repeated;
    }
    if (kind == OperationKind::Backward && left.size() > 1 && left[1].kind == OperationKind::Forward) {
        repeated.unit = 2;
    }
    const auto unit = left.first(repeated.unit);
    while (repeated.count() + repeated.unit <= left.size()
           && sameKinds(unit, left.subspan(repeated.count(), repeated.unit))) {
        ++repeated.times;
    }
    return repeated;
}

// Finds the same in constant time.
Repeated repeatedAt(const PipelineRankRounds& rounds, std::size_t at)
{
    const auto ahead = static_cast<std::size_t>(rounds.ahead);
    const std::size_t last = rounds.size() - 1; // the update
    if (at < ahead) {
        return {1, ahead - at};
    }
    const std::size_t in_turn = last - ahead; // end of the backward passes that are followed by a forward pass
    return at < in_turn ? Repeated {2, (in_turn - at) / 2} : Repeated {1, at < last ? last - at : 1};
}

class PipelineRank {
public:
    PipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages)
    {
        m_ledgers.reserve(stages.size());
        for (const StageOnRank& stage : stages) {
            m_index[stage.stage] = m_ledgers.size();
            if (costs.swaps) {
                m_swapped_activations[stage.stage] = swappedActivations(costs, stage.layers);
                m_swaps[stage.stage] = stageSwaps(m_swapped_activations[stage.stage], stage.layers);
            }
            if (costs.closedForm()) {
                m_ledgers.emplace_back(TableLedger(costs, stage.layers, stage.weight_copies));
            } else {
                m_ledgers.emplace_back(StageLedger(costs, stage.layers, stage.replication, stage.weight_copies));
            }
        }
    }

    PipelineRankWalk walk(std::span<const Operation> operations, WalkDetail detail)
    {
        begin();
        if (StageLedger* stage = single(); stage != nullptr && detail == WalkDetail::Peak) {
            walkOnce(*stage, operations);
            return std::move(m_walk);
        }
        if (detail == WalkDetail::Operations) {
            m_walk.operations.reserve(operations.size());
        }
        const auto swaps = m_swaps.empty() ? std::nullopt : std::optional(SwapEvents(operations, m_swaps));
        for (std::size_t i = 0; i < operations.size(); ++i) {
            const Bytes highest =
                apply(operations[i], i, swaps ? swappedBytes(swaps->of(i)) : std::vector<SwappedBytes>());
            if (detail == WalkDetail::Operations) {
                m_walk.operations.push_back({aliveExcept(m_ledgers.size()).total(), highest});
            }
        }
        return std::move(m_walk);
    }

    PipelineRankWalk walk(const PipelineRankRounds& rounds)
    {
        if (StageLedger* stage = single()) {
            begin();
            walkOnce(*stage, rounds);
            return std::move(m_walk);
        }
        std::vector<Operation> operations;
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            operations.push_back(rounds[i]);
        }
        return walk(operations, WalkDetail::Peak);
    }

private:
    void begin()
    {
        m_walk.begin = aliveExcept(m_ledgers.size()).total();
        for (const auto& ledger : m_ledgers) {
            const auto* stage = std::get_if<StageLedger>(&ledger);
            m_on_host += stage != nullptr ? stage->stateOnHost() : Bytes(0);
        }
        m_walk.host = m_on_host;
    }

    // Null if there are several stages, swapped layers, or a layer table.
    StageLedger* single()
    {
        return m_ledgers.size() == 1 && m_swaps.empty() ? std::get_if<StageLedger>(&m_ledgers.front()) : nullptr;
    }

    // Applies only the first and last of repeated operations: in between the bytes alive change evenly, so one of the
    // two is the peak, and among equal ones the first.
    template <typename Operations>
    void walkOnce(StageLedger& ledger, const Operations& operations)
    {
        for (std::size_t i = 0; i < operations.size();) {
            const Repeated repeated = repeatedAt(operations, i);
            const bool evenly = ledger.accumulates() || operations[i].kind == OperationKind::Forward;
            const MemoryBreakdown before = ledger.alive();
            const std::size_t unit_end = i + repeated.unit;
            const std::size_t end = i + repeated.count();
            for (; i < unit_end; ++i) {
                apply(operations[i], i, {});
            }
            if (evenly && repeated.times > 2) {
                ledger.repeat(before, static_cast<std::int64_t>(repeated.times) - 2);
                for (i = end - repeated.unit; i < end; ++i) {
                    apply(operations[i], i, {});
                }
            }
        }
    }

    // Bytes of all stages except one.
    MemoryBreakdown aliveExcept(std::size_t ledger) const
    {
        MemoryBreakdown sum;
        for (std::size_t i = 0; i < m_ledgers.size(); ++i) {
            if (i != ledger) {
                sum = sumOf(sum, std::visit([](const auto& l) { return l.alive(); }, m_ledgers[i]));
            }
        }
        return sum;
    }

    // Applies an operation and returns its peak.
    Bytes apply(const Operation& operation, std::size_t at, const std::vector<SwappedBytes>& swapped_bytes)
    {
        const std::size_t index = m_index.at(operation.stage);
        StagePeak own = std::visit(overloaded {[&](StageLedger& ledger) {
                                                   ledger.takePeak();
                                                   ledger.apply(operation, swapped_bytes);
                                                   return ledger.takePeak();
                                               },
                                               [&](TableLedger& ledger) {
                                                   ledger.takePeak();
                                                   ledger.apply(operation);
                                                   return ledger.takePeak();
                                               }},
                                   m_ledgers[index]);
        own.breakdown = sumOf(own.breakdown, aliveExcept(index));
        own.peak = own.breakdown.total();
        if (own.peak > m_walk.peak.peak) {
            m_walk.peak = own;
            m_walk.peak_stage = operation.stage;
            m_walk.peak_operation = at;
        }
        return own.peak;
    }

    // Returns the changes of an operation's swap events on the device; updates m_on_host.
    std::vector<SwappedBytes> swappedBytes(std::span<const SwapEvent> events)
    {
        std::vector<SwappedBytes> changes;
        for (const SwapEvent& event : events) {
            const SwappedActivations& activations =
                m_swapped_activations.at(event.stage)[static_cast<std::size_t>(event.swapped)];
            switch (event.step) {
            case SwapStep::CopyOutMayBegin:
                m_on_host += activations.total();
                m_walk.host = std::max(m_walk.host, m_on_host);
                break;
            case SwapStep::CopyOutEnds:
                changes.push_back({event.pass, -activations.saved, -activations.input});
                break;
            case SwapStep::CopyInMayBegin:
                m_on_host -= activations.total();
                changes.push_back({event.pass, activations.saved, activations.input});
                break;
            }
        }
        return changes;
    }

    std::map<int, std::size_t> m_index; // indices into m_ledgers, by stage
    std::vector<std::variant<StageLedger, TableLedger>> m_ledgers;
    std::map<int, std::vector<SwappedActivations>>
        m_swapped_activations; // keys: stage; empty if no layers of the chain are swapped
    std::map<int, StageSwaps> m_swaps;
    Bytes m_on_host;
    PipelineRankWalk m_walk;
};

}

PipelineRankWalk walkPipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages,
                                  std::span<const Operation> operations, WalkDetail detail)
{
    return PipelineRank(costs, stages).walk(operations, detail);
}

PipelineRankWalk walkPipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages,
                                  const PipelineRankRounds& rounds)
{
    return PipelineRank(costs, stages).walk(rounds);
}

}
