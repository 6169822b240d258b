// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

namespace stagecraft::words::store {

inline constexpr std::string_view group = "store";
#include "core/words/store.inc"

}
