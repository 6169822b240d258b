// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QList>
#include <QRectF>

namespace stagecraft {

enum class Texture { None, Rising, Falling, Level, Upright, Grid, Net };

// Returns the lines of a texture inside an area, with distance `gap`. Lines and not a brush: brush patterns shrink to
// nothing on high-density screens and are lost in SVG files. Lines continue across adjacent areas.
QList<QLineF> textureLines(const QRectF& area, Texture texture, qreal gap);

}
