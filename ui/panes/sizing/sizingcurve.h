// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/panes/sizing/sizingcurvelayout.h"

#include <QPen>

namespace stagecraft {

// Peak memory or cost of the recommended plan, or throughput or time of the fastest plan, over one what-if parameter.
// A click, or the Left and Right keys with Enter, choose a value.
class SizingCurve : public PaintedChart {
    Q_OBJECT
public:
    explicit SizingCurve(QWidget* parent = nullptr);

    // `own`: current value of the what-if parameter.
    void setPoints(std::vector<CurvePoint> points, WhatIfParameter parameter, const Model& model, double own);
    void clear(const QString& why);
    void setMeasure(CurveMeasure measure);

    const std::vector<CurvePoint>& points() const { return m_points; }
    // One sentence; also the accessible description.
    QString summary() const override;
    const QString& axisName() const { return m_unitName; } // measure and unit
    SizingCurveLayout layoutFor(const QRectF& area) const; // also for tests
    QString toolTipAt(const QPoint& at) const override;

    QSize exportSize() const override;

Q_SIGNALS:
    void chosen(double value);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    void rebuild();
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintAxes(QPainter& painter, const QRectF& area, const SizingCurveLayout& layout) const;
    void paintNeeds(QPainter& painter, const SizingCurveLayout& layout) const;
    void paintMarks(QPainter& painter, const SizingCurveLayout& layout) const;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    QPen needsPen() const;
    QPen capacityPen() const;
    QString valueText(double value) const;
    QString pointText(int point) const;
    QStringList legendWords() const; // marks, then lines

    std::vector<CurvePoint> m_points;
    WhatIfParameter m_parameter = WhatIfParameter::Nodes;
    CurveMeasure m_measure = CurveMeasure::Peak;
    QString m_name; // name of the what-if parameter
    QString m_per; // "per million tokens"
    QString m_rate; // "tokens/s"
    QString m_why; // text shown without points
    double m_own = 0;
    int m_current = -1; // point selected by keyboard
    bool m_capacityShown = false; // capacity is within the axis range
    double m_unit = 1;
    QString m_unitName;
};

}
