// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <optional>
#include <vector>

namespace stagecraft {

// Where everything of the chain's chart lies: a column a run of equal layers, from left to right along the chain, and
// a panel a figure, one above another. Only arithmetic; the painting is in ChainChart.
struct ChainLayout {
    struct Column {
        int count = 1; // equal layers
        qreal left = 0;
        qreal width = 0;
    };

    std::vector<Column> columns;
    std::vector<QRectF> panels; // the areas of the bars, without titles

    // Long runs are wider, but less than their layers: 96 blocks must leave room for the embedding.
    static ChainLayout build(const std::vector<int>& counts, int panels, const QRectF& area, qreal titleHeight,
                             qreal labelHeight);

    // The bar of a value in a panel whose largest is `most`; empty for 0, at least a pixel high for others.
    QRectF bar(int column, int panel, double value, double most) const;
    int columnAt(qreal x) const; // -1 beside the chain
    // Where a bar of equal layers is divided into them; none where the lines would touch.
    std::vector<qreal> divisions(int column) const;
    // Where labels of these widths begin below their columns, inside the chain and without touching; the widest columns
    // get theirs first, and none is where there is no room left.
    std::vector<std::optional<qreal>> labels(const std::vector<qreal>& widths) const;
};

}
