// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/gatheredunits.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Streams besides the compute stream (torch/distributed/fsdp/_fully_shard/_fsdp_param_group.py, FSDPCommContext).
constexpr int gathering = 1;
constexpr int reducing = 2;

}

GatheredUnits::GatheredUnits(const ChainCosts& costs, LayerRange range, const std::vector<StageLayer>& layers,
                             const Replication& replication, StageBlocks& blocks)
    : m_costs(costs)
    , m_range(range)
    , m_layers(layers)
    , m_replication(replication)
    , m_blocks(blocks)
    , m_gathered(layers.size())
{
}

Bytes GatheredUnits::lowShard(Bytes bytes) const
{
    return layerShard(bytes, parameterType(m_costs.precision), m_replication.data);
}

Bytes GatheredUnits::shard(int layer, Bytes bytes) const
{
    return lowShard(bytes) * (isLow(layer) ? 1 : wideningOf(m_costs));
}

// Keeps a layer's gathered tensor until the next layer's is gathered. The last layer releases its parameters before the
// loss, which runs after their unit.
void GatheredUnits::beforeForward(int layer)
{
    if (!divides()) {
        return;
    }
    const int gathered = gather(layer);
    m_blocks.free(m_received);
    copyOut(layer);
    m_received = gathered;
    if (layer == m_range.last - 1) {
        m_blocks.free(m_received);
    }
    if (endsInLoss(layer) && !keepsHead(layer)) {
        letGo(layer);
    }
}

void GatheredUnits::afterForward(int layer)
{
    if (!keepsHead(layer)) {
        letGo(layer);
    }
}

// Uses the parameters prefetched by the next layer, and prefetches those of the previous layer; the chain's last layer
// does that in reduce(), after the loss.
void GatheredUnits::beforeBackward(int layer)
{
    if (!divides() || endsInLoss(layer)) {
        return;
    }
    if (m_received == none) {
        m_received = gather(layer);
    }
    copyOut(layer);
    m_blocks.free(m_received);
    gatherNext(layer);
}

// Reduces in fp32, after freeing the next layer's reduction buffers.
int GatheredUnits::reduce(int layer, std::vector<int>& gradients, bool first)
{
    gatherNext(layer);
    letGo(layer);
    endBackward();
    const Bytes part = lowShard(memory(layer).gradients) * wideningOf(m_costs);
    m_bucket = m_blocks.allocate(part * m_replication.data);
    m_reduced = m_blocks.allocate(part, reducing);
    m_blocks.free(gradients);
    if (isLow(layer)) { // cast to the type of the shards
        int wide = std::exchange(m_reduced, m_blocks.allocate(shard(layer, memory(layer).gradients), reducing));
        m_blocks.free(wide);
    }
    return first ? std::exchange(m_reduced, none) : none;
}

void GatheredUnits::endBackward()
{
    m_blocks.free(m_bucket);
    m_blocks.free(m_reduced);
}

// Returns the output of the all-gather of a layer's parameters: FSDP2's foreach_all_gather().
int GatheredUnits::gather(int layer)
{
    const Bytes part = lowShard(memory(layer).parameters);
    int own = m_blocks.allocate(isLow(layer) ? Bytes(0) : part, gathering); // buffer of the cast shard
    const int all = m_blocks.allocate(part * m_replication.data, gathering);
    m_blocks.free(own);
    return all;
}

void GatheredUnits::gatherNext(int layer)
{
    if (m_received == none && layer > m_range.first) {
        m_received = gather(layer - 1);
    }
}

// Copies the parameters out of the all-gather's output, one by one.
void GatheredUnits::copyOut(int layer)
{
    Bytes others = memory(layer).parameters;
    std::vector<int>& handles = m_gathered[indexOf(layer)];
    for (const std::int64_t bytes : m_layers[indexOf(layer)].parameters) {
        handles.push_back(m_blocks.allocate(bytes));
        others -= Bytes(bytes);
    }
    handles.push_back(m_blocks.allocate(std::max(others, Bytes(0))));
}

void GatheredUnits::letGo(int layer)
{
    std::vector<int>& handles = m_gathered[indexOf(layer)];
    m_blocks.free(handles);
    handles.clear();
}

}
