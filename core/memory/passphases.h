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

// What each operation of a stage takes at its highest point, above the stage's state and what it holds of other
// micro-batches: the ledger taken apart, so that it can be put together for any order. Counted with what its own
// micro-batch has; later passes and the optimizer step above the gradients.
struct PassPhases {
    Bytes state;
    Bytes parameters; // of it: each further version of the weights takes as much
    Bytes held; // by a micro-batch whose forward pass has ended
    Bytes halved; // what the first half of its backward pass adds to that, for the second
    Bytes gradients; // from a step's first backward pass to its update
    std::array<Bytes, 5> first {}; // by OperationKind: while there are no gradients yet
    std::array<Bytes, 5> later {}; // and once there are

    Bytes of(OperationKind kind, bool accumulating) const
    {
        return (accumulating ? later : first)[static_cast<std::size_t>(kind)];
    }
};

// Of a chain of which no layer is swapped. `halves`: with those of backward passes in two.
PassPhases passPhasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication, bool halves);

// The phases of any stage, each found once, the first time it is asked for, with those that consist of the same layers
// between the same neighbors. Holds a reference to the costs. Safe from any thread.
class PassPhaseTable {
public:
    PassPhaseTable(const ChainCosts& costs, const Replication& replication, bool halves);
    ~PassPhaseTable();

    const PassPhases& of(LayerRange range) const;
    // The same for searches that ask for very many stages: those of a layer table, which sums tell, are put into
    // `storage` instead of being kept.
    const PassPhases& of(LayerRange range, PassPhases& storage) const;

private:
    struct TableSums;
    struct Row;

    void findKinds() const; // for one thread
    const PassPhases& make(LayerRange range) const;
    Row& rowFor(LayerRange range) const; // for one thread
    std::vector<int> layersOf(LayerRange range) const;

    const ChainCosts& m_costs;
    Replication m_replication;
    bool m_halves;
    mutable std::mutex m_mutex;
    mutable std::once_flag m_summed;
    mutable std::unique_ptr<const TableSums> m_sums; // of a layer table
    mutable std::vector<int> m_kinds; // of layers: the same for layers that take the same bytes. Empty: all are unlike
    mutable std::vector<int> m_run_ends; // by layer: where layers of its kind that follow each other end
    // By a stage's first layer: read by any thread, written by one. Longer rows take the place of others, which stay.
    mutable std::vector<std::atomic<Row*>> m_rows;
    mutable std::vector<std::unique_ptr<Row>> m_kept;
    mutable std::map<std::vector<int>, PassPhases> m_by_layers; // by layersOf()
};

}
