// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace stagecraft::testing {

// Returns `text` with one to three random changes: bytes replaced, removed, duplicated, or replaced by tokens of JSON
// or YAML.
inline std::string mutated(std::string text, std::mt19937_64& engine)
{
    static const std::array<std::string, 20> pieces {
        "{",   "}",       "[",    "]",  "\"", ":",   ",",  "null", "true", "-1", "1e999", "9223372036854775808",
        "0.5", "\\u0000", "\xff", "\n", "*a", "&a ", "- ", "\\"};
    for (auto changes = 1 + engine() % 3; changes > 0 && !text.empty(); --changes) {
        const std::size_t at = engine() % text.size();
        const std::size_t length = engine() % 12;
        switch (engine() % 5) {
        case 0:
            text[at] = static_cast<char>(engine());
            break;
        case 1:
            text.erase(at, length);
            break;
        case 2:
            text.insert(at, text.substr(engine() % text.size(), length * 4));
            break;
        case 3:
            text.replace(at, length % 4, pieces[engine() % pieces.size()]);
            break;
        default:
            text.resize(engine() % 8 == 0 ? at : text.size());
            text.insert(std::min(at, text.size()), pieces[engine() % pieces.size()]);
        }
    }
    return text;
}

}
