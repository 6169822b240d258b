// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stagecraft {

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> csvFields(std::string_view line)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"') {
            const bool escaped = quoted && i + 1 < line.size() && line[i + 1] == '"';
            if (escaped) {
                fields.back() += '"';
                ++i;
            } else {
                quoted = !quoted;
            }
        } else if (c == ',' && !quoted) {
            if (fields.size() > mostCsvFields) {
                break;
            }
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    for (std::string& field : fields) {
        field = trimmed(field);
    }
    return fields;
}

std::string csvField(std::string_view text)
{
    // Characters that begin a formula in spreadsheets, including the full-width forms of East Asian versions.
    constexpr auto beginnings =
        std::to_array<std::string_view>({"=", "+", "-", "@", "\t", "\r", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"});
    const bool computed = std::any_of(beginnings.begin(), beginnings.end(),
                                      [&](std::string_view beginning) { return text.starts_with(beginning); })
        && !csvNumber(text.starts_with('+') ? text.substr(1) : text);
    std::string field = (computed ? "'" : "") + std::string(text);
    if (field.find_first_of(",;\t\"\n\r") == std::string::npos) {
        return field;
    }
    for (std::size_t at = 0; (at = field.find('"', at)) != std::string::npos; at += 2) {
        field.insert(at, 1, '"');
    }
    return '"' + field + '"';
}

std::optional<double> csvNumber(std::string_view text)
{
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [read, status] = std::from_chars(text.data(), end, value);
    const bool whole = status == std::errc() && read == end;
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string_view takeCsvLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("\xEF\xBB\xBF")) {
        line.remove_prefix(3);
    }
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

}
