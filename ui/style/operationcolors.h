// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulation/timeline.h"

#include <QColor>
#include <QPalette>
#include <QRectF>

class QPainter;

namespace stagecraft::theme {

// Colors of operations, from the palette of Okabe and Ito. Operations that share a color differ in texture.
QColor operation(SpanKind kind, const QPalette& palette);

// Fills `area` with `color` (the operation's, possibly faded) and, if it is wide enough, with the operation's texture.
void fillOperation(QPainter& painter, const QRectF& area, SpanKind kind, const QColor& color);
// Shades `area` as idle time.
void fillIdle(QPainter& painter, const QRectF& area, const QPalette& palette);

}
