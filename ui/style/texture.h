// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QList>
#include <QRectF>

namespace stagecraft {

enum class Texture { None, Rising, Falling, Level, Upright, Grid, Net };

// The lines of a texture inside an area, `gap` apart across. As lines and not as a brush: brush patterns shrink to
// nothing on dense screens and do not survive in SVG files. Neighboring areas continue each other's lines.
QList<QLineF> textureLines(const QRectF& area, Texture texture, qreal gap);

}
