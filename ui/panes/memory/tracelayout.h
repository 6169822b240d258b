// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/memory/tracedata.h"

#include <QRectF>

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// Unit of the x axis of a recorded run.
enum class TraceUnit { Events, Time };

// Memory of the run within one pixel.
struct TraceColumn {
    qreal x = 0;
    TracePoint memory;
};

// Predicted memory of a step within one pixel.
struct PredictedColumn {
    qreal x = 0;
    Bytes highest;
    bool begins = false; // first pixel of a step: not connected to the previous one
};

// Layout of the chart of a recorded run; TracePainter paints it. Positions are events or microseconds, by the unit.
struct TraceLayout {
    std::shared_ptr<const TraceData> data; // null if empty
    TraceUnit unit = TraceUnit::Events;
    double from = 0; // position at the left edge of the plot
    double to = 1; // position at the right edge of the plot
    QRectF plot;
    Bytes end {1}; // bytes at the top of the plot

    double extent() const; // position of the end of the run; at least 1
    double positionOf(std::int64_t event) const;
    qreal xOf(double position) const;
    qreal yOf(Bytes bytes) const;
    double positionAt(qreal x) const;
    std::size_t pointAt(double position) const; // nearest curve point; requires a nonempty curve

    // Returns a layout whose visible range is multiplied by `factor` (below 1 zooms in) with a fixed position at `x`,
    // clamped to the run. At most eight pixels per event.
    TraceLayout zoomed(double factor, qreal x) const;
    TraceLayout panned(double by) const; // moves the visible range later by `by`, clamped to the run
    TraceLayout showing(double begin, double until) const;

    // One column per pixel, left to right: O(pixels), not O(events).
    std::vector<TraceColumn> columns() const;
    // The prediction in each visible whole training step. Empty if steps are narrower than a few pixels.
    std::vector<PredictedColumn> columns(const TracePrediction& prediction) const;
};

}
