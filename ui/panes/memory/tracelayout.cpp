// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/tracelayout.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double mostPixelsPerEvent = 8;
constexpr double fewestPixelsOfStep = 6;

}

double TraceLayout::extent() const
{
    if (!data) {
        return 1;
    }
    const auto& points = data->trace->curve.points;
    const auto length = unit == TraceUnit::Events ? data->trace->events : points.empty() ? 0 : points.back().time;
    return std::max(1.0, static_cast<double>(length));
}

double TraceLayout::positionOf(std::int64_t event) const
{
    if (unit == TraceUnit::Events) {
        return static_cast<double>(event);
    }
    const auto& curve = data->trace->curve;
    const auto point = static_cast<std::size_t>(event / curve.events_per_point);
    // A point has the time of its last event: the first event of a point follows directly after the previous point.
    return point == 0 || curve.points.empty()
        ? 0
        : static_cast<double>(curve.points[std::min(point, curve.points.size()) - 1].time);
}

qreal TraceLayout::xOf(double position) const
{
    return plot.left() + (position - from) / (to - from) * plot.width();
}

qreal TraceLayout::yOf(Bytes bytes) const
{
    return plot.bottom() - bytes / end * plot.height();
}

double TraceLayout::positionAt(qreal x) const
{
    return from + (x - plot.left()) / std::max(plot.width(), 1.0) * (to - from);
}

std::size_t TraceLayout::pointAt(double position) const
{
    const auto& curve = data->trace->curve;
    std::size_t point = 0;
    if (unit == TraceUnit::Events) {
        point = static_cast<std::size_t>(std::max(0.0, position) / static_cast<double>(curve.events_per_point));
    } else {
        const auto found = std::ranges::lower_bound(
            curve.points, position, {}, [](const TracePoint& one) { return static_cast<double>(one.time); });
        point = static_cast<std::size_t>(found - curve.points.begin());
    }
    return std::min(point, curve.points.size() - 1);
}

TraceLayout TraceLayout::showing(double begin, double until) const
{
    TraceLayout shown = *this;
    const double whole = extent();
    const double least = std::min(whole, std::max(1.0, plot.width() / mostPixelsPerEvent));
    const double length = std::clamp(until - begin, least, whole);
    shown.from = std::clamp(begin, 0.0, whole - length);
    shown.to = shown.from + length;
    return shown;
}

TraceLayout TraceLayout::zoomed(double factor, qreal x) const
{
    const double fixed = positionAt(x);
    const double least = std::min(extent(), std::max(1.0, plot.width() / mostPixelsPerEvent));
    const double length = std::clamp((to - from) * factor, least, extent());
    const double before = (fixed - from) / (to - from) * length;
    return showing(fixed - before, fixed - before + length);
}

TraceLayout TraceLayout::panned(double by) const
{
    return showing(from + by, to + by);
}

std::vector<TraceColumn> TraceLayout::columns() const
{
    std::vector<TraceColumn> columns;
    if (!data || data->trace->curve.points.empty()) {
        return columns;
    }
    const auto count = static_cast<int>(std::ceil(plot.width()));
    columns.reserve(static_cast<std::size_t>(std::max(count, 0)));
    for (int i = 0; i < count; ++i) {
        const qreal x = plot.left() + i;
        const std::size_t first = pointAt(positionAt(x));
        const std::size_t last = pointAt(positionAt(x + 1));
        columns.push_back({x, data->pyramid.over(first, std::max(last, first + 1))});
    }
    return columns;
}

std::vector<PredictedColumn> TraceLayout::columns(const TracePrediction& prediction) const
{
    std::vector<PredictedColumn> columns;
    if (!data || prediction.step.size() == 0) {
        return columns;
    }
    const auto& steps = data->trace->steps;
    for (std::size_t step = 0; step + 1 < steps.size(); ++step) {
        const double begin = positionOf(steps[step]);
        const double until = positionOf(steps[step + 1]);
        const qreal left = xOf(begin);
        const qreal right = xOf(until);
        if (right - left < fewestPixelsOfStep || right < plot.left() || left > plot.right()) {
            continue;
        }
        const qreal first = std::max(left, plot.left());
        for (qreal x = first; x < std::min(right, plot.right()); ++x) {
            columns.push_back(
                {x, prediction.over((x - left) / (right - left), (x + 1 - left) / (right - left)), x == first});
        }
    }
    return columns;
}

}
