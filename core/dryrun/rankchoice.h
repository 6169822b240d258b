// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string_view>
#include <vector>

namespace stagecraft {

inline constexpr int mostDryWorld = 1 << 20; // ranks of a script
inline constexpr int mostDryRanks = 4096; // ranks that run, one after the other

// Parses a comma-separated list of "first", "last", "all" and rank numbers, as in "first,last" or "0,8". Returns the
// ranks in ascending order without duplicates. `world`: number of ranks. Errors: OptionUnsupported for other words;
// OptionOutOfRange for ranks that do not exist and for more than mostDryRanks ranks.
Result<std::vector<int>> chosenRanks(std::string_view text, int world);

}
