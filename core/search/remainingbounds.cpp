// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remainingbounds.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace stagecraft {

void RemainingBounds::restart(int pipeline_ranks)
{
    m_pipeline_ranks = pipeline_ranks;
    m_rows.clear();
    m_values.clear();
}

void RemainingBounds::addRow(int first, int count)
{
    m_rows.push_back({first, std::max(0, count), m_values.size()});
    m_values.resize(m_values.size() + static_cast<std::size_t>(m_rows.back().count), infinite);
}

void RemainingBounds::prepareLeast(int pipeline_rank)
{
    const Row& row = rowOf(pipeline_rank);
    const auto count = static_cast<std::size_t>(row.count);
    m_least_pipeline_rank = pipeline_rank;
    m_least_first = row.first;
    m_least.resize(std::max({m_least.size(), static_cast<std::size_t>(std::bit_width(count)), std::size_t(1)}));
    m_least.front().resize(count);
    std::iota(m_least.front().begin(), m_least.front().end(), row.first);
    const double* bounds = m_values.data() + row.begin;
    for (std::size_t level = 1, half = 1; 2 * half <= count; ++level, half *= 2) {
        const std::vector<int>& before = m_least[level - 1];
        std::vector<int>& least = m_least[level];
        least.resize(count - 2 * half + 1);
        for (std::size_t i = 0; i < least.size(); ++i) {
            const int one = before[i];
            const int other = before[i + half];
            least[i] = bounds[other - row.first] < bounds[one - row.first] ? other : one;
        }
    }
}

int RemainingBounds::leastWithin(int first, int last) const
{
    const auto count = static_cast<std::size_t>(last - first + 1);
    const auto level = static_cast<std::size_t>(std::bit_width(count)) - 1;
    const auto begin = static_cast<std::size_t>(first - m_least_first);
    const std::vector<int>& best = m_least[level];
    return lesser(m_least_pipeline_rank, best[begin], best[begin + count - (std::size_t(1) << level)]);
}

int RemainingBounds::lesser(int pipeline_rank, int one, int other) const
{
    return at(pipeline_rank, other) < at(pipeline_rank, one) ? other : one;
}

}
