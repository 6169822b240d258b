// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <string>
#include <vector>

namespace stagecraft {

// The values that a search tried of a dimension that has others: a proof says nothing of plans with these.
struct SearchedRange {
    Dimension dimension = Dimension::Tensor;
    std::vector<std::string> values; // as the dimension's option writes them, in the order of trial

    friend bool operator==(const SearchedRange&, const SearchedRange&) = default;
};

// The dimensions that a problem varies without trying all values that an option may give them on its cluster.
std::vector<SearchedRange> searchedRanges(const Problem& problem);

// Short, for a sentence: "1, 2, 4, ..., 1024".
std::string valuesText(const SearchedRange& range);

// "tensor 1, 2, 4, 8; recompute none, full". Empty without ranges.
std::string rangesText(const std::vector<SearchedRange>& ranges);

}
