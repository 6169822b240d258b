// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/words/base.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

// What is common to the tables that people bring as CSV. Everything here is safe from any thread.

// The text without blanks at its ends.
std::string trimmed(std::string_view text);

// Fields of a line, without blanks at their ends; a field in double quotes may hold commas, "" is a quote. No more than
// one above mostCsvFields.
inline constexpr std::size_t mostCsvFields = 1024;
std::vector<std::string> csvFields(std::string_view line);

// A text as a field of a table that is written: in quotes where it must be. What a spreadsheet would compute (=, +, -,
// @ or a tabulator before anything that is no number) begins with an apostrophe, so that it stays the text it is.
std::string csvField(std::string_view text);

// A finite number that takes up the whole text; nothing if it is none.
std::optional<double> csvNumber(std::string_view text);

// The first line of a text, without byte order mark (spreadsheets write them), carriage return and the rest of a line
// end, all of which the text loses.
std::string_view takeCsvLine(std::string_view& text);

// Reads a table into `rows`, one to `most` of them. The first line that is neither empty nor a comment (#) goes to the
// reader's header(), those after it to row(), each as fields; nextLine() is told of every line, and problem() makes the
// error of a line. `what`: what a row is, in the plural. Errors: the reader's.
template <typename Reader, typename Row>
Result<void> readCsvRows(std::string_view text, Reader& reader, std::vector<Row>& rows, std::size_t most,
                         const Message& what)
{
    bool seen_header = false;
    do {
        const std::string_view line = takeCsvLine(text);
        reader.nextLine();
        if (trimmed(line).empty() || line.starts_with('#')) {
            continue;
        }
        if (!seen_header) {
            const std::vector<std::string> names = csvFields(line);
            if (names.size() > mostCsvFields) {
                return reader.problem(say(words::base::many_columns, mostCsvFields));
            }
            if (const auto header = reader.header(names); !header) {
                return failure(header.error());
            }
            seen_header = true;
            continue;
        }
        auto row = reader.row(csvFields(line));
        if (!row) {
            return failure(row.error());
        }
        rows.push_back(std::move(*row));
        if (rows.size() > most) {
            return reader.problem(say(words::base::many_rows, most, what));
        }
    } while (!text.empty());
    if (rows.empty()) {
        return reader.problem(say(words::base::no_rows, what));
    }
    return {};
}

}
