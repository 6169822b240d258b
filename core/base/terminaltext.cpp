// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/terminaltext.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace stagecraft {

namespace {

// One UTF-8 character; `size` is 0 if the first byte does not begin one.
struct Character {
    char32_t code = 0;
    std::size_t size = 0;
};

Character firstCharacter(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t size = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (size == 0 || lead >= 0xF5 || text.size() < size) {
        return {};
    }
    char32_t code = lead & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return {};
        }
        code = code << 6 | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[size] || code > 0x10FFFF || surrogate ? Character {} : Character {code, size};
}

bool isControl(char32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F);
}

// Unicode's Bidi_Control, and the separators that some terminals treat as line ends.
bool turnsText(char32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E)
        || (code >= 0x2066 && code <= 0x2069);
}

std::string writtenOut(char32_t code)
{
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), code <= 0xFF ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(code));
    return text.data();
}

std::string escaped(std::string_view text, bool keeps_lines)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const Character character = firstCharacter(text);
        const bool line = character.code == '\n' || character.code == '\t';
        if (character.size == 0) {
            shown += writtenOut(static_cast<unsigned char>(text.front()));
        } else if (line && !keeps_lines) {
            shown += character.code == '\n' ? "\\n" : "\\t";
        } else if ((isControl(character.code) && !line) || turnsText(character.code)) {
            shown += writtenOut(character.code);
        } else {
            shown += text.substr(0, character.size);
        }
        text.remove_prefix(character.size == 0 ? 1 : character.size);
    }
    return shown;
}

}

std::string terminalText(std::string_view text)
{
    return escaped(text, true);
}

std::string terminalLine(std::string_view text)
{
    return escaped(text, false);
}

}
