// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"
#include "ui/sizing/sizingcurvelayout.h"

#include <QPen>
#include <QWidget>

namespace stagecraft {

// Peak or cost of the recommended plan, or throughput or time of the fastest, over the values of one lever. A click, or
// Left and Right with Enter, tries a value.
class SizingCurve : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit SizingCurve(QWidget* parent = nullptr);

    // `own`: the value that is tried now. Without points `why` is shown instead.
    void setPoints(std::vector<CurvePoint> points, Lever lever, const Model& model, double own);
    void clear(const QString& why);
    void setMeasure(CurveMeasure measure);

    const std::vector<CurvePoint>& points() const { return m_points; }
    // In one sentence; also the accessible description.
    QString summary() const;
    const QString& axisName() const { return m_unitName; } // of the measure, with its unit
    SizingCurveLayout layoutFor(const QRectF& area) const; // also for tests
    QString toolTipAt(const QPoint& at) const;

    QSize exportSize() const override;
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void chosen(double value);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    void rebuild();
    void paint(QPainter& painter, const QRectF& area) const;
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
    Lever m_lever = Lever::Nodes;
    CurveMeasure m_measure = CurveMeasure::Peak;
    QString m_name; // of the lever
    QString m_per; // "per million tokens"
    QString m_rate; // "tokens/s"
    QString m_why; // there is nothing to draw
    double m_own = 0;
    int m_current = -1; // of the keys
    bool m_capacityShown = false; // it is within sight
    double m_unit = 1;
    QString m_unitName;
};

}
