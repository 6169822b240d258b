// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

namespace stagecraft::words::launcher {

inline constexpr std::string_view group = "launcher";
#include "core/words/launcher.inc"

}
