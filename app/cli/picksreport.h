// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// One line each for the plans with the least memory, balanced, fastest and cheapest, with a star at the recommended
// one. Empty if no plan fits.
std::string picksText(const Problem& problem, const SearchResult& result);

// The picks as a JSON object by name; null for a pick that needs missing prices. Empty if no plan fits.
nlohmann::json picksJson(const Problem& problem, const SearchResult& result);

}
