// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/support/numbers.h"

#include <QFontMetricsF>
#include <QList>
#include <QPalette>
#include <QRect>
#include <QStringList>

#include <functional>

class QPainter;

namespace stagecraft {

// What charts that paint themselves have in common.

// Around a chart that has the keyboard's focus.
void paintFocusFrame(QPainter& painter, const QRect& chart, const QPalette& palette);
// In the place of a chart that has nothing to show.
void paintInstead(QPainter& painter, const QRectF& chart, const QString& words, const QPalette& palette);

// Of bars that show bytes, from 0 to `end`; `xOf`: where an amount lies. Lines at round numbers from `top` to `bottom`;
// and these numbers below `top`, with their unit behind.
using BytesAcross = std::function<qreal(double bytes)>;
// Round numbers from 0 to `end`, at most as many as stand beside each other in this font; the end itself may be none.
struct ByteTicks {
    ByteUnit unit;
    QList<double> values; // bytes
    QStringList texts; // in the unit
};
ByteTicks byteTicks(const BytesAcross& xOf, double end, const QFontMetricsF& metrics);
void paintByteGrid(QPainter& painter, const BytesAcross& xOf, double end, qreal top, qreal bottom,
                   const QPalette& palette);
void paintByteAxis(QPainter& painter, const BytesAcross& xOf, double end, qreal top, const QPalette& palette);

}
