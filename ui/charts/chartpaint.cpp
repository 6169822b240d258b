// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartpaint.h"

#include "ui/charts/legend.h"
#include "ui/support/theme.h"

#include <QPainter>

namespace stagecraft {

void paintFocusFrame(QPainter& painter, const QRect& chart, const QPalette& palette)
{
    painter.setPen(QPen(theme::accent(palette), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(chart).adjusted(2.5, 0.5, -2.5, -2.5));
}

void paintInstead(QPainter& painter, const QRectF& chart, const QString& words, const QPalette& palette)
{
    painter.setPen(theme::mutedText(palette));
    painter.drawText(chart.adjusted(chartEdge, 0, -chartEdge, 0), Qt::AlignCenter | Qt::TextWordWrap, words);
}

}
