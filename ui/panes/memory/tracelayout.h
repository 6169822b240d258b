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

// The memory of a run within a pixel.
struct TraceColumn {
    qreal x = 0;
    TracePoint memory;
};

// A predicted step within a pixel.
struct PredictedColumn {
    qreal x = 0;
    Bytes highest;
    bool begins = false; // a step: the line is not drawn from the one before
};

// Layout of the chart of a recorded run; TracePainter paints it. Positions are events or microseconds, by the unit.
struct TraceLayout {
    std::shared_ptr<const TraceData> data; // null: nothing
    TraceUnit unit = TraceUnit::Events;
    double from = 0; // position at the plot's left
    double to = 1; // position at its right
    QRectF plot;
    Bytes end {1}; // at its top

    double extent() const; // position of the end of the run; at least 1
    double positionOf(std::int64_t event) const;
    qreal xOf(double position) const;
    qreal yOf(Bytes bytes) const;
    double positionAt(qreal x) const;
    std::size_t pointAt(double position) const; // of the curve; there is one at least

    // The same, with `factor` of what is on show (less than 1: closer) and the position at `x` where it is; within the
    // run. At most eight pixels an event.
    TraceLayout zoomed(double factor, qreal x) const;
    TraceLayout panned(double by) const; // later; within the run
    TraceLayout showing(double begin, double until) const;

    // One a pixel, left to right: the work is that of the pixels, not of the events.
    std::vector<TraceColumn> columns() const;
    // The prediction in each whole training step on show. None where steps are narrower than a few pixels.
    std::vector<PredictedColumn> columns(const TracePrediction& prediction) const;
};

}
