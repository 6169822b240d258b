// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timelinedata.h"

#include <QRectF>

#include <array>
#include <optional>
#include <vector>

namespace stagecraft {

// The visible part of a step and its position.
struct TimeAxis {
    Seconds from;
    Seconds to {1};
    qreal left = 0; // pixels
    qreal right = 1;

    qreal mapTimeToX(Seconds time) const;
    Seconds mapXToTime(qreal x) const;
    Seconds pixel() const; // time per pixel

    // Scales the visible duration by `factor` (below 1 zooms in) with a fixed moment at `x`; clamped to [0, end].
    TimeAxis zoomed(double factor, qreal x, Seconds end) const;
    TimeAxis panned(Seconds by, Seconds end) const; // positive: towards later times; clamped to [0, end]
    TimeAxis showing(Seconds begin, Seconds until, Seconds end) const; // moved and widened as needed
};

// Two moments of a step, in any order, and the time between them.
struct TimelineRuler {
    Seconds from;
    Seconds to;

    Seconds length() const { return to > from ? to - from : from - to; }
    friend bool operator==(const TimelineRuler&, const TimelineRuler&) = default;
};

// A box of the chart: one span, or pixels covered by several narrow spans.
struct TimelinePiece {
    qreal left = 0;
    qreal right = 0;
    SpanKind kind = SpanKind::Forward; // the most frequent kind of several spans
    std::int32_t span = -1; // -1: several spans
    bool critical = false; // true if any of several spans is critical
    std::array<qreal, enumNames<SpanKind>.size()> shares {}; // share of the pixels' time by kind, for several spans

    qreal busy() const; // busy share of the pixels' time, above 0
};

// Memory of a pipeline rank within a pixel: between operations, and the maximum during an operation.
struct MemoryColumn {
    qreal x = 0;
    Bytes alive;
    Bytes highest;
};

// Geometry of the timeline; TimelinePainter paints it. One row of equal height per pipeline rank: the compute lane, the
// other lanes in use as strips, and the memory below.
struct TimelineLayout {
    struct Metrics {
        qreal left = 0; // x where labels end and time begins
        qreal right = 0; // margin on the right
        qreal lane = 22; // height of the compute lane
        qreal strip = 7; // height of each other lane
        qreal memory = 36;
        qreal gap = 10; // space below a row

        Metrics scaled(qreal factor) const; // rounds the parts of a row to whole pixels; the gap is not scaled
    };
    struct Hit {
        int pipeline_rank = 0;
        Seconds time;
        std::optional<Lane> lane;
        std::int32_t span = -1; // -1 if none, or in the memory area
        bool memory = false;
    };

    std::shared_ptr<const TimelineData> data; // null: no rows
    Metrics metrics;
    TimeAxis axis;
    qreal width = 0;
    Bytes memory_end {1}; // bytes at the top of the memory area

    static TimelineLayout build(std::shared_ptr<const TimelineData> data, qreal width, const Metrics& metrics,
                                Seconds from, Seconds to);

    qreal strips() const; // height of the lanes other than the compute lane
    qreal rowHeight() const;
    qreal height() const; // height of all rows
    QRectF rowArea(int pipeline_rank) const;
    QRectF laneArea(int pipeline_rank, Lane lane) const;
    QRectF memoryArea(int pipeline_rank) const;
    qreal yOf(int pipeline_rank, Bytes bytes) const; // y in the memory area of the pipeline rank
    // Stretches the rows up to a factor of three to fill `room`.
    void stretchRows(qreal room);
    // Rows visible in `area`: first and one past the last.
    std::pair<int, int> rowsIn(const QRectF& area) const;

    // Boxes of a lane, left to right: at most two per pixel.
    std::vector<TimelinePiece> pieces(int pipeline_rank, Lane lane) const;
    QRectF spanArea(std::int32_t span) const; // may be outside the visible part
    // One entry per pixel with a change; each is valid until the next.
    std::vector<MemoryColumn> memoryColumns(int pipeline_rank) const;
    // Memory point of a pipeline rank at a moment; null before the first point.
    const MemoryPoint* memoryAt(int pipeline_rank, Seconds time) const;

    std::optional<Hit> hit(const QPointF& at) const;
    // Span of a lane that is running at a moment (the one that began last), otherwise the nearest within `reach`; -1 if
    // none.
    std::int32_t spanAt(int pipeline_rank, Lane lane, Seconds time, Seconds reach) const;
};

}
