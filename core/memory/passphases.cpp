// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/passphases.h"

#include "core/memory/crossings.h"
#include "core/memory/stageledger.h"
#include "core/memory/stagepeaks.h"
#include "core/memory/tableledger.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

// Runs operations on a ledger one after another and returns the peak of each.
class LedgerRun {
public:
    explicit LedgerRun(StageLedger ledger) : m_ledger(std::move(ledger)) {}

    Bytes alive() const { return m_ledger.alive().total(); }

    // Peak bytes above `base`.
    Bytes peakOf(OperationKind kind, std::int64_t micro_batch, Bytes base)
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

void addHalves(PassPhases& phases, LedgerRun run)
{
    const OperationKind input = OperationKind::InputGradient;
    const OperationKind weight = OperationKind::WeightGradient;
    run.peakOf(OperationKind::Forward, 0, {});
    phases.first[at(input)] = run.peakOf(input, 0, phases.state);
    phases.halved = run.alive() - phases.state - phases.held;
    phases.first[at(weight)] = run.peakOf(weight, 0, phases.state);
    const Bytes accumulated = phases.state + phases.gradients;
    run.peakOf(OperationKind::Forward, 1, {});
    phases.later[at(input)] = run.peakOf(input, 1, accumulated);
    phases.later[at(weight)] = run.peakOf(weight, 1, accumulated);
}

// Builds the phases of a layer table: the bytes alive depend on the number of micro-batches in flight, and every
// operation adds the largest transient bytes.
PassPhases tablePhases(Bytes none_alive, Bytes one_alive, Bytes weights, Bytes transient)
{
    PassPhases phases;
    phases.state = none_alive;
    phases.parameters = weights;
    phases.held = one_alive - phases.state;
    phases.first.fill(phases.held + transient);
    phases.first[at(OperationKind::Update)] = transient;
    phases.later = phases.first;
    return phases;
}

PassPhases walkedTablePhases(const ChainCosts& costs, LayerRange range)
{
    const StagePeak none = tablePeak(costs, range, 0);
    const Bytes transient = none.breakdown.workspace;
    return tablePhases(none.peak - transient, tablePeak(costs, range, 1).peak - transient, tableWeights(costs, range),
                       transient);
}

}

PassPhases passPhasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication, bool halves)
{
    if (costs.closedForm()) {
        return walkedTablePhases(costs, range);
    }
    StageLedger ledger(costs, range, replication);
    const OperationKind forward = OperationKind::Forward;
    const OperationKind backward = OperationKind::Backward;
    const OperationKind update = OperationKind::Update;
    PassPhases phases;
    phases.parameters = ledger.alive().parameters;
    LedgerRun run(halves ? ledger : std::move(ledger)); // copying takes as long as the rest of this function
    phases.state = run.alive();
    phases.first[at(forward)] = phases.later[at(forward)] = run.peakOf(forward, 0, phases.state);
    phases.held = run.alive() - phases.state;
    phases.first[at(backward)] = run.peakOf(backward, 0, phases.state);
    phases.gradients = run.alive() - phases.state;
    const Bytes accumulated = run.alive();
    run.peakOf(forward, 1, accumulated);
    phases.later[at(backward)] = run.peakOf(backward, 1, accumulated);
    phases.first[at(update)] = phases.later[at(update)] = run.peakOf(update, 1, accumulated);
    if (halves) {
        addHalves(phases, LedgerRun(std::move(ledger)));
    }
    return phases;
}

namespace {

bool takeTheSame(const LayerCost& a, const LayerCost& b)
{
    return a.memory == b.memory && a.shared_parameters == b.shared_parameters
        && a.shared_gradients == b.shared_gradients && a.rematerialised == b.rematerialised && a.scores == b.scores
        && a.others_gradients == b.others_gradients && a.divided_low == b.divided_low;
}

// Returns the kind of each layer: the index of the first layer with the same bytes.
std::vector<int> kindsOf(const std::vector<LayerCost>& layers)
{
    std::vector<int> kinds;
    std::vector<int> firsts;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const auto known = std::find_if(firsts.rbegin(), firsts.rend(), [&](int first) {
            return takeTheSame(layers[static_cast<std::size_t>(first)], layers[l]);
        });
        kinds.push_back(known == firsts.rend() ? static_cast<int>(l) : *known);
        if (kinds.back() == static_cast<int>(l)) {
            firsts.push_back(kinds.back());
        }
    }
    return kinds;
}

}

// Phases of any stage of a layer table, in constant time.
struct PassPhaseTable::TableSums {
    explicit TableSums(const ChainCosts& costs) : peaks(costs), weights {Bytes(0)}
    {
        std::vector<std::int64_t> transients;
        for (int l = 0; l < costs.size(); ++l) {
            weights.push_back(weights.back() + tableWeights(costs, {l, l + 1}));
            transients.push_back(costs.table[static_cast<std::size_t>(l)].transient.value);
        }
        transient = RangeMaximum(std::move(transients));
    }

    PassPhases of(LayerRange range) const
    {
        const Bytes most(std::max<std::int64_t>(0, transient(range.first, range.last)));
        const auto alive = [&](std::int64_t in_flight) { return peaks.peak(range, in_flight, 1) - most; };
        const Bytes own =
            weights[static_cast<std::size_t>(range.last)] - weights[static_cast<std::size_t>(range.first)];
        return tablePhases(alive(0), alive(1), own, most);
    }

    StagePeaks peaks;
    std::vector<Bytes> weights; // prefix sums
    RangeMaximum transient;
};

// Stages that begin with the same layer; index: number of layers minus one.
struct PassPhaseTable::Row {
    explicit Row(std::size_t count) : stages(count) {}

    std::vector<std::atomic<const PassPhases*>> stages; // null: not computed yet
};

PassPhaseTable::PassPhaseTable(const ChainCosts& costs, const Replication& replication, bool halves)
    : m_costs(costs), m_replication(replication), m_halves(halves), m_rows(static_cast<std::size_t>(costs.size()))
{
}

PassPhaseTable::~PassPhaseTable() = default;

void PassPhaseTable::findKinds() const
{
    if (m_costs.closedForm() || !isPlain(m_costs)) {
        return;
    }
    m_kinds = kindsOf(m_costs.layers);
    m_run_ends.resize(m_kinds.size());
    for (std::size_t l = m_kinds.size(); l-- > 0;) {
        const bool goes_on = l + 1 < m_kinds.size() && m_kinds[l + 1] == m_kinds[l];
        m_run_ends[l] = goes_on ? m_run_ends[l + 1] : static_cast<int>(l) + 1;
    }
}

// Returns a key: kind of the previous layer, runs of the stage's layers as kind and length, kind of the next layer; -1
// if there is no such layer.
std::vector<int> PassPhaseTable::layersOf(LayerRange range) const
{
    if (m_kinds.empty()) {
        return {range.first, range.last};
    }
    const auto kind = [&](int layer) { return m_kinds[static_cast<std::size_t>(layer)]; };
    std::vector<int> layers {range.first > 0 ? kind(range.first - 1) : -1};
    for (int l = range.first; l < range.last;) {
        const int end = std::min(range.last, m_run_ends[static_cast<std::size_t>(l)]);
        layers.push_back(kind(l));
        layers.push_back(end - l);
        l = end;
    }
    layers.push_back(range.last < m_costs.size() ? kind(range.last) : -1);
    return layers;
}

const PassPhases& PassPhaseTable::of(LayerRange range) const
{
    const Row* row = m_rows[static_cast<std::size_t>(range.first)].load(std::memory_order_acquire);
    const auto at = static_cast<std::size_t>(range.count() - 1);
    const PassPhases* known =
        row != nullptr && at < row->stages.size() ? row->stages[at].load(std::memory_order_acquire) : nullptr;
    return known != nullptr ? *known : make(range);
}

const PassPhases& PassPhaseTable::of(LayerRange range, PassPhases& storage) const
{
    if (!m_costs.closedForm()) {
        return of(range);
    }
    std::call_once(m_summed, [&] { m_sums = std::make_unique<const TableSums>(m_costs); });
    storage = m_sums->of(range);
    return storage;
}

const PassPhases& PassPhaseTable::make(LayerRange range) const
{
    const std::lock_guard lock(m_mutex);
    if (m_kept.empty()) {
        findKinds();
    }
    auto& known = rowFor(range).stages[static_cast<std::size_t>(range.count() - 1)];
    if (known.load(std::memory_order_relaxed) == nullptr) {
        const auto [phases, is_new] = m_by_layers.try_emplace(layersOf(range));
        if (is_new) {
            phases->second = passPhasesOf(m_costs, range, m_replication, m_halves);
        }
        known.store(&phases->second, std::memory_order_release);
    }
    return *known.load(std::memory_order_relaxed);
}

// Returns the row for that range, with at least the necessary length.
PassPhaseTable::Row& PassPhaseTable::rowFor(LayerRange range) const
{
    std::atomic<Row*>& row = m_rows[static_cast<std::size_t>(range.first)];
    const Row* shorter = row.load(std::memory_order_relaxed);
    const std::size_t known = shorter != nullptr ? shorter->stages.size() : 0;
    const auto count = static_cast<std::size_t>(range.count());
    if (count > known) {
        m_kept.push_back(std::make_unique<Row>(std::max(count, 2 * known)));
        for (std::size_t i = 0; i < known; ++i) {
            m_kept.back()->stages[i].store(shorter->stages[i].load(std::memory_order_relaxed),
                                           std::memory_order_relaxed);
        }
        row.store(m_kept.back().get(), std::memory_order_release);
    }
    return *row.load(std::memory_order_relaxed);
}

}
