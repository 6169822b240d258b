// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/chainlayout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagecraft {

namespace {

constexpr qreal gap = 2; // between columns; smaller if there are many columns
constexpr qreal between = 8; // between panels
constexpr qreal apart = 8; // between labels

qreal weightOf(int count)
{
    return 1 + std::log2(static_cast<qreal>(std::max(count, 1)));
}

}

ChainLayout ChainLayout::build(const std::vector<int>& counts, int panels, const QRectF& area, qreal titleHeight,
                               qreal labelHeight)
{
    ChainLayout layout;
    qreal all = 0;
    for (const int count : counts) {
        all += weightOf(count);
    }
    qreal left = area.left();
    for (const int count : counts) {
        const qreal width = area.width() * weightOf(count) / all;
        layout.columns.push_back({count, left, width});
        left += width;
    }
    const qreal each = (area.height() - labelHeight) / std::max(panels, 1);
    for (int panel = 0; panel < panels; ++panel) {
        const qreal top = area.top() + panel * each + titleHeight;
        layout.panels.emplace_back(area.left(), top, area.width(),
                                   std::max(4.0, each - titleHeight - (panel + 1 < panels ? between : 2)));
    }
    return layout;
}

QRectF ChainLayout::bar(int column, int panel, double value, double most) const
{
    if (value <= 0 || most <= 0) {
        return {};
    }
    const Column& at = columns[static_cast<std::size_t>(column)];
    const QRectF& area = panels[static_cast<std::size_t>(panel)];
    const qreal space = std::min(gap, at.width / 4);
    const qreal height = std::max(1.0, area.height() * std::min(1.0, value / most));
    return {at.left + space / 2, area.bottom() - height, at.width - space, height};
}

int ChainLayout::columnAt(qreal x) const
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (x >= columns[i].left && x < columns[i].left + columns[i].width) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

std::vector<qreal> ChainLayout::divisions(int column) const
{
    const Column& at = columns[static_cast<std::size_t>(column)];
    std::vector<qreal> lines;
    const qreal each = at.width / at.count;
    for (int i = 1; i < at.count && each >= 4; ++i) {
        lines.push_back(at.left + i * each);
    }
    return lines;
}

std::vector<std::optional<qreal>> ChainLayout::labels(const std::vector<qreal>& widths) const
{
    std::vector<std::size_t> order(columns.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return columns[a].width > columns[b].width; });
    std::vector<std::optional<qreal>> lefts(columns.size());
    std::vector<std::pair<qreal, qreal>> taken; // few entries, regardless of the number of columns
    const qreal end = columns.empty() ? 0 : columns.back().left + columns.back().width;
    for (const std::size_t i : order) {
        const qreal middle = columns[i].left + columns[i].width / 2;
        const qreal left = std::max(columns.front().left, std::min(middle - widths[i] / 2, end - widths[i]));
        const qreal right = left + widths[i];
        const bool free = std::none_of(taken.begin(), taken.end(), [&](const std::pair<qreal, qreal>& other) {
            return left < other.second + apart && other.first < right + apart;
        });
        if (free) {
            lefts[i] = left;
            taken.emplace_back(left, right);
        }
    }
    return lefts;
}

}
