// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

namespace stagecraft::words::estimate {

inline constexpr std::string_view group = "estimate";
#include "core/words/estimate.inc"

}
