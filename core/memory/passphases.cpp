// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/passphases.h"

#include "core/memory/stageledger.h"
#include "core/memory/tableledger.h"

namespace stagecraft {

namespace {

// Lets a ledger do one operation after the other, and notes what each takes.
class Taken {
public:
    explicit Taken(StageLedger ledger) : m_ledger(std::move(ledger)) {}

    Bytes alive() const { return m_ledger.alive().total(); }

    // Above `base`.
    Bytes by(OperationKind kind, std::int64_t micro_batch, Bytes base)
    {
        m_ledger.takePeak();
        m_ledger.apply({kind, micro_batch});
        return m_ledger.takePeak().peak - base;
    }

private:
    StageLedger m_ledger;
};

std::size_t at(OperationKind kind)
{
    return static_cast<std::size_t>(kind);
}

void addHalves(PassPhases& phases, Taken taken)
{
    const OperationKind input = OperationKind::InputGradient;
    const OperationKind weight = OperationKind::WeightGradient;
    taken.by(OperationKind::Forward, 0, {});
    phases.first[at(input)] = taken.by(input, 0, phases.state);
    phases.halved = taken.alive() - phases.state - phases.held;
    phases.first[at(weight)] = taken.by(weight, 0, phases.state);
    const Bytes accumulated = phases.state + phases.gradients;
    taken.by(OperationKind::Forward, 1, {});
    phases.later[at(input)] = taken.by(input, 1, accumulated);
    phases.later[at(weight)] = taken.by(weight, 1, accumulated);
}

// Layer tables say what is alive by how many micro-batches are in flight; every operation has the largest transient
// bytes beside that.
PassPhases tablePhases(const ChainCosts& costs, LayerRange range)
{
    const auto alive = [&](std::int64_t in_flight) {
        const StagePeak peak = tablePeak(costs, range, in_flight);
        return peak.peak - peak.breakdown.workspace;
    };
    PassPhases phases;
    phases.state = alive(0);
    phases.parameters = tableWeights(costs, range);
    phases.held = alive(1) - phases.state;
    const Bytes transient = tablePeak(costs, range, 0).breakdown.workspace;
    phases.first.fill(phases.held + transient);
    phases.first[at(OperationKind::Update)] = transient;
    phases.later = phases.first;
    return phases;
}

}

PassPhases passPhasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication, bool halves)
{
    if (costs.closedForm()) {
        return tablePhases(costs, range);
    }
    const StageLedger ledger(costs, range, replication);
    const OperationKind forward = OperationKind::Forward;
    const OperationKind backward = OperationKind::Backward;
    const OperationKind update = OperationKind::Update;
    Taken taken(ledger);
    PassPhases phases;
    phases.state = taken.alive();
    phases.parameters = ledger.alive().parameters;
    phases.first[at(forward)] = phases.later[at(forward)] = taken.by(forward, 0, phases.state);
    phases.held = taken.alive() - phases.state;
    phases.first[at(backward)] = taken.by(backward, 0, phases.state);
    phases.gradients = taken.alive() - phases.state;
    const Bytes accumulated = taken.alive();
    taken.by(forward, 1, accumulated);
    phases.later[at(backward)] = taken.by(backward, 1, accumulated);
    phases.first[at(update)] = phases.later[at(update)] = taken.by(update, 1, accumulated);
    if (halves) {
        addHalves(phases, Taken(ledger));
    }
    return phases;
}

const PassPhases& PassPhaseTable::of(LayerRange range) const
{
    const std::lock_guard lock(m_mutex);
    const auto [known, is_new] = m_phases.try_emplace((std::int64_t(range.first) << 32) + range.last);
    if (is_new) {
        known->second = passPhasesOf(m_costs, range, m_replication, m_halves);
    }
    return known->second;
}

}
