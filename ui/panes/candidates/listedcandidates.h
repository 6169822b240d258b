// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <vector>

namespace stagecraft {

inline constexpr std::size_t mostListed = 5000; // candidates; larger results are filtered

// Candidates to list if there are more than mostListed: labeled (including Pareto-optimal) plans, user-defined plans,
// baselines, and for each parallelism and schedule the plan with the lowest peak, preferring plans that fit.
// Empty: list all.
std::vector<bool> listedCandidates(const SearchResult& result);

}
