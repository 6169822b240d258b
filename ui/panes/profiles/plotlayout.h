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

// A measured or fitted value at a micro-batch size, with bounds at distance `spread`.
struct PlotPoint {
    double x = 0;
    double y = 0;
    double spread = 0;
};

// One quantity: measured points and the line of the cost model.
struct PlotSeries {
    QString name;
    int style = 0; // color and shape
    bool other = false; // the compared device: hollow and dotted
    std::vector<PlotPoint> points;
    std::vector<PlotPoint> line; // by x; the spread is the band; may be empty
    double measured_to = 0; // largest measured x; the line is extrapolated outside [measured_from, measured_to]
    double measured_from = 0;

    bool hasBand() const;
    const PlotPoint* lineAt(double x) const; // null if none
};

// Geometry of a plot. MeasuredChart paints it.
struct PlotLayout {
    QRectF plot; // area inside the axes
    AxisRange x;
    AxisRange y; // in units of `unit`
    double unit = 1;

    // `area`: inside the axes. Both axes begin at zero; the x axis has whole steps.
    static PlotLayout build(const std::vector<PlotSeries>& series, const std::vector<double>& marks, const QRectF& area,
                            double unit);

    QPointF at(double x, double y) const; // y in the unit of the series
    // Series and index of the point nearest to a position within `reach` pixels; -1, -1 if there is none.
    std::pair<int, int> hit(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const;
    // Series and index of the nearest line point along x, if the position is within `reach` above or below the line, or
    // in its band; -1, -1 if there is none or outside the plot.
    std::pair<int, int> hitLine(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const;
    // Band around a series' line, upper edge first, clamped at zero; empty without a band.
    QPolygonF band(const PlotSeries& series) const;
};

}
