// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulation/timeline.h"

#include <QColor>
#include <QPalette>
#include <QRectF>

class QPainter;

namespace stagecraft::theme {

// What a device does in a span of time, in the colours of Okabe and Ito. Operations that share one differ in texture.
QColor operation(SpanKind kind, const QPalette& palette);

// Fills `area` with an operation's colour (or a faded or translucent one), and its texture where there is room.
void fillOperation(QPainter& painter, const QRectF& area, SpanKind kind, const QColor& colour);
// Shades `area`: a device has nothing to do.
void fillIdle(QPainter& painter, const QRectF& area, const QPalette& palette);

}
