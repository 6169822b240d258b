// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

namespace stagecraft {

// Choice of the blocks to keep, swap and recompute for the shortest step, as in KARMA (Wahib et al. 2020),
// reconstructed on the timeline of playStep(). Blocks beyond the capacity have to be swapped or recomputed; copies and
// recomputation both take time.

struct KarmaLimits {
    Bytes host = Bytes(INT64_MAX); // capacity for the saved activations of one device
    int exact_blocks = 10; // up to this number of blocks the optimum is proven, at any cost
    std::int64_t choices = 50'000; // partial choices visited for a proof beyond exact_blocks
    std::int64_t perturbed = 600; // random restarts beyond exact_blocks: this number divided by the number of blocks

    friend bool operator==(const KarmaLimits&, const KarmaLimits&) = default;
};

struct LabelChoice {
    BlockLabels labels; // effective labels: Recompute only for recomputable blocks
    Seconds time; // per step
    Seconds bound; // lower bound over all labels; equal to `time` if that is proven optimal
    bool exact = false; // `time` is proven optimal

    // Relative gap between `time` and the lower bound.
    double gap() const { return bound > Seconds(0) ? time / bound - 1 : 0; }
};

// Finds the labels of the shortest step within the capacity and the host memory. Patterns of up to three parts are
// improved by changing one or two labels while that helps and, beyond exact_blocks, again after a few random changes;
// branch and bound then proves the best labels or finds better ones, within the limit of choices. Among equal times the
// improvement prefers fewer bytes on the host. Empty if no fitting labels were found, which up to exact_blocks means
// that there are none.
std::optional<LabelChoice> chooseLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                        const KarmaLimits& limits = {});

// Returns a lower bound of the step time over all labels (derived): the largest of the bounds seen from each block.
// Bytes that do not fit besides a block's saved activations, of it and the blocks before it, either have been copied
// out before its forward pass and come in after its backward pass, or are recomputed, cheapest time per byte first. The
// recomputed amount is optimal, with fractions of blocks allowed. Infinite if nothing fits.
Seconds stepBound(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host);

// Baselines. Each returns labels, or is empty if they do not fit.

// Swaps every block out after its forward pass and in before its backward pass (vDNN's static policy "all", Rhu et al.
// 2016).
std::optional<LabelChoice> eagerSwapping(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules);
// Keeps the best number of last blocks and swaps the others; the fewest among equal times (the capacity-based swapping
// from which KARMA starts, reconstructed).
std::optional<LabelChoice> capacitySwapping(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                            Bytes host = Bytes(INT64_MAX));
// Recomputes every block (Chen et al. 2016, with each block as a segment).
std::optional<LabelChoice> fullRecompute(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules);

}
