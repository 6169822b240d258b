// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plotlayout.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// From zero, with steps that are whole numbers: there is no half a sample.
AxisRange wholeSteps(double most)
{
    AxisRange range = AxisRange::around(0, std::max(most, 1.0), 6);
    range.step = std::max(1.0, std::ceil(range.step));
    range.to = std::ceil(most / range.step - 1e-9) * range.step;
    range.to = std::max(range.to, range.step);
    return range;
}

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

}
