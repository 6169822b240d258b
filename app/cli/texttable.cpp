// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/texttable.h"

#include "app/cli/output.h"
#include "core/base/terminaltext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagecraft {

namespace {

std::size_t widthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string line(const std::vector<TextTable::Column>& columns, const std::vector<std::size_t>& widths,
                 const std::vector<std::string>& cells)
{
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (widths[i] == 0) {
            continue;
        }
        const std::string space(widths[i] - widthOf(cells[i]), ' ');
        line += columns[i].align == Align::Left ? cells[i] + space : space + cells[i];
        line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

}

void TextTable::add(std::vector<std::string> cells)
{
    for (std::string& cell : cells) {
        cell = terminalLine(cell);
    }
    m_rows.push_back(std::move(cells));
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], widthOf(row[i]));
        }
    }
    std::vector<std::string> titles;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        titles.push_back(m_columns[i].title);
        widths[i] = widths[i] == 0 ? 0 : std::max(widths[i], widthOf(m_columns[i].title));
    }
    std::string all = line(m_columns, widths, titles);
    for (const auto& row : m_rows) {
        all += line(m_columns, widths, row);
    }
    return all;
}

std::string barText(double share, int width)
{
    constexpr std::array eighths {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const bool utf8 = Output::terminalTakesUtf8();
    const bool over = share > 1;
    const int units = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * width * 8));
    const int full = units / 8;
    std::string bar;
    for (int i = 0; i < full; ++i) {
        bar += utf8 ? "█" : "#";
    }
    int used = full;
    if (units % 8 != 0) {
        bar += utf8 ? eighths[static_cast<std::size_t>(units % 8)] : (units % 8 >= 4 ? "#" : ".");
        ++used;
    }
    for (; used < width; ++used) {
        bar += utf8 ? "░" : ".";
    }
    return bar + (over ? "!" : " ");
}

}
