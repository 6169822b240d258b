// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/charts/exportablechart.h"
#include "ui/stages/stagelayers.h"
#include "ui/stages/stagestriplayout.h"

#include <QWidget>

#include <optional>

namespace stagecraft {

// The chain as a strip, each stage a block of its layers, and below it how full its fullest device is. A cut is
// dragged, or moved by the keyboard: Left and Right choose a stage, with Ctrl they move the cut at its beginning, with
// Shift the one at its end.
class StageStrip : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit StageStrip(QWidget* parent = nullptr);

    // `estimate`: of this plan or, while that is on its way, of the one before; none where there is none.
    void setPlan(const Plan& plan, std::optional<Estimate> estimate);
    void setLayers(std::vector<StageLayer> layers); // empty: each as wide as the others
    void setMeasure(LayerMeasure measure);
    void clear();

    void setCurrent(int stage);
    int current() const { return m_current; } // -1 without a plan
    bool isDragging() const { return m_dragged >= 0; }
    QString summary() const; // in one sentence; also the accessible description
    QString toolTipAt(const QPoint& at) const;
    StageStripLayout layoutFor(const QRectF& area) const;

    QSize exportSize() const override;
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void currentChanged(int stage);
    void editBegan(); // a drag, or a key's first press: what follows is one step
    void cutMoved(int stage, int layer); // the cut before the stage is wanted before the layer
    void layerMenuWanted(int layer, const QPoint& at); // on the screen; the layer is -1 where a key asks

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    QString stageText(int stage) const;
    void paint(QPainter& painter, const QRectF& area) const;
    void paintStage(QPainter& painter, const StageStripLayout& layout, int stage) const;
    void paintBar(QPainter& painter, const QRectF& room, int stage) const;
    void moveCut(int stage, int by, bool repeated);
    bool askForLayerMenu(const QContextMenuEvent& event); // false where there is no layer

    Plan m_plan;
    std::optional<Estimate> m_estimate;
    std::vector<StageLayer> m_layers;
    LayerMeasure m_measure = LayerMeasure::Memory;
    int m_current = -1;
    int m_dragged = -1; // the stage behind the cut under the pointer
};

}
