// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <optional>

namespace stagecraft {

// Comparison of the recommended plan with the best one that fits, in a quantity to minimize.
struct GapToBest {
    double recommended = 0; // seconds per step, or USD per step
    double best = 0; // best found; at most `recommended`, except for rounding
    bool proven = false; // true if no plan that fits is below `best`
    std::optional<double> bound; // lower bound over all plans that fit; empty if unknown

    double ratio() const { return best > 0 ? recommended / best : 1; }
    // True if the recommended plan is the best within the displayed precision.
    bool isBest() const;
    // Returns `bound` as a share of `recommended`; empty if there is no bound or the share is below leastBoundShare.
    std::optional<double> boundShare() const;

    friend bool operator==(const GapToBest&, const GapToBest&) = default;
};

// Compares step times with the candidate labeled fastest. Empty if no plan is recommended or none fits.
std::optional<GapToBest> stepTimeGap(const SearchResult& result);

// Compares costs per step with the candidate labeled cheapest. Empty also without prices.
std::optional<GapToBest> stepCostGap(const SearchResult& result);

}
