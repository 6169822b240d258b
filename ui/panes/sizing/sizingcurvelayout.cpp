// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/sizingcurvelayout.h"

#include "core/estimate/fullestdevice.h"
#include "ui/words/sizingwords.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// A larger capacity is off scale, because it would compress all other values.
constexpr double capacityInSight = 2.5;

template <typename ValueOf>
std::vector<std::vector<QPointF>> runsOf(const SizingCurveLayout& layout, const std::vector<CurvePoint>& points,
                                         double top, ValueOf valueOf)
{
    std::vector<std::vector<QPointF>> runs;
    bool open = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::optional<double> value = valueOf(points[i]);
        if (!value || *value > top) {
            open = false;
            continue;
        }
        if (!open) {
            runs.emplace_back();
            open = true;
        }
        const double share = (*value / layout.unit - layout.y.from) / (layout.y.to - layout.y.from);
        runs.back().emplace_back(layout.x(static_cast<int>(i)), layout.plot.bottom() - layout.plot.height() * share);
    }
    return runs;
}

}

std::optional<double> measureOf(const CurvePoint& point, CurveMeasure measure)
{
    if (!point.planned) {
        return std::nullopt;
    }
    if (measure == CurveMeasure::Peak) {
        return static_cast<double>(point.planned->estimate.peak.value);
    }
    if (measure == CurveMeasure::Throughput) {
        return rateOf(point.planned->estimate);
    }
    if (measure == CurveMeasure::Time) {
        const Seconds time = runTimeOf(*point.planned);
        return std::isfinite(time.value) ? std::optional(time.value) : std::nullopt;
    }
    const auto cost = costPerMillion(*point.planned);
    return cost ? std::optional(cost->value) : std::nullopt;
}

bool haveRuns(const std::vector<CurvePoint>& points)
{
    return std::any_of(points.begin(), points.end(), [](const CurvePoint& point) {
        return point.planned && point.planned->problem.billing.amount > 0;
    });
}

std::optional<double> capacityOf(const CurvePoint& point)
{
    const DeviceEstimate* fullest = point.planned ? fullestDevice(point.planned->estimate) : nullptr;
    return fullest != nullptr ? std::optional(static_cast<double>(fullest->capacity.value)) : std::nullopt;
}

std::optional<double> neededOf(const CurvePoint& point)
{
    const DeviceEstimate* fullest = point.planned ? fullestDevice(point.planned->estimate) : nullptr;
    return fullest != nullptr ? std::optional(static_cast<double>(fullest->device_high.value)) : std::nullopt;
}

SizingCurveLayout SizingCurveLayout::build(const std::vector<CurvePoint>& points, CurveMeasure measure,
                                           const QRectF& area, double unit)
{
    SizingCurveLayout layout;
    layout.plot = area;
    layout.unit = unit;
    layout.marks.resize(points.size());
    double top = 0;
    for (const CurvePoint& point : points) {
        top = std::max(top, measureOf(point, measure).value_or(0));
        top = measure == CurveMeasure::Peak ? std::max(top, neededOf(point).value_or(0)) : top;
    }
    const double highest = top;
    for (const CurvePoint& point : points) {
        const auto capacity = measure == CurveMeasure::Peak ? capacityOf(point) : std::nullopt;
        top = capacity && *capacity <= highest * capacityInSight ? std::max(top, *capacity) : top;
    }
    layout.y = top > 0 ? AxisRange::around(0, top / unit * 1.04, 5) : AxisRange {0, 1, 1};
    const auto figure = [measure](const CurvePoint& point) { return measureOf(point, measure); };
    layout.lines = runsOf(layout, points, HUGE_VAL, figure);
    if (measure == CurveMeasure::Peak) {
        layout.needs = runsOf(layout, points, top, neededOf);
        layout.capacities = runsOf(layout, points, top, capacityOf);
    }
    std::size_t at = 0; // index over the points of all lines
    std::vector<QPointF> all;
    for (const auto& line : layout.lines) {
        all.insert(all.end(), line.begin(), line.end());
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool known = figure(points[i]).has_value();
        layout.marks[i] = {known ? all[at++] : QPointF(layout.x(static_cast<int>(i)), area.bottom()), known,
                           points[i].fits()};
    }
    return layout;
}

qreal SizingCurveLayout::x(int point) const
{
    const auto count = static_cast<qreal>(marks.size());
    return plot.left() + plot.width() * (point + 0.5) / std::max(count, 1.0);
}

int SizingCurveLayout::hit(const QPointF& position) const
{
    if (marks.empty() || !plot.adjusted(0, -12, 0, 12).contains(position)) {
        return -1;
    }
    const auto count = static_cast<int>(marks.size());
    return std::clamp(static_cast<int>((position.x() - plot.left()) / plot.width() * count), 0, count - 1);
}

int SizingCurveLayout::labelStep(qreal width) const
{
    const qreal each = plot.width() / std::max<qreal>(1, static_cast<qreal>(marks.size()));
    return std::max(1, static_cast<int>(std::ceil(width / std::max(each, 1.0))));
}

}
