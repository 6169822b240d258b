// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/block.h"

#include "core/memory/crossings.h"

#include <algorithm>

namespace stagecraft {

namespace {

const LayerCost& layerOf(const ChainCosts& costs, int layer)
{
    return costs.layers[static_cast<std::size_t>(layer)];
}

// Bytes of a layer's inputs: all, and those first kept by this layer's graph.
struct Taken {
    Bytes all;
    Bytes kept;
};

Taken takenBy(const Crossings& crossings, int layer)
{
    Taken taken;
    for (const int index : crossings.taken(layer)) {
        const Crossing& tensor = crossings.crossing(index);
        taken.all += tensor.bytes;
        taken.kept += crossings.isHeldBy(layer, index) ? tensor.bytes : Bytes(0);
    }
    return taken;
}

// Returns a block of a single layer.
OutOfCoreBlock measuredBlock(const ChainCosts& costs, const Crossings& crossings, int layer)
{
    const LayerCost& cost = layerOf(costs, layer);
    OutOfCoreBlock block;
    block.kept_input = takenBy(crossings, layer).kept;
    block.saved = cost.memory.saved + block.kept_input;
    for (const int index : crossings.given(layer)) {
        block.boundary += crossings.crossing(index).bytes;
    }
    block.weights = cost.memory.parameters;
    return block;
}

// Layer tables specify the kept tensors (docs/formats.md).
OutOfCoreBlock tableBlock(const ChainCosts& costs, LayerRange range, int layer)
{
    const TableRow& row = costs.table[static_cast<std::size_t>(layer)];
    OutOfCoreBlock block;
    block.saved = row.saved + (row.keeps_output ? row.output : Bytes(0));
    if (layer > range.first) {
        const TableRow& before = costs.table[static_cast<std::size_t>(layer - 1)];
        block.kept_input = row.keeps_input && !before.keeps_output ? before.output : Bytes(0);
        block.saved += block.kept_input;
    }
    block.boundary = row.output;
    block.weights = layerOf(costs, layer).memory.gradients;
    return block;
}

void append(OutOfCoreBlock& block, const OutOfCoreBlock& next)
{
    block.layers.last = next.layers.last;
    block.forward += next.forward;
    block.backward += next.backward;
    block.saved += next.saved;
    block.boundary = next.boundary;
    block.weights += next.weights;
    block.parameters += next.parameters;
}

}

std::string textOf(const BlockLabels& labels)
{
    std::string text;
    for (const BlockLabel label : labels) {
        text += label == BlockLabel::Keep ? 'K' : label == BlockLabel::Swap ? 'S' : 'R';
    }
    return text;
}

std::optional<BlockLabels> labelsOf(std::string_view text)
{
    BlockLabels labels;
    for (const char letter : text) {
        if (letter != 'K' && letter != 'S' && letter != 'R') {
            return std::nullopt;
        }
        labels.push_back(letter == 'K' ? BlockLabel::Keep : letter == 'S' ? BlockLabel::Swap : BlockLabel::Recompute);
    }
    return labels;
}

Bytes checkpointOf(const std::vector<OutOfCoreBlock>& blocks, int block)
{
    return block == 0 ? Bytes(0) : blocks[static_cast<std::size_t>(block - 1)].boundary;
}

std::vector<OutOfCoreBlock> blocksOf(const ChainCosts& costs, LayerRange range, Bytes least,
                                     std::int64_t parameter_bytes)
{
    const Crossings crossings = costs.closedForm() ? Crossings {} : crossingsOf(costs, range);
    std::vector<OutOfCoreBlock> blocks;
    for (int l = range.first; l < range.last; ++l) {
        OutOfCoreBlock block = costs.closedForm() ? tableBlock(costs, range, l) : measuredBlock(costs, crossings, l);
        block.layers = {l, l + 1};
        block.forward = layerOf(costs, l).forward.median;
        block.backward = layerOf(costs, l).backward.median;
        block.parameters = block.weights.value / std::max<std::int64_t>(1, parameter_bytes);
        if (!blocks.empty() && blocks.back().saved < least) {
            append(blocks.back(), block);
        } else {
            blocks.push_back(block);
        }
    }
    if (blocks.size() > 1 && blocks.back().saved < least) {
        const OutOfCoreBlock rest = blocks.back();
        blocks.pop_back();
        append(blocks.back(), rest);
    }
    if (!blocks.empty() && range.last == costs.size()) {
        blocks.back().boundary = Bytes(0);
    }
    return blocks;
}

Bytes workingSet(const ChainCosts& costs, LayerRange range)
{
    Bytes most;
    for (int l = range.first; l < range.last; ++l) {
        if (costs.closedForm()) {
            most = std::max(most, costs.table[static_cast<std::size_t>(l)].transient);
            continue;
        }
        const LayerMemory& memory = layerOf(costs, l).memory;
        const Bytes forward = memory.forward_peak - memory.saved;
        const Bytes backward = std::max(memory.backward_peak - memory.gradients, memory.accumulate_peak);
        most = std::max({most, forward, backward});
    }
    return most + sampleBytes(costs, range);
}

Bytes activationCapacity(const ChainCosts& costs, LayerRange range, const MemoryBudget& budget)
{
    Bytes context; // tables that all layers share
    for (int l = range.first; l < range.last && !costs.closedForm(); ++l) {
        context = std::max(context, layerOf(costs, l).memory.context);
    }
    const Bytes left =
        budget.device - budget.state - budget.context - budget.reserve - workingSet(costs, range) - context;
    return std::max(left, Bytes(0));
}

}
