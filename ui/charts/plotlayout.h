// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axisrange.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <vector>

namespace stagecraft {

// A value over the micro-batch, measured or of a line; `spread` to both sides.
struct PlotPoint {
    double x = 0;
    double y = 0;
    double spread = 0;
};

// One kind of value: what was measured, and the line that the cost model draws through it.
struct PlotSeries {
    QString name;
    int style = 0; // colour and shape
    bool other = false; // of the device to compare with: hollow and dotted
    std::vector<PlotPoint> points;
    std::vector<PlotPoint> line; // by x, the spread is that of its band; empty while there is none
    double measured_to = 0; // the line is extrapolated outside of these
    double measured_from = 0;

    bool hasBand() const;
    const PlotPoint* lineAt(double x) const; // null where the line has no such point
};

// Where everything of a plot lies. Only arithmetic; the painting is in MeasuredChart.
struct PlotLayout {
    QRectF plot; // inside the axes
    AxisRange x;
    AxisRange y; // in units of `unit`
    double unit = 1;

    // `area` is what the axes leave; both axes begin at zero, the x axis has whole steps.
    static PlotLayout build(const std::vector<PlotSeries>& series, const std::vector<double>& marks, const QRectF& area,
                            double unit);

    QPointF at(double x, double y) const; // y in the series' own unit
    // Series and index of the point nearest to a position within `reach` pixels; -1, -1 if there is none.
    std::pair<int, int> hit(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const;
    // The same of the lines' points, of which there is one nearest along x: within `reach` above or below it, or in its
    // band. Nothing outside of the plot.
    std::pair<int, int> hitLine(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const;
    // Around a series' line, its upper edge first, and not below zero; empty without a band.
    QPolygonF band(const PlotSeries& series) const;
};

}
