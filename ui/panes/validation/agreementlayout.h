// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace stagecraft {

// A logarithmic range with round ticks.
struct LogRange {
    double from = 1;
    double to = 10;

    // Covers all values above 0 with a margin; at least a factor of two wide.
    static LogRange around(double least, double most);

    // About 1, 2 and 5 times powers of ten, in units of `unit`; fewer or more if needed.
    QList<double> ticks(double unit) const;
    double share(double value) const; // 0 at `from`, 1 at `to`
};

// Geometry of a plot of predicted vs. measured values. Both axes have the same range, so that equal values are on the
// diagonal. AgreementChart paints it.
struct AgreementLayout {
    QRectF plot;
    LogRange range;

    QPointF at(double measured, double predicted) const;
    // Band of a relative error: predicted from (1 - error) to (1 + error) times measured.
    QPolygonF band(double error) const;
    // Index of the nearest position within `reach` pixels; -1: none.
    static int hit(const std::vector<QPointF>& positions, const QPointF& at, qreal reach);
};

}
