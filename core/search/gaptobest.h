// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <optional>

namespace stagecraft {

// How the recommended plan stands beside the best one that fits in something of which less is better.
struct GapToBest {
    double recommended = 0; // seconds of a step, or what one costs in $
    double best = 0; // of the best that was found; at most `recommended`, but for rounding
    bool proven = false; // no plan that fits is below `best`
    std::optional<double> bound; // no plan that fits is below that; nothing where no such bound is known

    double ratio() const { return best > 0 ? recommended / best : 1; }
    // Whether it is the best, as far as figures are shown.
    bool isBest() const;
    // The share of `recommended` that no plan that fits takes less than; nothing where none is known, or it says
    // nothing.
    std::optional<double> boundShare() const;

    friend bool operator==(const GapToBest&, const GapToBest&) = default;
};

// Of the step's time, beside the candidate labeled as the fastest. Nothing where none is recommended, or none fits.
std::optional<GapToBest> stepTimeGap(const SearchResult& result);

// Of what a step costs, beside the cheapest; nothing without prices too.
std::optional<GapToBest> stepCostGap(const SearchResult& result);

}
