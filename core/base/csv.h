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

// Helpers shared by the readers and writers of CSV tables. Thread-safe.

// Returns the text without leading and trailing blanks.
std::string trimmed(std::string_view text);

// Splits a line into fields without leading and trailing blanks. A field in double quotes may contain commas; "" is a
// quote. Returns at most mostCsvFields + 1 fields.
inline constexpr std::size_t mostCsvFields = 1024;
std::vector<std::string> csvFields(std::string_view line);

// Formats text as one CSV field, quoted if necessary. An apostrophe is put before text that a spreadsheet would
// evaluate as a formula (=, +, -, @ or a tab before anything that is not a number).
std::string csvField(std::string_view text);

// Parses a finite number that spans the whole text; empty otherwise.
std::optional<double> csvNumber(std::string_view text);

// Removes the first line from `text` and returns it without its byte order mark (spreadsheets write one), carriage
// return and line end.
std::string_view takeCsvLine(std::string_view& text);

// Reads a table of 1 to `most` rows into `rows`. The first line that is neither empty nor a comment (#) goes to
// reader.header(), later ones to reader.row(), each split into fields. reader.nextLine() is called for every line;
// reader.problem() makes the error for the current line. `what`: plural noun for the rows in error messages. Errors:
// the reader's.
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
