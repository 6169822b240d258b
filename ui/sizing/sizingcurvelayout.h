// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axisrange.h"
#include "ui/sizing/sizingwork.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace stagecraft {

enum class CurveMeasure { Peak, Cost, Throughput, Time };

// Whether the measure is of the fastest plan, not of the recommended one.
constexpr bool isOfFastest(CurveMeasure measure)
{
    return measure == CurveMeasure::Throughput || measure == CurveMeasure::Time;
}

// Bytes of the plan's peak, $ per million, tokens or samples per second, seconds of the run (of a step where the run's
// length is not known); nothing without a plan, a price or an end of the run.
std::optional<double> measureOf(const CurvePoint& point, CurveMeasure measure);
// Whether times are of a run; else they are of a step. Points are of one problem, some of them without a plan.
bool haveRuns(const std::vector<CurvePoint>& points);
// Bytes that the fullest device of the plan has, and those that it may need; it fits where these are not more. Nothing
// without a plan.
std::optional<double> capacityOf(const CurvePoint& point);
std::optional<double> neededOf(const CurvePoint& point);

// Where everything of a curve lies. Only arithmetic; the painting is in SizingCurve. Values stand side by side, equally
// far apart: most are multiples of one another.
struct SizingCurveLayout {
    struct Mark {
        QPointF at; // without a figure at the bottom of the plot
        bool known = false; // has a figure
        bool fits = false;
    };

    QRectF plot; // inside the axes
    AxisRange y; // in units of `unit`
    double unit = 1;
    std::vector<Mark> marks; // one for each point
    std::vector<std::vector<QPointF>> lines; // through neighbours that have figures
    std::vector<std::vector<QPointF>> needs; // of peaks: what must fit
    std::vector<std::vector<QPointF>> capacities; // of peaks: into what; where it is within sight

    // `area` is what the axes leave.
    static SizingCurveLayout build(const std::vector<CurvePoint>& points, CurveMeasure measure, const QRectF& area,
                                   double unit);

    qreal x(int point) const; // of `marks`
    // The point nearest to a position across; -1 without points or outside of the plot.
    int hit(const QPointF& position) const;
    // Each so-many-eth label has room of `width` pixels.
    int labelStep(qreal width) const;
};

}
