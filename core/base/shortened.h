// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace stagecraft {

// An error shows no more bytes of a text than that: texts may come from a file.
inline constexpr std::size_t mostOfAnArgument = 4000;

// A text of at most `most` bytes as it is; of a longer one so many from its beginning, in whole UTF-8 letters, and its
// length: "abc... (62914560 bytes)".
inline std::string shortened(const std::string& text, std::size_t most)
{
    if (text.size() <= most) {
        return text;
    }
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end) + "... (" + std::to_string(text.size()) + " bytes)";
}

}
