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

// A value at a micro-batch size, measured or fitted; `spread` on both sides.
struct PlotPoint {
    double x = 0;
    double y = 0;
    double spread = 0;
};

// One quantity: measured points and the line of the cost model.
struct PlotSeries {
    QString name;
    int style = 0; // color and shape
    bool other = false; // of the compared device: hollow and dotted
    std::vector<PlotPoint> points;
    std::vector<PlotPoint> line; // by x; the spread is the band; may be empty
    double measured_to = 0; // the line is extrapolated outside of these
    double measured_from = 0;

    bool hasBand() const;
    const PlotPoint* lineAt(double x) const; // null: none
};

// Geometry of a plot. MeasuredChart paints it.
struct PlotLayout {
    QRectF plot; // inside the axes
    AxisRange x;
    AxisRange y; // in units of `unit`
    double unit = 1;

    // `area`: inside the axes. Both axes begin at zero; the x axis has whole steps.
    static PlotLayout build(const std::vector<PlotSeries>& series, const std::vector<double>& marks, const QRectF& area,
                            double unit);

    QPointF at(double x, double y) const; // y in the unit of the series
    // Series and index of the point nearest to a position within `reach` pixels; -1, -1 if there is none.
    std::pair<int, int> hit(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const;
    // The same for points of lines: the nearest along x, if the position is within `reach` above or below it, or in its
    // band. Nothing outside the plot.
    std::pair<int, int> hitLine(const std::vector<PlotSeries>& series, const QPointF& position, qreal reach) const;
    // Around a series' line, its upper edge first, and not below zero; empty without a band.
    QPolygonF band(const PlotSeries& series) const;
};

}
