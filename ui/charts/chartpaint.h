// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QRect>
#include <QString>

class QPainter;

namespace stagecraft {

// What charts that paint themselves have in common.

// Around a chart that has the keyboard's focus.
void paintFocusFrame(QPainter& painter, const QRect& chart, const QPalette& palette);
// In the place of a chart that has nothing to show.
void paintInstead(QPainter& painter, const QRectF& chart, const QString& words, const QPalette& palette);

}
