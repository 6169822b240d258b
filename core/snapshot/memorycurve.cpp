// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/memorycurve.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

TracePoint together(const TracePoint& a, const TracePoint& b)
{
    return {std::max(a.time, b.time), std::min(a.lowest, b.lowest), std::max(a.highest, b.highest),
            std::max(a.reserved, b.reserved)};
}

}

CurvePyramid::CurvePyramid(const MemoryCurve& curve)
{
    if (curve.points.empty()) {
        return;
    }
    m_levels.push_back(curve.points);
    while (m_levels.back().size() > 1) {
        const auto& below = m_levels.back();
        std::vector<TracePoint> level;
        level.reserve((below.size() + 1) / 2);
        for (std::size_t i = 0; i < below.size(); i += 2) {
            level.push_back(i + 1 < below.size() ? together(below[i], below[i + 1]) : below[i]);
        }
        m_levels.push_back(std::move(level));
    }
}

TracePoint CurvePyramid::over(std::size_t first, std::size_t last) const
{
    TracePoint found = m_levels.front()[first];
    for (std::size_t level = 0; first < last; ++level) {
        if (first % 2 == 1) {
            found = together(found, m_levels[level][first++]);
        }
        if (last % 2 == 1 && first < last) {
            found = together(found, m_levels[level][--last]);
        }
        if (first == last) {
            break;
        }
        first /= 2;
        last /= 2;
    }
    return found;
}

}
