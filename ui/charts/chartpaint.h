// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/numbers.h"

#include <QFontMetricsF>
#include <QList>
#include <QPalette>
#include <QRect>
#include <QStringList>

#include <functional>

class QPainter;

namespace stagecraft {

// Common painting of charts.

// Frame of a chart with keyboard focus.
void paintFocusFrame(QPainter& painter, const QRect& chart, const QPalette& palette);
// Text shown instead of an empty chart.
void paintInstead(QPainter& painter, const QRectF& chart, const QString& words, const QPalette& palette);

// Axis of bytes from 0 to `end`; `xOf` maps an amount to a position. Draws grid lines at round numbers from `top` to
// `bottom`, with the numbers and their unit.
using BytesAcross = std::function<qreal(double bytes)>;
// Round numbers from 0 to `end`, limited to those that fit in this font.
struct ByteTicks {
    ByteUnit unit;
    QList<double> values; // bytes
    QStringList texts; // numbers in the unit
};
ByteTicks byteTicks(const BytesAcross& xOf, double end, const QFontMetricsF& metrics);
void paintByteGrid(QPainter& painter, const BytesAcross& xOf, double end, qreal top, qreal bottom,
                   const QPalette& palette);
void paintByteAxis(QPainter& painter, const BytesAcross& xOf, double end, qreal top, const QPalette& palette);

}
