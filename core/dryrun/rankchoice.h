// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string_view>
#include <vector>

namespace stagecraft {

inline constexpr int mostDryWorld = 1 << 20; // ranks of a script
inline constexpr int mostDryRanks = 4096; // of them run, one after the other

// The ranks that "first", "last", "all" and numbers name, joined by commas, as in "first,last" or "0,8": ascending,
// each once. `world`: how many there are. Errors: OptionUnsupported for other words; OptionOutOfRange for ranks that do
// not exist, and for more than mostDryRanks.
Result<std::vector<int>> chosenRanks(std::string_view text, int world);

}
