// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <optional>
#include <vector>

namespace stagecraft {

// Geometry of the chart of the chain: one column per run of identical layers, and one panel per figure, stacked.
// ChainChart paints it.
struct ChainLayout {
    struct Column {
        int count = 1; // number of equal layers
        qreal left = 0;
        qreal width = 0;
    };

    std::vector<Column> columns;
    std::vector<QRectF> panels; // the areas of the bars, without titles

    // Wider columns for longer runs, but less than in proportion: 96 blocks must leave space for the embedding.
    static ChainLayout build(const std::vector<int>& counts, int panels, const QRectF& area, qreal titleHeight,
                             qreal labelHeight);

    // Bar of a value in a panel whose maximum is `most`; empty for 0, otherwise at least one pixel high.
    QRectF bar(int column, int panel, double value, double most) const;
    int columnAt(qreal x) const; // -1 if none
    // Lines between the layers of a bar; none if they would touch.
    std::vector<qreal> divisions(int column) const;
    // Left edges of labels below their columns, without overlaps. The widest columns come first; labels that do not fit
    // are omitted.
    std::vector<std::optional<qreal>> labels(const std::vector<qreal>& widths) const;
};

}
