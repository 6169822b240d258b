// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/restbounds.h"

#include <algorithm>
#include <bit>

namespace stagecraft {

void RestBounds::restart(int places)
{
    m_places = places;
    m_rows.clear();
    m_values.clear();
}

void RestBounds::addRow(int first, int count)
{
    m_rows.push_back({first, std::max(0, count), m_values.size()});
    m_values.resize(m_values.size() + static_cast<std::size_t>(m_rows.back().count), infinite);
}

void RestBounds::prepareLeast(int place)
{
    const Row& row = rowOf(place);
    const auto count = static_cast<std::size_t>(row.count);
    m_least_first = row.first;
    m_least.assign(1, {});
    for (int layer = row.first; layer < row.first + row.count; ++layer) {
        m_least[0].push_back(layer);
    }
    for (std::size_t half = 1; 2 * half <= count; half *= 2) {
        const std::vector<int>& before = m_least.back();
        std::vector<int> level;
        for (std::size_t i = 0; i + 2 * half <= count; ++i) {
            level.push_back(lesser(place, before[i], before[i + half]));
        }
        m_least.push_back(std::move(level));
    }
    m_least_place = place;
}

int RestBounds::leastWithin(int first, int last) const
{
    const auto count = static_cast<std::size_t>(last - first + 1);
    const auto level = static_cast<std::size_t>(std::bit_width(count)) - 1;
    const auto begin = static_cast<std::size_t>(first - m_least_first);
    const std::vector<int>& best = m_least[level];
    return lesser(m_least_place, best[begin], best[begin + count - (std::size_t(1) << level)]);
}

int RestBounds::lesser(int place, int one, int other) const
{
    return at(place, other) < at(place, one) ? other : one;
}

}
