// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/panes/memory/tracelayout.h"

namespace stagecraft {

// The memory of a recorded run over its events or its time, with the prediction of one pipeline rank over each training
// step. The wheel zooms, a drag moves; arrows move, + and - zoom, Home shows all, P goes to the peak. Painting takes as
// long as there are pixels, however many events the run has.
class TraceChart : public PaintedChart {
    Q_OBJECT
public:
    explicit TraceChart(QWidget* parent = nullptr);

    void setData(std::shared_ptr<const TraceData> data); // null: nothing; shows the whole run
    void setPrediction(std::optional<TracePrediction> prediction);
    void setUnit(TraceUnit unit); // keeps the part of the run that is on show
    void showAll();
    void showPeak(); // the training step of the peak, or the events around it

    const TraceLayout& layout() const { return m_layout; }
    const std::optional<TracePrediction>& prediction() const { return m_prediction; }
    QString toolTipAt(const QPoint& at) const override;
    QString summary() const override; // in a sentence or two; also the accessible description

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
    void updateDescription(); // the accessible description
    const TracePrediction* shownPrediction() const { return m_prediction ? &*m_prediction : nullptr; }

    TraceLayout m_layout;
    std::optional<TracePrediction> m_prediction;
    std::optional<int> m_dragged; // x of the pointer, while it drags
};

}
