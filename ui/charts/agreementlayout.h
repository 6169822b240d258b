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

    // Holds all values above 0 with some room; at least a factor of two wide.
    static LogRange around(double least, double most);

    // 1, 2 and 5 times powers of ten, or fewer or more where that is too many or too few. In units of `unit`.
    QList<double> ticks(double unit) const;
    double share(double value) const; // 0 at `from`, 1 at `to`
};

// Where everything of a plot of predicted over measured values lies: both axes have the same range, so that equal
// values are on the diagonal. Only arithmetic; the painting is in AgreementChart.
struct AgreementLayout {
    QRectF plot;
    LogRange range;

    QPointF at(double measured, double predicted) const;
    // What lies within a relative error: predicted from (1 - error) to (1 + error) times measured.
    QPolygonF band(double error) const;
    // The nearest of some positions within `reach` pixels; -1 if there is none.
    static int hit(const std::vector<QPointF>& positions, const QPointF& at, qreal reach);
};

}
