// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paintedchart.h"

#include "ui/charts/chartpaint.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace stagecraft {

PaintedChart::PaintedChart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void PaintedChart::exportTo(QPainter& painter) const
{
    paint(painter, QRectF(QPointF(), exportSize()));
}

bool PaintedChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
}

void PaintedChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, rect());
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintFocusFrame(painter, rect(), palette());
    }
}

}
