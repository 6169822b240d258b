// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// " (searched: tensor 1, 2, 4, 8)": values covered by a claim about all plans. Empty if all values were searched.
std::string searchedText(const SearchResult& result);

// Compares the recommended plan with the fastest and the cheapest, one sentence each. Empty without a recommended plan.
std::string gapToBestText(const SearchResult& result);

// Adds the comparison to a JSON document.
void addGapToBest(nlohmann::json& document, const SearchResult& result);

}
