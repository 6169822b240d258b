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

// Stage whose allocations are replayed: stage `pipeline_rank` of `pipeline_ranks`.
struct ReplayedStage {
    LayerRange range;
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int pipeline_rank = 0;
    int pipeline_ranks = 1;
    std::int64_t micro_batches = 1;
    Replication replication {};
};

// Cache of the replays of one chain's stages, each computed once. Thread-safe.
class ChainReplays {
public:
    explicit ChainReplays(const ChainCosts& costs);

    // True if the stages of `costs` allocate identically.
    bool isOf(const ChainCosts& costs) const;
    // Returns the cached replayStage(). `costs` must satisfy isOf().
    std::optional<StageReplay> of(const ChainCosts& costs, const ReplayedStage& stage, const AllocatorOptions& options);

private:
    int firstIdentical(LayerRange range) const;

    // First identical layer, number of layers, schedule, position of the stage (stages from its own to the last one,
    // pipeline ranks), micro-batches, allocator options, replication.
    using Key = std::tuple<int, int, ScheduleKind, int, int, std::int64_t, bool, std::int64_t, Replication>;

    std::vector<LayerCost> m_layers;
    std::vector<int> m_identical; // first layer that allocates like each layer
    OptimizerKind m_optimizer;
    Precision m_precision;
    std::mutex m_mutex;
    std::map<Key, std::optional<StageReplay>> m_replays;
};

// Cache of the replays of recently used chains: an edit leaves most stages unchanged. Thread-safe.
class ReplayCache {
public:
    std::shared_ptr<ChainReplays> of(const ChainCosts& costs);

private:
    std::mutex m_mutex;
    std::list<std::shared_ptr<ChainReplays>> m_chains; // most recent first
};

}
