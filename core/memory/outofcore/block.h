// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"

#include <array>
#include <string>
#include <vector>

// Training on one device with less memory than the activations take: what is kept, swapped to the host, or computed
// again. The idea is KARMA's (Wahib et al. 2020, arXiv 2008.11421), whose source is closed: this is a reconstruction.
namespace stagecraft {

// Consecutive layers that are kept, swapped or recomputed together.
struct OutOfCoreBlock {
    LayerRange layers;
    Seconds forward;
    Seconds backward; // the whole of it, without recomputation
    Bytes saved; // held from its forward to the end of its backward: its input too, where its graph alone holds that
    Bytes kept_input; // what of `saved` is its input
    Bytes boundary; // what it gives to the block behind; 0 at the end of the chain
    Bytes weights;
    std::int64_t parameters = 0;
    bool recomputable = true; // all of its layers

    friend bool operator==(const OutOfCoreBlock&, const OutOfCoreBlock&) = default;
};

enum class BlockLabel { Keep, Swap, Recompute };

template <>
inline constexpr auto enumNames<BlockLabel> = std::array {
    std::pair {BlockLabel::Keep, std::string_view("keep")},
    std::pair {BlockLabel::Swap, std::string_view("swap")},
    std::pair {BlockLabel::Recompute, std::string_view("recompute")},
};

inline constexpr std::array everyLabel {BlockLabel::Keep, BlockLabel::Swap, BlockLabel::Recompute};

using BlockLabels = std::vector<BlockLabel>;

// What a label comes to: a block that cannot be recomputed is kept.
inline BlockLabel workingLabel(const OutOfCoreBlock& block, BlockLabel label)
{
    return label == BlockLabel::Recompute && !block.recomputable ? BlockLabel::Keep : label;
}

// One letter each, "SKKR", and back. Other letters: nothing.
std::string textOf(const BlockLabels& labels);
std::optional<BlockLabels> labelsOf(std::string_view text);

// What a block that is recomputed holds all the while: what the block before it gives. The first one starts from the
// samples, which count with the state.
Bytes checkpointOf(const std::vector<OutOfCoreBlock>& blocks, int block);

// The layers of `range`, consecutive ones merged until their saved activations take `least` bytes: below it a
// transfer's latency is what it costs. What is left at the end goes to the last block. `parameter_bytes`: of one
// parameter. Tensors that cross boundaries count once, with the layer whose graph holds them first; samples do not.
std::vector<OutOfCoreBlock> blocksOf(const ChainCosts& costs, LayerRange range, Bytes least,
                                     std::int64_t parameter_bytes);

// What a device offers to the saved activations: its memory less what is there throughout and the largest working set
// of a layer.
struct MemoryBudget {
    Bytes device; // all that there is
    Bytes state; // parameters, gradients, optimizer, buffers: what of them lies on the device
    Bytes context; // of driver and libraries
    Bytes reserve; // kept free, for fragmentation
};
// Zero where nothing is left.
Bytes activationCapacity(const ChainCosts& costs, LayerRange range, const MemoryBudget& budget);

// The most bytes above saved activations, state and gradients that a layer of the range takes while it runs either way.
Bytes workingSet(const ChainCosts& costs, LayerRange range);

}
