// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/ledger.h"
#include "core/memory/replication.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagecraft {

// One of the stages of a pipeline rank.
struct StageOnRank {
    int stage = 0; // index used by operations
    LayerRange layers;
    Replication replication {};
    std::int64_t weight_copies = 0; // versions (stale or predicted) besides the trained one
};

// Bytes of a pipeline rank at one operation.
struct OperationBytes {
    Bytes alive; // bytes at its end
    Bytes highest; // peak within it

    friend bool operator==(const OperationBytes&, const OperationBytes&) = default;
};

// Memory of a pipeline rank over its operations.
struct PipelineRankWalk {
    StagePeak peak;
    int peak_stage = 0; // StageOnRank::stage of the peak
    std::size_t peak_operation = 0;
    Bytes begin; // bytes before the first operation
    Bytes host; // peak host bytes
    std::vector<OperationBytes> operations; // one per operation; empty for WalkDetail::Peak
};

// Detail of a walk. Operations: also records every operation. Peak: skips passes that only repeat earlier ones, if the
// pipeline rank has one stage and nothing is swapped. The rest of the walk is the same.
enum class WalkDetail { Peak, Operations };

// Walks the operations of a pipeline rank with one or more stages: advances the ledger of each (walkLedger()) and sums
// their bytes at any moment. With one stage the peak equals that of walkLedger(). The saved activations of a swapped
// layer (swappedActivations()) move as SwapEvents specify; on the host they count from the start of the copy out to the
// start of the copy back. Weights shared by stages of one pipeline rank count for each of them: an upper bound.
// `operations` must name the stages of `stages` and end each stage's step with an update.
PipelineRankWalk walkPipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages,
                                  std::span<const Operation> operations, WalkDetail detail = WalkDetail::Operations);

// Walks a pipeline rank that works in rounds, with WalkDetail::Peak.
PipelineRankWalk walkPipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages,
                                  const PipelineRankRounds& rounds);

}
