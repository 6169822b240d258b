// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/panes/memory/tracelayout.h"

namespace stagecraft {

// Memory of a recorded run over its events or time, with the predicted memory of one pipeline rank in each training
// step. The wheel zooms and a drag pans; arrow keys pan, + and - zoom, Home shows the whole run, P shows the peak.
// Painting costs O(pixels), independent of the number of events.
class TraceChart : public PaintedChart {
    Q_OBJECT
public:
    explicit TraceChart(QWidget* parent = nullptr);

    void setData(std::shared_ptr<const TraceData> data); // null clears the chart; shows the whole run
    void setPrediction(std::optional<TracePrediction> prediction);
    void setUnit(TraceUnit unit); // keeps the visible range of the run
    void showAll();
    void showPeak(); // shows the training step of the peak, or the events around it

    const TraceLayout& layout() const { return m_layout; }
    const std::optional<TracePrediction>& prediction() const { return m_prediction; }
    QString toolTipAt(const QPoint& at) const override;
    QString summary() const override; // one or two sentences; also the accessible description

    QSize exportSize() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    void paint(QPainter& painter, const QRectF& area) const override;
    void relayout();
    void show(const TraceLayout& layout);
    void updateDescription(); // updates the accessible description
    const TracePrediction* shownPrediction() const { return m_prediction ? &*m_prediction : nullptr; }

    TraceLayout m_layout;
    std::optional<TracePrediction> m_prediction;
    std::optional<int> m_dragged; // x of the pointer during a drag
};

}
