// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// What is common to the tables that people bring as CSV. Everything here is safe from any thread.

// The text without blanks at its ends.
std::string trimmed(std::string_view text);

// Fields of a line, without blanks at their ends; a field in double quotes may hold commas, "" is a quote.
std::vector<std::string> csvFields(std::string_view line);

// A finite number that takes up the whole text; nothing if it is none.
std::optional<double> csvNumber(std::string_view text);

// The lines of a text without byte order marks (spreadsheets write them), carriage returns and the rest of a line end.
std::vector<std::string_view> csvLines(std::string_view text);

}
