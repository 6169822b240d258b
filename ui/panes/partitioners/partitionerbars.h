// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/comparison.h"
#include "ui/charts/paintedchart.h"

#include <memory>

namespace stagecraft {

// Peak memory of each partitioner's plan as a bar, with the capacity as a line. A click or the Up and Down keys select
// one. In a scroll area, the axis stays visible.
class PartitionerBars : public PaintedChart {
    Q_OBJECT
public:
    explicit PartitionerBars(QWidget* parent = nullptr);

    // Null clears the chart.
    void setComparison(std::shared_ptr<const PartitionerComparison> comparison, Bytes capacity);
    void setCurrent(int row); // -1 if none
    int current() const { return m_current; }

    // One sentence; also the accessible description.
    QString summary() const override;
    QString toolTipAt(const QPoint& at) const override;
    QRectF rowArea(int row) const; // also for tests
    qreal axisTop() const; // below the rows, or at the bottom of the visible area

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QSize exportSize() const override;

Q_SIGNALS:
    void currentChanged(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    // Geometry for a given width.
    struct Frame {
        qreal width = 0;
        qreal left = 0; // end of names, start of bars
        qreal right = 0; // end of the axis, start of numbers
        qreal top = 0; // top of the first row
        qreal row = 0;
        double end = 1; // bytes at `right`
        bool capacity = false; // within the axis range

        qreal xOf(double bytes) const { return left + (right - left) * bytes / end; }
    };

    const PartitionerRow& rowAt(int row) const { return m_comparison->rows[static_cast<std::size_t>(row)]; }
    int rows() const { return m_comparison ? static_cast<int>(m_comparison->rows.size()) : 0; }
    int rowOf(const QPointF& at) const; // -1 if none
    Frame frameFor(qreal width) const;
    qreal rowsEnd(const Frame& frame) const { return frame.top + rows() * frame.row; }
    qreal axisHeight() const;
    QStringList legendWords() const;
    void choose(int row);
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintFrame(QPainter& painter, const Frame& frame, qreal axis) const;
    void paintHeader(QPainter& painter, const Frame& frame) const;
    void paintRow(QPainter& painter, const Frame& frame, int row) const;

    std::shared_ptr<const PartitionerComparison> m_comparison;
    Bytes m_capacity;
    int m_current = -1;
};

}
