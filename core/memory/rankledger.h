// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/ledger.h"
#include "core/memory/replication.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagecraft {

// One of the stages that a pipeline rank holds.
struct StageOnRank {
    int stage = 0; // what operations call it
    LayerRange layers;
    Replication replication {};
    std::int64_t weight_copies = 0; // beside those that are trained: stale or predicted versions
};

// Bytes of a pipeline rank at one of its operations.
struct OperationBytes {
    Bytes alive; // when it has ended
    Bytes highest; // within it

    friend bool operator==(const OperationBytes&, const OperationBytes&) = default;
};

// What a pipeline rank holds while it works through its operations.
struct PipelineRankWalk {
    StagePeak peak;
    int peak_stage = 0; // by StageOnRank::stage
    std::size_t peak_operation = 0;
    Bytes begin; // before the first operation
    Bytes host; // most that lies in the host's memory
    std::vector<OperationBytes> operations; // in their order; empty where only the peak was asked for
};

// Operations: those of each operation are told too. Peak: that of passes which only repeat what was before is known
// without them, where a pipeline rank holds one stage and nothing is swapped. The rest of the walk is the same.
enum class WalkDetail { Peak, Operations };

// Walks through the operations of a pipeline rank that holds one or more stages: the ledger of each (walkLedger()), at
// any moment what they have together. With one stage the peak is that of walkLedger(). The saved activations of a
// swapped layer (swappedActivations()) go where SwapEvents say; on the host they count from the moment they begin to
// leave until they begin to come back. Weights that stages of one pipeline rank share count for each of them: an upper
// bound. Operations name the stages of `stages`, and end each stage's step with an update.
PipelineRankWalk walkPipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages,
                                  std::span<const Operation> operations, WalkDetail detail = WalkDetail::Operations);

// The peak's walk (WalkDetail::Peak) of a pipeline rank that works in rounds.
PipelineRankWalk walkPipelineRank(const ChainCosts& costs, const std::vector<StageOnRank>& stages,
                                  const PipelineRankRounds& rounds);

}
