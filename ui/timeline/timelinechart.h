// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"
#include "ui/timeline/timelinelayout.h"

#include <QAbstractScrollArea>

namespace stagecraft {

// A simulated step as a Gantt chart: a row a pipeline rank, its memory below it. The wheel zooms, a drag moves, with
// Shift it measures, a click selects an operation. Arrows move, + and - zoom, Home shows all; with Ctrl the arrows go
// from operation to operation, Return to what the selected one waited for.
class TimelineChart : public QAbstractScrollArea, public ExportableChart {
    Q_OBJECT
public:
    explicit TimelineChart(QWidget* parent = nullptr);

    void setData(std::shared_ptr<const TimelineData> data); // null: nothing; shows the whole step
    void setCurrent(std::int32_t span); // and brings it into sight; -1: none
    std::int32_t current() const { return m_current; }
    void setCriticalShown(bool shown); // all else fades
    bool isCriticalShown() const { return m_critical; }
    void showAll();
    void showAround(Seconds middle); // as much as is shown now
    void setRuler(std::optional<TimelineRuler> ruler);
    const std::optional<TimelineRuler>& ruler() const { return m_ruler; }

    // In a sentence or two; also the accessible description.
    QString summary() const;

    // What lies under a point of the viewport, for tests and tooltips.
    std::optional<TimelineLayout::Hit> hitAt(const QPoint& at) const;
    QString toolTipAt(const QPoint& at) const;
    QRect areaOf(std::int32_t span) const; // in the viewport
    const TimelineLayout& layout() const { return m_layout; }

    QSize exportSize() const override; // all pipeline ranks up to 64, else those on show
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
    void step(int by); // along the lane
    void stepPipelineRank(int by);
    void measureCurrent(); // its beginning begins the ruler, the next one's end ends it
    bool escape(); // false where there is neither a ruler nor a selected operation
    bool stepKey(const QKeyEvent& event); // from operation to operation; false: another key
    TimelineLayout::Metrics metricsOf() const;
    qreal headerHeight(qreal width) const;
    qreal axisHeight() const;
    std::pair<int, int> exportedRows() const;
    TimelineLayout exportedLayout(qreal width) const;

    TimelineLayout m_layout;
    std::int32_t m_current = -1;
    bool m_critical = false;
    bool m_dragging = false;
    bool m_measuring = false; // with the ruler
    std::optional<TimelineRuler> m_ruler;
    QPoint m_pressed;
    QPoint m_dragged; // so far
};

}
