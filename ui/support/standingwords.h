// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// How the recommended plan stands beside the fastest and the cheapest one that fits, and whether that is proved. Each
// is one sentence; empty where nothing is recommended, and of costs without prices.
QString speedSentence(const SearchResult& result);
QString costSentence(const SearchResult& result);

// "+18 %", behind a figure of the recommended plan; empty where it is the best, and as above.
QString slowdownText(const SearchResult& result);
QString extraCostText(const SearchResult& result);

}
