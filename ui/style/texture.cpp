// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/texture.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// Adds lines y = c - x (rising to the right on a screen) for every c that is a multiple of the step.
void addRising(QList<QLineF>& lines, const QRectF& area, qreal step)
{
    const qreal last = area.right() + area.bottom();
    for (qreal c = std::ceil((area.left() + area.top()) / step) * step; c < last; c += step) {
        const qreal from = std::max(area.left(), c - area.bottom());
        const qreal to = std::min(area.right(), c - area.top());
        lines << QLineF(from, c - from, to, c - to);
    }
}

// Adds lines y = c + x.
void addFalling(QList<QLineF>& lines, const QRectF& area, qreal step)
{
    const qreal last = area.bottom() - area.left();
    for (qreal c = std::ceil((area.top() - area.right()) / step) * step; c < last; c += step) {
        const qreal from = std::max(area.left(), area.top() - c);
        const qreal to = std::min(area.right(), area.bottom() - c);
        lines << QLineF(from, c + from, to, c + to);
    }
}

void addLevel(QList<QLineF>& lines, const QRectF& area, qreal gap)
{
    for (qreal y = area.top() + gap / 2; y < area.bottom(); y += gap) {
        lines << QLineF(area.left(), y, area.right(), y);
    }
}

void addUpright(QList<QLineF>& lines, const QRectF& area, qreal gap)
{
    for (qreal x = area.left() + gap / 2; x < area.right(); x += gap) {
        lines << QLineF(x, area.top(), x, area.bottom());
    }
}

}

QList<QLineF> textureLines(const QRectF& area, Texture texture, qreal gap)
{
    QList<QLineF> lines;
    if (area.isEmpty() || gap <= 0) {
        return lines;
    }
    const qreal slanted = gap * std::sqrt(2.0);
    if (texture == Texture::Rising || texture == Texture::Net) {
        addRising(lines, area, slanted);
    }
    if (texture == Texture::Falling || texture == Texture::Net) {
        addFalling(lines, area, slanted);
    }
    if (texture == Texture::Level || texture == Texture::Grid) {
        addLevel(lines, area, gap);
    }
    if (texture == Texture::Upright || texture == Texture::Grid) {
        addUpright(lines, area, gap);
    }
    return lines;
}

}
