// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/explanation.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Explains in a few lines why the plan is recommended.
std::string explanationText(const Problem& problem, const SearchResult& result, const Explanation& explanation);

// "explanation" of `plan --explain`; null without an explanation.
nlohmann::json explanationJson(const SearchResult& result, const std::optional<Explanation>& explanation);

}
