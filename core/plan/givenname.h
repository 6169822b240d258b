// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/words/plan.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace stagecraft {

inline constexpr std::size_t longestName = 100; // characters

// Checks that a plan or a scenario may have this name: 1 to `longestName` characters, counted in UTF-8. Errors:
// OptionOutOfRange.
inline Result<void> validateName(const std::string& name)
{
    // All bytes of a UTF-8 character but the first begin with the bits 10.
    const auto characters = std::count_if(name.begin(), name.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
    if (characters >= 1 && characters <= static_cast<std::ptrdiff_t>(longestName)) {
        return {};
    }
    return failure(ErrorCode::OptionOutOfRange, {words::plan::name_length, characters, 1, longestName});
}

}
