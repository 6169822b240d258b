// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <vector>

namespace stagecraft {

inline constexpr std::size_t mostListed = 5000; // candidates, all of which a table has

// Which candidates a table has where there are more: those with a label, as all of the front have, the user's own and
// other partitioners', and of each kind (degrees and schedule) the leanest that fits, or the leanest where none does.
// Empty: all.
std::vector<bool> foremostOf(const SearchResult& result);

}
