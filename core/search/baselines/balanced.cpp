// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/balanced.h"

#include "core/search/baselines/uniform.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace stagecraft {

BalancedPartition::BalancedPartition(const std::vector<double>& weights, int most_parts)
{
    struct State {
        double spread = std::numeric_limits<double>::infinity();
        double most = spread;
        double least = spread;
    };
    const auto count = weights.size();
    const auto parts = static_cast<std::size_t>(most_parts);
    std::vector<double> sums {0};
    for (const double weight : weights) {
        sums.push_back(sums.back() + weight);
    }
    std::vector<std::vector<State>> states(count + 1, std::vector<State>(parts + 1));
    m_from.assign(count + 1, std::vector<int>(parts + 1, 0));
    states[0][0].most = states[0][0].spread = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        for (std::size_t p = 1; p <= std::min(i, parts); ++p) {
            State& best = states[i][p];
            for (std::size_t k = 0; k < i; ++k) {
                const double last = sums[i] - sums[k];
                const double most = std::max(states[k][p - 1].most, last);
                const double least = std::min(states[k][p - 1].least, last);
                if (most - least <= best.spread) {
                    best = {most - least, most, least};
                    m_from[i][p] = static_cast<int>(k);
                }
            }
        }
    }
}

std::vector<int> BalancedPartition::into(int parts) const
{
    const int count = static_cast<int>(m_from.size()) - 1;
    if (count <= parts) {
        return uniformSplitPoints(count, parts);
    }
    std::vector<int> split_points {count};
    for (auto p = static_cast<std::size_t>(parts); p > 0; --p) {
        split_points.push_back(m_from[static_cast<std::size_t>(split_points.back())][p]);
    }
    std::reverse(split_points.begin(), split_points.end());
    return split_points;
}

}
