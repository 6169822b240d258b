// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace stagecraft {

// Where everything of the strip of stages lies: the layers side by side along the chain, and below each stage a bar.
// Only arithmetic; the painting is in StageStrip.
struct StageStripLayout {
    std::vector<qreal> edges; // left edge of each layer, and the right one of the last
    std::vector<int> cuts; // P + 1 layer indices with both ends
    QRectF strip;
    QRectF bars;

    // `weights`: of the layers, by which they are wide; none is narrower than a few pixels, as long as all have room.
    static StageStripLayout build(const std::vector<double>& weights, std::vector<int> cuts, const QRectF& strip,
                                  const QRectF& bars);

    int stages() const { return static_cast<int>(cuts.size()) - 1; }
    QRectF layer(int index) const;
    QRectF stage(int index) const; // in the strip
    QRectF bar(int index) const; // all of its room, below

    int stageAt(const QPointF& at) const; // -1 beside all of them
    int layerAt(const QPointF& at) const; // -1 outside of the strip
    // The stage (from 1 on) whose beginning is within reach of a pointer; -1: none.
    int cutAt(const QPointF& at) const;
    // The layer before which a cut lies best that is dragged to x.
    int cutFor(qreal x) const;
};

}
