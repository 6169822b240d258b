// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

namespace stagecraft::words::sizing {

inline constexpr std::string_view group = "sizing";
#include "core/words/sizing.inc"

}
