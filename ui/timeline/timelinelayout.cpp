// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelayout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stagecraft {

namespace {

constexpr double deepestZoom = 1e-6; // of the step
constexpr qreal mostStretch = 3; // of rows that are few: higher ones tell no more
constexpr int busyLevels = 32; // shades that the eye tells apart; neighbors of one shade are one box

// Pixels that narrow spans cover, one column of pixels at a time. A span narrower than a pixel touches two at most.
class Gatherer {
public:
    explicit Gatherer(std::vector<TimelinePiece>& pieces) : m_pieces(pieces) {}

    void add(const Span& span, bool critical, qreal left, qreal right)
    {
        if (right <= left) {
            return;
        }
        const qreal column = std::floor(left);
        if (column >= m_column + 2) {
            flush();
        } else if (column > m_column) {
            next();
        }
        m_column = column;
        const qreal border = std::min(right, column + 1);
        addTo(m_now, span.kind, critical, border - left);
        if (right > border) {
            addTo(m_next, span.kind, critical, right - border);
        }
    }

    void flush()
    {
        next();
        next();
    }

private:
    struct Column {
        std::array<qreal, enumNames<SpanKind>.size()> times {}; // in pixels
        qreal busy = 0;
        bool critical = false;
        bool any = false;
    };

    static void addTo(Column& column, SpanKind kind, bool critical, qreal time)
    {
        column.times[static_cast<std::size_t>(kind)] += time;
        column.busy += time;
        column.critical = column.critical || critical;
        column.any = true;
    }

    void next()
    {
        if (m_now.any) {
            append(m_now);
        }
        m_now = std::exchange(m_next, {});
        ++m_column;
    }

    void append(const Column& column)
    {
        const auto most = std::max_element(column.times.begin(), column.times.end());
        const auto kind = static_cast<SpanKind>(most - column.times.begin());
        const qreal busy = std::clamp(std::round(column.busy * busyLevels), 1.0, 1.0 * busyLevels) / busyLevels;
        TimelinePiece* before = m_pieces.empty() || m_pieces.back().span >= 0 ? nullptr : &m_pieces.back();
        if (before && before->right == m_column && before->kind == kind && before->critical == column.critical
            && before->busy == busy) {
            before->right = m_column + 1;
        } else {
            m_pieces.push_back({m_column, m_column + 1, kind, -1, column.critical, busy});
        }
    }

    std::vector<TimelinePiece>& m_pieces;
    Column m_now;
    Column m_next;
    qreal m_column = -2;
};

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
    for (std::size_t place = 0; place < layout.data->simulated.memory.size(); ++place) {
        peak = std::max(peak, layout.data->simulated.memory[place].peak);
        capacity = std::max(capacity, layout.data->capacity[place]);
    }
    // A capacity far above everything would make all memory a flat line: then it is left out of the picture.
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
    return data ? data->places() * rowHeight() : 0;
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
    const qreal wanted = (room / data->places() - fixed) / (rowHeight() - fixed);
    metrics = metrics.scaled(std::min(wanted, mostStretch));
}

QRectF TimelineLayout::rowArea(int place) const
{
    return {0, place * rowHeight(), width, rowHeight()};
}

QRectF TimelineLayout::laneArea(int place, Lane lane) const
{
    const qreal room = axis.right - axis.left;
    qreal y = place * rowHeight();
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

QRectF TimelineLayout::memoryArea(int place) const
{
    return {axis.left, (place + 1) * rowHeight() - metrics.gap - metrics.memory + 3, axis.right - axis.left,
            metrics.memory - 3};
}

qreal TimelineLayout::yOf(int place, Bytes bytes) const
{
    const QRectF area = memoryArea(place);
    return area.bottom() - area.height() * (bytes / memory_end);
}

std::pair<int, int> TimelineLayout::rowsIn(const QRectF& area) const
{
    const int count = data ? data->places() : 0;
    const int first = static_cast<int>(std::floor(area.top() / rowHeight()));
    const int last = static_cast<int>(std::ceil(area.bottom() / rowHeight()));
    return {std::clamp(first, 0, count), std::clamp(last, 0, count)};
}

std::vector<TimelinePiece> TimelineLayout::pieces(int place, Lane lane) const
{
    std::vector<TimelinePiece> all;
    const LaneSpans& spans = data->lane(place, lane);
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
        if (right - left < 1) {
            narrow.add(span, critical, std::max(left, axis.left), std::min(right, axis.right));
            continue;
        }
        narrow.flush();
        all.push_back({std::max(left, axis.left), std::min(right, axis.right), span.kind, *at, critical, 1});
    }
    narrow.flush();
    return all;
}

QRectF TimelineLayout::spanArea(std::int32_t index) const
{
    const Span& span = data->span(index);
    const QRectF lane = laneArea(span.place, span.lane);
    const qreal left = axis.mapTimeToX(span.start);
    return {left, lane.top(), std::max(1.0, axis.mapTimeToX(span.end) - left), lane.height()};
}

std::vector<MemoryColumn> TimelineLayout::memoryColumns(int place) const
{
    std::vector<MemoryColumn> columns;
    if (place >= static_cast<int>(data->simulated.memory.size())) {
        return columns;
    }
    const auto& points = data->simulated.memory[static_cast<std::size_t>(place)].points;
    auto at = std::upper_bound(points.begin(), points.end(), axis.from,
                               [](Seconds time, const MemoryPoint& point) { return time < point.time; });
    at = at == points.begin() ? at : at - 1;
    for (; at != points.end() && at->time <= axis.to; ++at) {
        const qreal x = std::floor(std::max(axis.left, axis.mapTimeToX(at->time)));
        if (columns.empty() || columns.back().x < x) {
            columns.push_back({x, at->alive, at->highest});
            continue;
        }
        columns.back().alive = at->alive; // what the pixel ends with
        columns.back().highest = std::max(columns.back().highest, at->highest);
    }
    return columns;
}

const MemoryPoint* TimelineLayout::memoryAt(int place, Seconds time) const
{
    if (place >= static_cast<int>(data->simulated.memory.size())) {
        return nullptr;
    }
    const auto& points = data->simulated.memory[static_cast<std::size_t>(place)].points;
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
    hit.place = static_cast<int>(at.y() / rowHeight());
    hit.time = axis.mapXToTime(at.x());
    if (memoryArea(hit.place).contains(at)) {
        hit.memory = true;
        return hit;
    }
    for (const Lane lane : data->used) {
        if (laneArea(hit.place, lane).adjusted(0, 0, 0, 1).contains(at)) {
            hit.lane = lane;
            hit.span = spanAt(hit.place, lane, hit.time, axis.pixel() * 2);
        }
    }
    return hit;
}

std::int32_t TimelineLayout::spanAt(int place, Lane lane, Seconds time, Seconds reach) const
{
    const LaneSpans& spans = data->lane(place, lane);
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
