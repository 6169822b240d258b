// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"

#include <array>
#include <string>
#include <vector>

// Training on one device whose memory is smaller than the activations: they are kept, swapped to the host, or
// recomputed. The idea is KARMA's (Wahib et al. 2020, arXiv 2008.11421), whose source is closed: this is a
// reconstruction.
namespace stagecraft {

// Consecutive layers that are kept, swapped or recomputed together.
struct OutOfCoreBlock {
    LayerRange layers;
    Seconds forward;
    Seconds backward; // whole pass, without recomputation
    // Bytes from its forward pass to the end of its backward pass; includes its input if no other graph keeps it.
    Bytes saved;
    Bytes kept_input; // part of `saved` that is its input
    Bytes boundary; // output to the next block; 0 at the end of the chain
    Bytes weights;
    std::int64_t parameters = 0;
    bool recomputable = true; // true if all its layers are

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

// Returns the effective label: a block that cannot be recomputed is kept.
inline BlockLabel workingLabel(const OutOfCoreBlock& block, BlockLabel label)
{
    return label == BlockLabel::Recompute && !block.recomputable ? BlockLabel::Keep : label;
}

// Converts labels to one letter each ("SKKR") and back. Empty for other letters.
std::string textOf(const BlockLabels& labels);
std::optional<BlockLabels> labelsOf(std::string_view text);

// Returns the bytes that a recomputed block keeps throughout: the output of the block before it; 0 for the first one,
// whose samples count as state.
Bytes checkpointOf(const std::vector<OutOfCoreBlock>& blocks, int block);

// Merges consecutive layers of `range` into blocks of at least `least` saved bytes: below that, a transfer costs mainly
// latency. A smaller rest is merged into the last block. `parameter_bytes`: bytes per parameter. Boundary tensors count
// once, with the first layer whose graph keeps them; samples do not count.
std::vector<OutOfCoreBlock> blocksOf(const ChainCosts& costs, LayerRange range, Bytes least,
                                     std::int64_t parameter_bytes);

// Device memory and its uses other than saved activations and the largest working set of a layer.
struct MemoryBudget {
    Bytes device; // total device memory
    Bytes state; // parameters, gradients, optimizer state and buffers on the device
    Bytes context; // driver and libraries
    Bytes reserve; // kept free for fragmentation
};
// Returns the bytes left for saved activations; 0 if nothing is left.
Bytes activationCapacity(const ChainCosts& costs, LayerRange range, const MemoryBudget& budget);

// Returns the peak bytes of a layer of the range in either pass, above saved activations, state and gradients.
Bytes workingSet(const ChainCosts& costs, LayerRange range);

}
