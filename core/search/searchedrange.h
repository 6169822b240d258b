// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <string>
#include <vector>

namespace stagecraft {

// Values that a search tried for a dimension with further values; proofs do not cover plans with the latter.
struct SearchedRange {
    Dimension dimension = Dimension::Tensor;
    std::vector<std::string> values; // in the syntax of the dimension's option, in the order tried

    friend bool operator==(const SearchedRange&, const SearchedRange&) = default;
};

// Returns the dimensions that a problem varies without trying every value that an option allows on its cluster.
std::vector<SearchedRange> searchedRanges(const Problem& problem);

// Returns a short form for sentences: "1, 2, 4, ..., 1024".
std::string valuesText(const SearchedRange& range);

// Returns "tensor 1, 2, 4, 8; recompute none, full". Empty without ranges.
std::string rangesText(const std::vector<SearchedRange>& ranges);

}
