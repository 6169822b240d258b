// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/plotlayout.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// Returns a range from zero in whole steps, because samples are whole numbers.
AxisRange wholeSteps(double most)
{
    AxisRange range = AxisRange::around(0, std::max(most, 1.0), 6);
    range.step = std::max(1.0, std::ceil(range.step));
    range.to = std::ceil(most / range.step - 1e-9) * range.step;
    range.to = std::max(range.to, range.step);
    return range;
}

}

bool PlotSeries::hasBand() const
{
    return std::any_of(line.begin(), line.end(), [](const PlotPoint& point) { return point.spread > 0; });
}

const PlotPoint* PlotSeries::lineAt(double x) const
{
    const auto found = std::find_if(line.begin(), line.end(), [x](const PlotPoint& point) { return point.x == x; });
    return found == line.end() ? nullptr : &*found;
}

PlotLayout PlotLayout::build(const std::vector<PlotSeries>& series, const std::vector<double>& marks,
                             const QRectF& area, double unit)
{
    double right = 0;
    double top = 0;
    for (const double mark : marks) {
        right = std::max(right, mark);
    }
    for (const PlotSeries& one : series) {
        for (const PlotPoint& point : one.points) {
            right = std::max(right, point.x);
            top = std::max(top, point.y + point.spread);
        }
    }
    // The axis covers bands, except extrapolated ones and those so wide that they would flatten the points.
    const double highest = 2 * top;
    for (const PlotSeries& one : series) {
        for (const PlotPoint& point : one.line) {
            const double edge = point.x <= one.measured_to ? point.y + point.spread : 0;
            top = std::max(top, std::min(edge, highest));
        }
    }
    PlotLayout layout;
    layout.plot = area;
    layout.unit = unit;
    layout.x = wholeSteps(right * 1.08);
    layout.y = top > 0 ? AxisRange::around(0, top / unit * 1.04, 5) : AxisRange {0, 1, 1};
    return layout;
}

QPointF PlotLayout::at(double px, double py) const
{
    return {plot.left() + plot.width() * (px - x.from) / (x.to - x.from),
            plot.bottom() - plot.height() * (py / unit - y.from) / (y.to - y.from)};
}

std::pair<int, int> PlotLayout::hit(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const
{
    std::pair<int, int> nearest {-1, -1};
    qreal least = reach;
    for (std::size_t s = 0; s < series.size(); ++s) {
        for (std::size_t i = 0; i < series[s].points.size(); ++i) {
            const PlotPoint& point = series[s].points[i];
            const qreal distance = QLineF(at(point.x, point.y), position).length();
            if (distance <= least) {
                least = distance;
                nearest = {static_cast<int>(s), static_cast<int>(i)};
            }
        }
    }
    return nearest;
}

std::pair<int, int> PlotLayout::hitLine(const std::vector<PlotSeries>& series, const QPointF& position,
                                        qreal reach) const
{
    std::pair<int, int> nearest {-1, -1};
    if (!plot.contains(position)) {
        return nearest;
    }
    qreal least = INFINITY;
    for (std::size_t s = 0; s < series.size(); ++s) {
        const std::vector<PlotPoint>& line = series[s].line;
        const auto along = [&](const PlotPoint& point) { return std::abs(at(point.x, 0).x() - position.x()); };
        const auto point = std::min_element(
            line.begin(), line.end(), [&](const PlotPoint& a, const PlotPoint& b) { return along(a) < along(b); });
        if (point == line.end()) {
            continue;
        }
        const qreal distance = std::abs(at(point->x, point->y).y() - position.y());
        const qreal half = at(point->x, point->y).y() - at(point->x, point->y + point->spread).y();
        if (distance <= std::max(reach, half) && distance < least) {
            least = distance;
            nearest = {static_cast<int>(s), static_cast<int>(point - line.begin())};
        }
    }
    return nearest;
}

QPolygonF PlotLayout::band(const PlotSeries& series) const
{
    QPolygonF around;
    if (!series.hasBand()) {
        return around;
    }
    for (const PlotPoint& point : series.line) {
        around << at(point.x, point.y + point.spread);
    }
    for (auto point = series.line.rbegin(); point != series.line.rend(); ++point) {
        around << at(point->x, std::max(0.0, point->y - point->spread));
    }
    return around;
}

}
