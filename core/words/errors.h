// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words/phrase.h"

#include <array>

namespace stagecraft::words::errors {

inline constexpr std::string_view group = "error";
#define ERROR_PHRASE(code, name, text) PHRASE(name, text)
#include "core/words/errors.inc"
#undef ERROR_PHRASE

// In the order of ErrorCode.
inline constexpr std::array all {
#define ERROR_PHRASE(code, name, text) static_cast<const Phrase*>(&name),
#include "core/words/errors.inc"
#undef ERROR_PHRASE
};

}
