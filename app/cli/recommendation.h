// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace stagecraft {

// How many times as long as the fastest plan that fits the recommended one takes; nothing without both.
std::optional<double> recommendedSlowdown(const SearchResult& result);

// What a step of the recommended plan costs more than one of the cheapest that fits; nothing without prices.
std::optional<Usd> recommendedExtraCost(const SearchResult& result);

// How the recommended plan stands beside the fastest and the cheapest: a sentence each. Empty where nothing is
// recommended.
std::string standingText(const SearchResult& result);

// The same for scripts.
void addStanding(nlohmann::json& document, const SearchResult& result);

}
