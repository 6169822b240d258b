// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stagecraft {

enum class Align { Left, Right };

// Columns of text for a terminal. Widths count characters, not bytes.
class TextTable {
public:
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    // Adds a row with one cell per column. Control characters are escaped (terminalLine()).
    void add(std::vector<std::string> cells);
    // The table with its titles, without columns that are empty.
    std::string text() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

// A horizontal bar of `width` characters for a share from 0 to 1, in eighths of a character if the terminal supports
// UTF-8; a share above 1 ends in an exclamation mark.
std::string barText(double share, int width);

}
