// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

namespace stagecraft {

// Which blocks to keep, swap and recompute so that a step takes the least time: what KARMA decides (Wahib et al. 2020),
// reconstructed, on the timeline of playStep(). Blocks beyond the capacity have to go or be made again; the question is
// which, as copies take time and so does recomputing.

struct KarmaLimits {
    Bytes host = Bytes(INT64_MAX); // for the saved activations of one device
    int exact_blocks = 10; // up to so many the least time is proven, whatever that takes
    std::int64_t choices = 50'000; // that are looked at for a proof beyond them
    std::int64_t perturbed = 600; // blocks: so many divided by their number are the random changes beyond them

    friend bool operator==(const KarmaLimits&, const KarmaLimits&) = default;
};

struct LabelChoice {
    BlockLabels labels; // as they work: Recompute only where the block can be
    Seconds time; // of a step
    Seconds bound; // no labels give less; the time itself where that is proven to be the least
    bool exact = false; // it is

    // By how much the time may be above the least possible, relative.
    double gap() const { return bound > Seconds(0) ? time / bound - 1 : 0; }
};

// The least time over all labels that keep to the capacity and the host's memory. Patterns in up to three parts are
// improved by changing a label or two as long as that helps, and, beyond the blocks that are exact anyway, again after
// a few random changes; branch and bound then proves the best of them, or finds a better one, as far as its choices go.
// Of equal times the improvement takes fewer bytes on the host. Nothing where none that fit were found, which up to the
// exact blocks means that none do.
std::optional<LabelChoice> chooseLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                        const KarmaLimits& limits = {});

// A lower bound of the step's time over all labels (derived), the largest of those seen from each block. What does not
// fit beside a block's saved activations, of it and the blocks before it, has been copied out before its forward, and
// comes in after its backward, or is recomputed, whatever takes least time a byte first. With as much of it recomputed
// as is best, fractions of blocks allowed. Infinite where nothing fits.
Seconds stepBound(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host);

// What it is compared with. Each gives labels, or nothing where they do not fit.

// Every block leaves after its forward pass and comes back before its backward pass (vDNN's static policy "all", Rhu et
// al. 2016).
std::optional<LabelChoice> eagerSwapping(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules);
// The last blocks stay, as many as is best; of equal times the fewest (the capacity-based swapping that KARMA starts
// from, reconstructed).
std::optional<LabelChoice> capacitySwapping(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                            Bytes host = Bytes(INT64_MAX));
// Every block runs its forward pass twice (Chen et al. 2016, with each block as a segment).
std::optional<LabelChoice> fullRecompute(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules);

}
