// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sizingwork.h"
#include "ui/charts/axisrange.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace stagecraft {

enum class CurveMeasure { Peak, Cost, Throughput, Time };

// True for measures of the fastest plan; the others are of the recommended plan.
constexpr bool isOfFastest(CurveMeasure measure)
{
    return measure == CurveMeasure::Throughput || measure == CurveMeasure::Time;
}

// Peak in bytes, cost in $ per million, throughput per second, or time in seconds (time to train, or step time without
// a run length). Nothing without a plan or price, or if the run never ends.
std::optional<double> measureOf(const CurvePoint& point, CurveMeasure measure);
// True if times are times to train, false if they are step times. All points belong to one problem.
bool haveRuns(const std::vector<CurvePoint>& points);
// Capacity of the plan's fullest device, and the upper bound of its device memory, in bytes. Nothing without a plan.
std::optional<double> capacityOf(const CurvePoint& point);
std::optional<double> neededOf(const CurvePoint& point);

// Geometry of a curve; SizingCurve paints it. Values are equally spaced, since most are multiples of one another.
struct SizingCurveLayout {
    struct Mark {
        QPointF at; // at the bottom of the plot if there is no value
        bool known = false; // has a value
        bool fits = false;
    };

    QRectF plot; // inside the axes
    AxisRange y; // in units of `unit`
    double unit = 1;
    std::vector<Mark> marks; // one for each point
    std::vector<std::vector<QPointF>> lines; // through neighboring points with values
    std::vector<std::vector<QPointF>> needs; // peak memory only: upper bound of device memory
    std::vector<std::vector<QPointF>> capacities; // peak memory only: capacity, if within the axis range

    // `area`: plot area inside the axes.
    static SizingCurveLayout build(const std::vector<CurvePoint>& points, CurveMeasure measure, const QRectF& area,
                                   double unit);

    qreal x(int point) const; // `point`: index in `marks`
    // Point nearest to a position along the horizontal axis; -1 without points or outside the plot.
    int hit(const QPointF& position) const;
    // Smallest n for which every n-th label has `width` pixels.
    int labelStep(qreal width) const;
};

}
