// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// A line each for the plan with the least memory, the balanced, the fastest and the cheapest one, with a star at the
// one that the objective recommends; empty where nothing fits.
std::string picksText(const Problem& problem, const SearchResult& result);

// The same for scripts: an object by the picks' names; null without prices where it needs them; empty where nothing
// fits.
nlohmann::json picksJson(const Problem& problem, const SearchResult& result);

}
