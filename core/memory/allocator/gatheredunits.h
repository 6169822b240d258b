// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/stageblocks.h"
#include "core/memory/allocator/stagelayers.h"
#include "core/memory/replication.h"

#include <span>
#include <vector>

namespace stagecraft {

// Parameters and gradients of a stage whose replicas shard fp32 copies (Replication::shards_masters): gathered and
// reduced layer by layer on separate streams, as in FSDP2. Does nothing for other replication. Keeps references to
// costs, layers and blocks.
class GatheredUnits {
public:
    GatheredUnits(const ChainCosts& costs, LayerRange range, const std::vector<StageLayer>& layers,
                  const Replication& replication, StageBlocks& blocks);

    bool divides() const { return m_replication.shards_masters; }
    // Returns one replica's shard of `bytes` 16-bit bytes of a layer, in the type in which the shard is stored.
    Bytes shard(int layer, Bytes bytes) const;

    // Called before and after a layer's forward pass, before its backward pass, and after the backward pass of the
    // stage's first layer.
    void beforeForward(int layer);
    void afterForward(int layer);
    void beforeBackward(int layer);
    void endBackward();
    // Called after a layer's backward pass: reduces and frees its gradients. Returns the block that stays for the
    // optimizer in a step's `first` backward pass; later ones are added to it and return none.
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
    std::vector<std::vector<int>> m_gathered; // parameter blocks, [layer of the stage]
    int m_received = none; // output of an all-gather
    int m_bucket = none; // gradients being reduced; m_reduced: the result, if it is added to existing gradients
    int m_reduced = none;
};

}
