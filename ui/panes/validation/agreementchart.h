// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/models/validationdata.h"
#include "ui/panes/validation/agreementlayout.h"

#include <QPixmap>

namespace stagecraft {

// Predicted vs. measured values of runs, with the diagonal and bands of 10 and 25 %. A click, or Left and Right,
// selects a run.
class AgreementChart : public PaintedChart {
    Q_OBJECT
public:
    explicit AgreementChart(QWidget* parent = nullptr);

    void setView(std::shared_ptr<const ValidationView> view); // null clears the chart
    void setCurrent(int point); // -1 if none
    int current() const { return m_current; }

    QString summary() const override; // one sentence; also the accessible description
    QPoint positionOf(int point) const; // for tests
    QString toolTipAt(const QPoint& at) const override;

    QSize exportSize() const override;

Q_SIGNALS:
    void chosen(int point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    AgreementLayout layoutFor(const QRectF& area) const;
    QStringList legendWords() const;
    void forget(); // drops the cached pixmap
    void measure();
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintAll(QPainter& painter, const QRectF& area, const std::vector<QPointF>& positions, bool stamped) const;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    void paintBands(QPainter& painter, const AgreementLayout& layout) const;
    void paintBandWords(QPainter& painter, const AgreementLayout& layout) const;
    void paintAxes(QPainter& painter, const QRectF& area, const AgreementLayout& layout) const;
    void paintTitles(QPainter& painter, const AgreementLayout& layout) const;
    void paintPoints(QPainter& painter, const std::vector<QPointF>& positions, bool stamped) const;
    void paintMarked(QPainter& painter, int point, bool ring) const;
    int markOf(int point) const;
    void setHovered(int point);

    std::shared_ptr<const ValidationView> m_view;
    LogRange m_range;
    double m_unit = 1;
    QString m_unitName;
    int m_current = -1;
    int m_hovered = -1;
    std::vector<int> m_order; // by measured value, for Left and Right
    std::vector<QPointF> m_positions; // point positions in the widget
    QPixmap m_drawn; // everything except the selection
};

}
