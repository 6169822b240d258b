// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/charts/paintedchart.h"
#include "ui/panes/stages/stagelayers.h"
#include "ui/panes/stages/stagestriplayout.h"

#include <optional>

namespace stagecraft {

// The chain of layers as a strip of stages; a bar below each stage shows how full its fullest device is. Split points
// are dragged, or moved with the keyboard: Left and Right select a stage, with Ctrl they move the split point at its
// beginning, with Shift the one at its end.
class StageStrip : public PaintedChart {
    Q_OBJECT
public:
    explicit StageStrip(QWidget* parent = nullptr);

    // `estimate`: of this plan, or of the previous plan until the new one is ready; may be empty.
    void setPlan(const Plan& plan, std::optional<Estimate> estimate);
    void setLayers(std::vector<ShownLayer> layers); // empty: equal widths
    void setMeasure(LayerMeasure measure);
    void clear();

    void setCurrent(int stage);
    int current() const { return m_current; } // -1 without a plan
    bool isDragging() const { return m_dragged >= 0; }
    QString summary() const override; // one sentence; also the accessible description
    QString toolTipAt(const QPoint& at) const override;
    StageStripLayout layoutFor(const QRectF& area) const;

    QSize exportSize() const override;

Q_SIGNALS:
    void currentChanged(int stage);
    void editBegan(); // a drag or the first press of a key; the following moves are one undo step
    void splitPointMoved(int stage, int layer); // request to begin `stage` with `layer`
    void layerMenuWanted(int layer, const QPoint& at); // screen position; `layer` is -1 for the menu key

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    QString stageText(int stage) const;
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintStage(QPainter& painter, const StageStripLayout& layout, int stage) const;
    void paintBar(QPainter& painter, const QRectF& room, int stage) const;
    void moveSplitPoint(int stage, int by, bool repeated);
    bool askForLayerMenu(const QContextMenuEvent& event); // false if there is no layer

    Plan m_plan;
    std::optional<Estimate> m_estimate;
    std::vector<ShownLayer> m_layers;
    LayerMeasure m_measure = LayerMeasure::Memory;
    int m_current = -1;
    int m_dragged = -1; // stage after the dragged split point; -1 if none
};

}
