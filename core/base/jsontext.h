// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/words/base.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace stagecraft {

// Returns the message for a syntax error. `byte` counts from 1 and is the last byte read; it is one past the end if the
// text is truncated.
inline Message jsonMistakeAt(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, byte == 0 ? 0 : std::min(byte - 1, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto begin = before.rfind('\n');
    const std::size_t column = before.size() - (begin == std::string_view::npos ? 0 : begin + 1) + 1;
    return byte > text.size() ? say(words::base::json_ends_early, line, column)
                              : say(words::base::json_unreadable, line, column);
}

// Size of a JSON text once parsed. It is computed before parsing because a parser callback that tracks depth needs
// quadratic time for long lists of objects.
struct JsonExtent {
    int depth = 0; // greatest nesting depth of brackets
    std::size_t values = 1; // approximate number of values, each of up to a hundred bytes in memory
};

inline JsonExtent jsonExtent(std::string_view text)
{
    JsonExtent extent;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            extent.depth = std::max(extent.depth, ++depth);
            ++extent.values;
        } else if (c == ']' || c == '}') {
            --depth;
        } else if (c == ',') {
            ++extent.values;
        }
    }
    return extent;
}

// Replaces Python's Infinity and NaN, which JSON lacks, by null.
inline std::string withoutPythonNumbers(std::string_view text)
{
    std::string plain;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t length = 1;
        for (const std::string_view number : {"-Infinity", "Infinity", "NaN"}) {
            length = !quoted && length == 1 && text.substr(i).starts_with(number) ? number.size() : length;
        }
        quoted = quoted != (text[i] == '"');
        length += quoted && text[i] == '\\' ? 1 : 0;
        plain += !quoted && length > 1 ? std::string_view("null") : text.substr(i, length);
        i += length;
    }
    return plain;
}

// Parses JSON text; Python's Infinity and NaN become null. Errors: NotJson with line and column, without `where`.
inline Result<nlohmann::json> readJsonText(std::string_view text)
{
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        auto json = nlohmann::json::parse(withoutPythonNumbers(text), nullptr, /*allow_exceptions=*/false);
        if (!json.is_discarded()) {
            return json;
        }
        return failure(ErrorCode::NotJson, {jsonMistakeAt(text, error.byte)});
    } catch (const nlohmann::json::exception&) { // the only other exception: numbers outside the range of double
        return failure(ErrorCode::NotJson, {words::base::number_too_large});
    }
}

}
