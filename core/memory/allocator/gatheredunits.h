// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/stageblocks.h"
#include "core/memory/allocator/stagelayers.h"
#include "core/memory/replication.h"

#include <span>
#include <vector>

namespace stagecraft {

// The parameters and gradients of a stage whose replicas divide fp32 copies of them (Replication::shards_masters), as
// FSDP2 gathers and reduces them, layer by layer, on streams of its own. Does nothing where they divide none. Holds
// references to costs, layers and blocks.
class GatheredUnits {
public:
    GatheredUnits(const ChainCosts& costs, LayerRange range, const std::vector<StageLayer>& layers,
                  const Replication& replication, StageBlocks& blocks);

    bool divides() const { return m_replication.shards_masters; }
    // One replica's shard of so many 16-bit bytes of a layer, in the type in which it is kept.
    Bytes shard(int layer, Bytes bytes) const;

    // Around a layer's forward pass, before its backward pass, and behind that of the stage's first layer.
    void beforeForward(int layer);
    void afterForward(int layer);
    void beforeBackward(int layer);
    void endBackward();
    // Behind a layer's backward pass: frees its gradients. Gives what stays of them for the optimizer, in a step's
    // `first` backward pass; a later one is added to that.
    int reduce(int layer, std::vector<int>& gradients, bool first);

private:
    static constexpr int none = StageBlocks::none;

    const LayerMemory& memory(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)].memory; }
    std::size_t indexOf(int layer) const { return static_cast<std::size_t>(layer - m_range.first); }
    bool isLow(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)].divided_low; }
    Bytes lowShard(Bytes bytes) const;
    bool endsInLoss(int layer) const { return layer == m_costs.size() - 1; }
    bool keepsHead(int layer) const { return m_replication.keeps_head && endsInLoss(layer); }
    int gather(int layer);
    void gatherNext(int layer);
    void copyOut(int layer);
    void letGo(int layer);

    const ChainCosts& m_costs;
    LayerRange m_range;
    const std::vector<StageLayer>& m_layers;
    Replication m_replication;
    StageBlocks& m_blocks;
    std::vector<std::vector<int>> m_gathered; // parameters, by layer of the stage
    int m_received = none; // what a gathering gave
    int m_bucket = none; // what is being reduced, and what that gives where it is added to what is there
    int m_reduced = none;
};

}
