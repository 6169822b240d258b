// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/stagereplay.h"

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace stagecraft {

// The stage whose allocations are replayed: `pipeline_rank` of `pipeline_ranks`.
struct ReplayedStage {
    LayerRange range;
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int pipeline_rank = 0;
    int pipeline_ranks = 1;
    std::int64_t micro_batches = 1;
    Replication replication {};
};

// The replays of one chain's stages, each made once. Safe from any thread.
class ChainReplays {
public:
    explicit ChainReplays(const ChainCosts& costs);

    // Whether its stages allocate the same.
    bool isOf(const ChainCosts& costs) const;
    // replayStage(). `costs`: a chain that this is of.
    std::optional<StageReplay> of(const ChainCosts& costs, const ReplayedStage& stage, const AllocatorOptions& options);

private:
    int firstIdentical(LayerRange range) const;

    // The first layers alike and their number, schedule, where the stage lies, micro-batches, the allocator's options,
    // how replicas hold the state.
    using Key = std::tuple<int, int, ScheduleKind, int, int, std::int64_t, bool, std::int64_t, Replication>;

    std::vector<LayerCost> m_layers;
    std::vector<int> m_identical; // the first layer that allocates as each one does
    OptimizerKind m_optimizer;
    Precision m_precision;
    std::mutex m_mutex;
    std::map<Key, std::optional<StageReplay>> m_replays;
};

// What was replayed before, of the chains that were asked for last: an edit leaves most stages as they were. Safe from
// any thread.
class ReplayCache {
public:
    std::shared_ptr<ChainReplays> of(const ChainCosts& costs);

private:
    std::mutex m_mutex;
    std::list<std::shared_ptr<ChainReplays>> m_chains; // the last one first
};

}
