// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/replication.h"
#include "core/plan/plan.h"
#include "core/schedule/operation.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace stagecraft {

// Peak bytes of each operation of a stage, above the stage's state and the bytes that other micro-batches keep: a
// decomposition of the ledger that can be recombined for any order. Each entry includes the bytes of its own
// micro-batch; later passes and the optimizer step are above the gradients.
struct PassPhases {
    Bytes state;
    Bytes parameters; // part of `state`; each further version of the weights adds as much
    Bytes held; // kept per micro-batch after its forward pass
    Bytes halved; // added to `held` by the first half of the backward pass, for the second half
    Bytes gradients; // gradients from a step's first backward pass to its update
    std::array<Bytes, 5> first {}; // [OperationKind], while no gradients exist
    std::array<Bytes, 5> later {}; // [OperationKind], once gradients exist

    Bytes of(OperationKind kind, bool accumulating) const
    {
        return (accumulating ? later : first)[static_cast<std::size_t>(kind)];
    }
};

// Computes the phases of a stage in a chain without swapped layers. `halves`: include those of split backward passes.
PassPhases passPhasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication, bool halves);

// Table of the phases of any stage, computed at first use and shared by stages of the same layers between the same
// neighbors. Keeps a reference to the costs. Thread-safe.
class PassPhaseTable {
public:
    PassPhaseTable(const ChainCosts& costs, const Replication& replication, bool halves);
    ~PassPhaseTable();

    const PassPhases& of(LayerRange range) const;
    // Variant for searches that visit very many stages: for layer tables, whose phases come from prefix sums, the
    // result is written to `storage` instead of being cached.
    const PassPhases& of(LayerRange range, PassPhases& storage) const;

private:
    struct TableSums;
    struct Row;

    void findKinds() const; // needs m_mutex
    const PassPhases& make(LayerRange range) const;
    Row& rowFor(LayerRange range) const; // needs m_mutex
    std::vector<int> layersOf(LayerRange range) const;

    const ChainCosts& m_costs;
    Replication m_replication;
    bool m_halves;
    mutable std::mutex m_mutex;
    mutable std::once_flag m_summed;
    mutable std::unique_ptr<const TableSums> m_sums; // null unless a layer table
    mutable std::vector<int> m_kinds; // one per layer, equal for layers with the same bytes; empty: no layers are alike
    mutable std::vector<int> m_run_ends; // one per layer: end of the run of layers of its kind
    // Rows by a stage's first layer; lock-free for readers, with a single writer. A longer row replaces a shorter one,
    // which stays allocated for its readers.
    mutable std::vector<std::atomic<Row*>> m_rows;
    mutable std::vector<std::unique_ptr<Row>> m_kept;
    mutable std::map<std::vector<int>, PassPhases> m_by_layers; // keys: layersOf()
};

}
