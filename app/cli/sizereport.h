// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizingsentences.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Text of a sentence of sizingAnswer().
std::string sentenceText(const Message& sentence);

// The answer, the next value and the plan of the answer as text. `problem`: as given on the command line.
std::string sizingText(const Problem& problem, const SizingRequest& request, const SizingResult& result);

// The document of `size --json`.
nlohmann::json sizingJson(const Problem& problem, const SizingRequest& request, const SizingResult& result);

}
