// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// " (searched: tensor 1, 2, 4, 8)": behind a claim about all plans, the values that it is of. Empty where these are
// all.
std::string searchedText(const SearchResult& result);

// How the recommended plan stands beside the fastest and the cheapest: a sentence each. Empty where nothing is
// recommended.
std::string standingText(const SearchResult& result);

// The same for scripts.
void addStanding(nlohmann::json& document, const SearchResult& result);

}
