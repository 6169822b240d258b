// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stagecraft {

// Range of memory within the events of one point.
struct TracePoint {
    std::int64_t time = 0; // microseconds from the first event to the point's last one
    Bytes lowest; // lowest allocated
    Bytes highest; // highest allocated
    Bytes reserved; // highest reserved

    friend bool operator==(const TracePoint&, const TracePoint&) = default;
};

// Allocated and reserved bytes over the events of a trace. Point i covers the events_per_point events from i *
// events_per_point; a trace of up to mostPoints events has one event per point.
struct MemoryCurve {
    static constexpr std::size_t mostPoints = std::size_t(1) << 18;

    std::int64_t events_per_point = 1;
    std::vector<TracePoint> points;

    friend bool operator==(const MemoryCurve&, const MemoryCurve&) = default;
};

// Returns the extremes of any range of a curve's points in logarithmic time, with levels of points, pairs of points,
// pairs of those, and so on. Immutable; thread-safe.
class CurvePyramid {
public:
    CurvePyramid() = default;
    explicit CurvePyramid(const MemoryCurve& curve);

    // Returns the extremes of the points [first, last), which must not be empty, and the last point's time.
    TracePoint over(std::size_t first, std::size_t last) const;
    std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size(); }

private:
    std::vector<std::vector<TracePoint>> m_levels;
};

}
