// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

namespace stagecraft::words::search {

inline constexpr std::string_view group = "search";
#include "core/words/search.inc"

}
