// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace stagecraft {

// Geometry of the strip of stages: layers next to each other along the chain, and a bar below each stage. StageStrip
// paints it.
struct StageStripLayout {
    std::vector<qreal> edges; // left edge of each layer, and the right edge of the last one
    std::vector<int> split_points; // layer indices of the split points, including both ends
    QRectF strip;
    QRectF bars;

    // `weights`: relative widths of the layers. Each layer is at least a few pixels wide if space allows.
    static StageStripLayout build(const std::vector<double>& weights, std::vector<int> split_points,
                                  const QRectF& strip, const QRectF& bars);

    int stages() const { return static_cast<int>(split_points.size()) - 1; }
    QRectF layer(int index) const;
    QRectF stage(int index) const; // area in the strip
    QRectF bar(int index) const; // area below the stage

    int stageAt(const QPointF& at) const; // -1 if none
    int layerAt(const QPointF& at) const; // -1 if none
    // Stage (from 1) whose first split point is within reach of the pointer; -1 if none.
    int splitPointAt(const QPointF& at) const;
    // Layer boundary nearest to x.
    int splitPointFor(qreal x) const;
};

}
