// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// Comparison of the recommended plan with the fastest and with the cheapest plan that fits, and whether it is proven.
// One sentence each; empty without a recommended plan, the second also without prices.
QString speedSentence(const SearchResult& result);
QString costSentence(const SearchResult& result);

// "+18 %", shown after a figure of the recommended plan. Empty if that plan is the best, or if the sentence is empty.
QString slowdownText(const SearchResult& result);
QString extraCostText(const SearchResult& result);

}
