// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"

#include <QWidget>

namespace stagecraft {

// Base of charts that paint themselves: focus by mouse and keyboard, tooltips, and the same painting on screen and in
// exports.
class PaintedChart : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit PaintedChart(QWidget* parent = nullptr);

    // One sentence; also the accessible description.
    virtual QString summary() const = 0;
    // Text for QToolTip: rich, or plain text that cannot be mistaken for it; empty if there is nothing to describe.
    virtual QString toolTipAt(const QPoint& at) const = 0;

    void exportTo(QPainter& painter) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

    // Paints the chart with legend and axes, without marks of the pointer or the focus.
    virtual void paint(QPainter& painter, const QRectF& area) const = 0;
};

}
