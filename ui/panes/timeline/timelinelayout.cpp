// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelinelayout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace stagecraft {

namespace {

constexpr double deepestZoom = 1e-6; // smallest visible share of the step
constexpr qreal mostStretch = 3; // limit for few rows
constexpr int shareLevels = 32; // distinguishable heights; neighbors of equal height become one box
constexpr qreal narrowest = 3; // minimum width in pixels of a separate box
constexpr int blockWidth = 8; // pixels drawn as one, so that repeating steps show no moire pattern

// Coverage of pixels by narrow spans, column by column; adjacent columns are merged.
class Gatherer {
public:
    explicit Gatherer(std::vector<TimelinePiece>& pieces) : m_pieces(pieces) {}

    void add(const Span& span, bool critical, qreal left, qreal right)
    {
        if (right <= left) {
            return;
        }
        const qreal first = std::floor(left);
        while (m_column < first && m_ahead.front().any) {
            next();
        }
        if (!m_ahead.front().any) { // the following columns are empty too: columns are filled from the left
            m_column = first;
        }
        for (qreal x = left; x < right;) {
            const qreal column = std::floor(x);
            const qreal border = std::min(right, column + 1);
            addTo(m_ahead[static_cast<std::size_t>(column - m_column)], span.kind, critical, border - x);
            x = border;
        }
    }

    void flush()
    {
        while (m_ahead.front().any) {
            next();
        }
        endBlock();
    }

private:
    using Times = std::array<qreal, enumNames<SpanKind>.size()>; // in pixels

    struct Column {
        Times times {};
        bool critical = false;
        bool any = false;
    };
    struct Block {
        Times times {};
        qreal left = 0;
        int width = 0;
        bool critical = false;
    };

    static void addTo(Column& column, SpanKind kind, bool critical, qreal time)
    {
        column.times[static_cast<std::size_t>(kind)] += time;
        column.critical = column.critical || critical;
        column.any = true;
    }

    void next()
    {
        append(m_ahead.front());
        std::move(m_ahead.begin() + 1, m_ahead.end(), m_ahead.begin());
        m_ahead.back() = {};
        ++m_column;
    }

    void append(const Column& column)
    {
        const bool goes_on = m_block.width > 0 && m_block.width < blockWidth && m_block.left + m_block.width == m_column
            && m_block.critical == column.critical;
        if (!goes_on) {
            endBlock();
            m_block = {{}, m_column, 0, column.critical};
        }
        for (std::size_t kind = 0; kind < column.times.size(); ++kind) {
            m_block.times[kind] += column.times[kind];
        }
        ++m_block.width;
    }

    void endBlock()
    {
        if (m_block.width == 0) {
            return;
        }
        const auto most = std::max_element(m_block.times.begin(), m_block.times.end());
        const auto kind = static_cast<std::size_t>(most - m_block.times.begin());
        TimelinePiece piece {
            m_block.left, m_block.left + m_block.width, static_cast<SpanKind>(kind), -1, m_block.critical, {}};
        for (std::size_t i = 0; i < piece.shares.size(); ++i) {
            piece.shares[i] = std::round(m_block.times[i] / m_block.width * shareLevels) / shareLevels;
        }
        piece.shares[kind] = std::max(piece.shares[kind], 1.0 / shareLevels);
        m_block.width = 0;
        TimelinePiece* before = m_pieces.empty() || m_pieces.back().span >= 0 ? nullptr : &m_pieces.back();
        if (before && before->right == piece.left && before->critical == piece.critical
            && before->shares == piece.shares) {
            before->right = piece.right;
        } else {
            m_pieces.push_back(piece);
        }
    }

    std::vector<TimelinePiece>& m_pieces;
    std::array<Column, static_cast<std::size_t>(narrowest) + 2> m_ahead; // columns that a narrow span may touch
    Block m_block;
    qreal m_column = -1; // first column of m_ahead
};

}

qreal TimelinePiece::busy() const
{
    return std::min(1.0, std::accumulate(shares.begin(), shares.end(), 0.0));
}

qreal TimeAxis::mapTimeToX(Seconds time) const
{
    return left + (right - left) * ((time - from) / (to - from));
}

Seconds TimeAxis::mapXToTime(qreal x) const
{
    return from + (to - from) * ((x - left) / (right - left));
}

Seconds TimeAxis::pixel() const
{
    return (to - from) / (right - left);
}

TimeAxis TimeAxis::zoomed(double factor, qreal x, Seconds end) const
{
    const Seconds shown = std::clamp((to - from) * factor, end * deepestZoom, end);
    const Seconds fixed = mapXToTime(x);
    TimeAxis axis = *this;
    axis.from = fixed - shown * ((x - left) / (right - left));
    axis.to = axis.from + shown;
    return axis.panned(Seconds(0), end);
}

TimeAxis TimeAxis::panned(Seconds by, Seconds end) const
{
    const Seconds shown = to - from;
    TimeAxis axis = *this;
    axis.from = std::clamp(from + by, Seconds(0), std::max(Seconds(0), end - shown));
    axis.to = axis.from + shown;
    return axis;
}

TimeAxis TimeAxis::showing(Seconds begin, Seconds until, Seconds end) const
{
    if (begin >= from && until <= to) {
        return *this;
    }
    TimeAxis axis = *this;
    const Seconds shown = std::min(end, std::max(to - from, (until - begin) * 1.5));
    axis.from = (begin + until) / 2 - shown / 2;
    axis.to = axis.from + shown;
    return axis.panned(Seconds(0), end);
}

TimelineLayout TimelineLayout::build(std::shared_ptr<const TimelineData> data, qreal width, const Metrics& metrics,
                                     Seconds from, Seconds to)
{
    TimelineLayout layout;
    layout.data = std::move(data);
    layout.metrics = metrics;
    layout.width = width;
    layout.axis = {from, to > from ? to : from + Seconds(1), metrics.left,
                   std::max(metrics.left + 1, width - metrics.right)};
    if (!layout.data) {
        return layout;
    }
    Bytes peak(1);
    Bytes capacity;
    for (std::size_t pipeline_rank = 0; pipeline_rank < layout.data->simulated.memory.size(); ++pipeline_rank) {
        peak = std::max(peak, layout.data->simulated.memory[pipeline_rank].peak);
        capacity = std::max(capacity, layout.data->capacity[pipeline_rank]);
    }
    // Omit a capacity far above all values, because it would flatten the memory curves.
    const bool near = capacity.value / 2 <= peak.value;
    layout.memory_end = scaled(near ? std::max(peak, capacity) : peak, 1.08);
    return layout;
}

qreal TimelineLayout::strips() const
{
    return data ? static_cast<qreal>(
               std::count_if(data->used.begin(), data->used.end(), [](Lane lane) { return lane != Lane::Compute; }))
                : 0;
}

qreal TimelineLayout::rowHeight() const
{
    return metrics.lane + strips() * (metrics.strip + 1) + metrics.memory + metrics.gap;
}

qreal TimelineLayout::height() const
{
    return data ? data->pipelineRanks() * rowHeight() : 0;
}

TimelineLayout::Metrics TimelineLayout::Metrics::scaled(qreal factor) const
{
    Metrics all = *this;
    for (qreal* part : {&all.lane, &all.strip, &all.memory}) {
        *part = std::floor(*part * factor);
    }
    return all;
}

void TimelineLayout::stretchRows(qreal room)
{
    if (height() <= 0 || height() >= room) {
        return;
    }
    const qreal fixed = rowHeight() - (metrics.lane + metrics.memory + strips() * metrics.strip);
    const qreal wanted = (room / data->pipelineRanks() - fixed) / (rowHeight() - fixed);
    metrics = metrics.scaled(std::min(wanted, mostStretch));
}

QRectF TimelineLayout::rowArea(int pipeline_rank) const
{
    return {0, pipeline_rank * rowHeight(), width, rowHeight()};
}

QRectF TimelineLayout::laneArea(int pipeline_rank, Lane lane) const
{
    const qreal room = axis.right - axis.left;
    qreal y = pipeline_rank * rowHeight();
    if (lane == Lane::Compute) {
        return {axis.left, y, room, metrics.lane};
    }
    y += metrics.lane + 1;
    for (const Lane other : data->used) {
        if (other == lane) {
            return {axis.left, y, room, metrics.strip};
        }
        y += other == Lane::Compute ? 0 : metrics.strip + 1;
    }
    return {axis.left, y, room, 0};
}

QRectF TimelineLayout::memoryArea(int pipeline_rank) const
{
    return {axis.left, (pipeline_rank + 1) * rowHeight() - metrics.gap - metrics.memory + 3, axis.right - axis.left,
            metrics.memory - 3};
}

qreal TimelineLayout::yOf(int pipeline_rank, Bytes bytes) const
{
    const QRectF area = memoryArea(pipeline_rank);
    return area.bottom() - area.height() * (bytes / memory_end);
}

std::pair<int, int> TimelineLayout::rowsIn(const QRectF& area) const
{
    const int count = data ? data->pipelineRanks() : 0;
    const int first = static_cast<int>(std::floor(area.top() / rowHeight()));
    const int last = static_cast<int>(std::ceil(area.bottom() / rowHeight()));
    return {std::clamp(first, 0, count), std::clamp(last, 0, count)};
}

std::vector<TimelinePiece> TimelineLayout::pieces(int pipeline_rank, Lane lane) const
{
    std::vector<TimelinePiece> all;
    const LaneSpans& spans = data->lane(pipeline_rank, lane);
    const auto beginsBefore = [this](std::int32_t index, Seconds time) { return data->span(index).start < time; };
    auto at = std::lower_bound(spans.spans.begin(), spans.spans.end(), axis.from - spans.longest, beginsBefore);
    Gatherer narrow(all);
    for (; at != spans.spans.end(); ++at) {
        const Span& span = data->span(*at);
        if (span.start > axis.to) {
            break;
        }
        if (span.end < axis.from) {
            continue;
        }
        const qreal left = axis.mapTimeToX(span.start);
        const qreal right = axis.mapTimeToX(span.end);
        const bool critical = data->is_critical[static_cast<std::size_t>(*at)];
        if (right - left < narrowest) {
            narrow.add(span, critical, std::max(left, axis.left), std::min(right, axis.right));
            continue;
        }
        narrow.flush();
        all.push_back({std::max(left, axis.left), std::min(right, axis.right), span.kind, *at, critical, {}});
    }
    narrow.flush();
    return all;
}

QRectF TimelineLayout::spanArea(std::int32_t index) const
{
    const Span& span = data->span(index);
    const QRectF lane = laneArea(span.pipeline_rank, span.lane);
    const qreal left = axis.mapTimeToX(span.start);
    return {left, lane.top(), std::max(1.0, axis.mapTimeToX(span.end) - left), lane.height()};
}

std::vector<MemoryColumn> TimelineLayout::memoryColumns(int pipeline_rank) const
{
    std::vector<MemoryColumn> columns;
    if (pipeline_rank >= static_cast<int>(data->simulated.memory.size())) {
        return columns;
    }
    const auto& points = data->simulated.memory[static_cast<std::size_t>(pipeline_rank)].points;
    auto at = std::upper_bound(points.begin(), points.end(), axis.from,
                               [](Seconds time, const MemoryPoint& point) { return time < point.time; });
    at = at == points.begin() ? at : at - 1;
    for (; at != points.end() && at->time <= axis.to; ++at) {
        const qreal x = std::floor(std::max(axis.left, axis.mapTimeToX(at->time)));
        if (columns.empty() || columns.back().x < x) {
            columns.push_back({x, at->alive, at->highest});
            continue;
        }
        columns.back().alive = at->alive; // value at the end of the pixel
        columns.back().highest = std::max(columns.back().highest, at->highest);
    }
    return columns;
}

const MemoryPoint* TimelineLayout::memoryAt(int pipeline_rank, Seconds time) const
{
    if (pipeline_rank >= static_cast<int>(data->simulated.memory.size())) {
        return nullptr;
    }
    const auto& points = data->simulated.memory[static_cast<std::size_t>(pipeline_rank)].points;
    const auto after = std::upper_bound(points.begin(), points.end(), time,
                                        [](Seconds t, const MemoryPoint& point) { return t < point.time; });
    return after == points.begin() ? nullptr : &*(after - 1);
}

std::optional<TimelineLayout::Hit> TimelineLayout::hit(const QPointF& at) const
{
    if (!data || at.y() < 0 || at.y() >= height() || at.x() < axis.left || at.x() > axis.right) {
        return std::nullopt;
    }
    Hit hit;
    hit.pipeline_rank = static_cast<int>(at.y() / rowHeight());
    hit.time = axis.mapXToTime(at.x());
    if (memoryArea(hit.pipeline_rank).contains(at)) {
        hit.memory = true;
        return hit;
    }
    for (const Lane lane : data->used) {
        if (laneArea(hit.pipeline_rank, lane).adjusted(0, 0, 0, 1).contains(at)) {
            hit.lane = lane;
            hit.span = spanAt(hit.pipeline_rank, lane, hit.time, axis.pixel() * 2);
        }
    }
    return hit;
}

std::int32_t TimelineLayout::spanAt(int pipeline_rank, Lane lane, Seconds time, Seconds reach) const
{
    const LaneSpans& spans = data->lane(pipeline_rank, lane);
    const auto beginsBefore = [this](std::int32_t index, Seconds t) { return data->span(index).start < t; };
    auto at = std::lower_bound(spans.spans.begin(), spans.spans.end(), time + reach, beginsBefore);
    std::int32_t nearest = -1;
    Seconds distance = reach;
    while (at != spans.spans.begin()) {
        const std::int32_t index = *--at;
        const Span& span = data->span(index);
        if (span.start <= time && time < span.end) {
            return index;
        }
        const Seconds away = std::max(span.start - time, time - span.end);
        if (away <= distance) {
            nearest = index;
            distance = away;
        }
        if (span.start < time - reach - spans.longest) {
            break;
        }
    }
    return nearest;
}

}
