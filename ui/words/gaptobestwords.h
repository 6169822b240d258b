// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// The recommended plan compared with the fastest and with the cheapest plan that fits, and whether that is proven. One
// sentence each; empty without a recommended plan, the second also without prices.
QString speedSentence(const SearchResult& result);
QString costSentence(const SearchResult& result);

// "+18 %", shown after a figure of the recommended plan; empty if that plan is the best, and as above.
QString slowdownText(const SearchResult& result);
QString extraCostText(const SearchResult& result);

}
