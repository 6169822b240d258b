// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"
#include "ui/panes/timeline/timelinelayout.h"

#include <QAbstractScrollArea>

namespace stagecraft {

// A simulated step as a Gantt chart: one row per pipeline rank, with its memory below. The wheel zooms, a drag moves, a
// Shift-drag measures, a click selects an operation. Arrows move, + and - zoom, Home shows all; Ctrl+arrows go from
// operation to operation, Return goes to the operation that the selected one waited for.
class TimelineChart : public QAbstractScrollArea, public ExportableChart {
    Q_OBJECT
public:
    explicit TimelineChart(QWidget* parent = nullptr);

    void setData(std::shared_ptr<const TimelineData> data); // shows the whole step; null clears the chart
    void setCurrent(std::int32_t span); // scrolls to the span; -1 clears the selection
    std::int32_t current() const { return m_current; }
    void setCriticalShown(bool shown); // fades the other operations
    bool isCriticalShown() const { return m_critical; }
    void showAll();
    void showAround(Seconds middle); // keeps the zoom
    void setRuler(std::optional<TimelineRuler> ruler);
    const std::optional<TimelineRuler>& ruler() const { return m_ruler; }

    // One or two sentences; also the accessible description.
    QString summary() const;

    // The item at a point of the viewport, for tests and tooltips.
    std::optional<TimelineLayout::Hit> hitAt(const QPoint& at) const;
    QString toolTipAt(const QPoint& at) const;
    QRect areaOf(std::int32_t span) const; // area in the viewport
    const TimelineLayout& layout() const { return m_layout; }

    QSize exportSize() const override; // all pipeline ranks up to 64, else the visible ones
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void currentChanged(int span);
    void axisChanged(const stagecraft::TimeAxis& axis);
    void rulerChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    void relayout();
    void showPart(const TimeAxis& axis);
    void zoom(double factor, qreal x);
    void select(std::int32_t span);
    void step(int by); // moves the selection along the lane
    void stepPipelineRank(int by);
    void measureCurrent(); // the ruler starts at this operation's start and stops at the next one's end
    bool escape(); // false if there is neither a ruler nor a selected operation
    bool stepKey(const QKeyEvent& event); // moves the selection; false if another key
    TimelineLayout::Metrics metricsOf() const;
    qreal headerHeight(qreal width) const;
    qreal axisHeight() const;
    std::pair<int, int> exportedRows() const;
    TimelineLayout exportedLayout(qreal width) const;

    TimelineLayout m_layout;
    std::int32_t m_current = -1;
    bool m_critical = false;
    bool m_dragging = false;
    bool m_measuring = false; // the ruler is being dragged
    std::optional<TimelineRuler> m_ruler;
    QPoint m_pressed;
    QPoint m_dragged; // last position of the drag
};

}
