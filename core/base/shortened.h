// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace stagecraft {

// Largest number of bytes of a text that an error shows, since texts may come from a file.
inline constexpr std::size_t mostOfAnArgument = 4000;

// Returns the text if it has at most `most` bytes; otherwise a prefix of at most `most` bytes, cut between UTF-8
// characters, followed by the full length: "abc... (62914560 bytes)".
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
