// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelinepainter.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/legend.h"
#include "ui/panes/timeline/timelinewords.h"
#include "ui/style/operationcolors.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

QStringList legendWords(const TimelineData& data)
{
    QStringList words;
    for (const SpanKind kind : data.kinds) {
        words += spanKindName(kind);
    }
    return words << QCoreApplication::translate("Timeline", "Idle");
}

struct TimeUnit {
    double size;
    QString name;
};

TimeUnit timeUnitFor(Seconds largest)
{
    if (largest >= Seconds(1)) {
        return {1, QStringLiteral("s")};
    }
    return largest >= Seconds(1e-3) ? TimeUnit {1e-3, QStringLiteral("ms")} : TimeUnit {1e-6, QStringLiteral("µs")};
}

}

QString withWholeNumbers(const QString& label, qreal room, const QFontMetricsF& metrics)
{
    QString words = label;
    for (QString kept = label; metrics.horizontalAdvance(words) > room; words = kept + QStringLiteral(", …")) {
        const qsizetype comma = kept.lastIndexOf(QStringLiteral(", "));
        if (comma < 0) {
            return {};
        }
        kept.truncate(comma);
    }
    return words;
}

QStringList timelineLabels(const TimelineData& data, int pipeline_rank)
{
    const auto at = static_cast<std::size_t>(pipeline_rank);
    QStringList labels {pipelineRankName(pipeline_rank)};
    if (!data.layers.value(pipeline_rank).isEmpty()) {
        labels += QCoreApplication::translate("Timeline", "layers %1").arg(data.layers[pipeline_rank]);
    }
    if (at < data.simulated.memory.size()) {
        labels += bytesText(data.simulated.memory[at].peak);
        if (data.capacity[at].value > 0) {
            labels += QCoreApplication::translate("Timeline", "of %1").arg(bytesText(data.capacity[at]));
        }
    }
    return labels;
}

TimelinePainter::TimelinePainter(QPainter& painter, const TimelineLayout& layout, const QPalette& palette,
                                 const QFont& font)
    : m_painter(painter), m_layout(layout), m_palette(palette), m_font(font)
{
    painter.setFont(font);
}

qreal TimelinePainter::legendHeight(const TimelineData& data, qreal width, const QFont& font)
{
    return 6 + LegendLayout::build(legendWords(data), width - 2 * chartEdge, QFontMetricsF(font)).height + 8;
}

void TimelinePainter::paintLegend(const QRectF& area) const
{
    const QFontMetricsF metrics(m_font);
    const std::vector<SpanKind>& kinds = m_layout.data->kinds;
    const QStringList words = legendWords(*m_layout.data);
    const auto entries = LegendLayout::build(words, area.width() - 2 * chartEdge, metrics);
    for (std::size_t i = 0; i < entries.marks.size(); ++i) {
        const QRectF mark(area.topLeft() + QPointF(chartEdge, 6) + entries.marks[i],
                          QSizeF(LegendLayout::mark, LegendLayout::mark));
        if (i < kinds.size()) {
            const QColor color = theme::operation(kinds[i], m_palette);
            theme::fillOperation(m_painter, mark, kinds[i], color);
            theme::drawEdge(m_painter, mark, color, m_palette);
        } else {
            theme::fillIdle(m_painter, mark, m_palette);
        }
        m_painter.setPen(theme::mutedText(m_palette));
        const QString& text = words[static_cast<qsizetype>(i)];
        m_painter.drawText(QRectF(mark.right() + 6, mark.center().y() - metrics.height() / 2,
                                  metrics.horizontalAdvance(text) + 4, metrics.height()),
                           Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

void TimelinePainter::paintRows(std::pair<int, int> rows) const
{
    for (int pipeline_rank = rows.first; pipeline_rank < rows.second; ++pipeline_rank) {
        paintLabels(pipeline_rank);
        for (const Lane lane : m_layout.data->used) {
            paintLane(pipeline_rank, lane);
        }
        paintMemory(pipeline_rank);
    }
}

// Paints the labels of a row: its name at the compute lane, its peak at the memory. The tooltip has the full text.
void TimelinePainter::paintLabels(int pipeline_rank) const
{
    const QFontMetricsF metrics(m_font);
    const QStringList labels = timelineLabels(*m_layout.data, pipeline_rank);
    const qreal room = m_layout.metrics.left - chartEdge - 8;
    qreal y = m_layout.laneArea(pipeline_rank, Lane::Compute).center().y() - metrics.height() / 2;
    const qreal bottom = m_layout.memoryArea(pipeline_rank).bottom() + 2;
    for (qsizetype i = 0; i < labels.size() && y + metrics.height() <= bottom + 1; ++i) {
        const QString words = withWholeNumbers(labels[i], room, metrics);
        if (words.isEmpty()) {
            continue;
        }
        if (isShown(y, y + metrics.height())) {
            m_painter.setPen(i == 0 ? m_palette.color(QPalette::Text) : theme::mutedText(m_palette));
            m_painter.drawText(QRectF(chartEdge, y, room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, words);
        }
        y += metrics.height();
    }
}

QColor TimelinePainter::faded(const QColor& color, bool critical) const
{
    return m_critical && !critical ? theme::blend(color, m_palette.color(QPalette::Base), 0.25) : color;
}

void TimelinePainter::paintLane(int pipeline_rank, Lane lane) const
{
    QRectF area = m_layout.laneArea(pipeline_rank, lane);
    const qreal end = std::min(area.right(), m_layout.axis.mapTimeToX(m_layout.data->timeline().end));
    const bool compute = lane == Lane::Compute;
    if (compute) {
        theme::fillIdle(m_painter, QRectF(area.topLeft(), QPointF(end, area.bottom())), m_palette);
    } else {
        m_painter.fillRect(QRectF(area.left(), area.bottom() - 0.5, end - area.left(), 0.5), theme::line(m_palette));
    }
    for (const TimelinePiece& piece : m_layout.pieces(pipeline_rank, lane)) {
        paintPiece(piece, area, compute);
    }
}

void paintShares(QPainter& painter, const QRectF& area, const TimelinePiece& piece,
                 const std::function<QColor(SpanKind)>& colorOf)
{
    qreal bottom = area.bottom();
    for (std::size_t i = 0; i < piece.shares.size(); ++i) {
        const qreal top = std::max(area.top(), bottom - piece.shares[i] * area.height());
        if (top < bottom) {
            const auto kind = static_cast<SpanKind>(i);
            theme::fillOperation(painter, QRectF(area.left(), top, area.width(), bottom - top), kind, colorOf(kind));
        }
        bottom = top;
    }
}

void TimelinePainter::paintPiece(const TimelinePiece& piece, const QRectF& lane, bool compute) const
{
    if (piece.span < 0) {
        paintShares(m_painter, QRectF(piece.left, lane.top(), piece.right - piece.left, lane.height()), piece,
                    [&](SpanKind kind) { return faded(theme::operation(kind, m_palette), piece.critical); });
        return;
    }
    const QColor own = theme::operation(piece.kind, m_palette);
    const QColor color = faded(own, piece.critical);
    const QRectF box(piece.left, lane.top(), std::max(1.0, piece.right - piece.left), lane.height());
    const bool narrow = box.width() <= 3; // only edges
    theme::fillOperation(m_painter, box, piece.kind, narrow && color == own ? theme::edge(own, m_palette) : color);
    if (!narrow && color == own) {
        theme::drawEdge(m_painter, box.adjusted(0, 0, -1, 0), own, m_palette);
    }
    if (!narrow) { // separates neighbors of equal color
        m_painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), m_palette.color(QPalette::Base));
    }
    if (!compute || box.width() < 9) {
        return;
    }
    const QFontMetricsF metrics(m_font);
    const QString letter = spanLetter(piece.kind);
    QString words = letter + QLocale().toString(static_cast<qlonglong>(m_layout.data->span(piece.span).micro_batch));
    if (metrics.horizontalAdvance(words) + 4 > box.width()) {
        words = letter;
    }
    if (metrics.horizontalAdvance(words) + 3 <= box.width()) {
        m_painter.setPen(theme::textOn(color));
        m_painter.drawText(box.adjusted(0, 0, -1, 0), Qt::AlignCenter, words);
    }
}

void TimelinePainter::paintMemory(int pipeline_rank) const
{
    const QRectF area = m_layout.memoryArea(pipeline_rank);
    const qreal end = std::min(area.right(), m_layout.axis.mapTimeToX(m_layout.data->timeline().end));
    const QColor base = m_palette.color(QPalette::Base);
    const QColor held = theme::blend(theme::accent(m_palette), base, 0.5);
    const QColor highest = theme::blend(theme::accent(m_palette), base, 0.22);
    const Bytes capacity = m_layout.data->capacity[static_cast<std::size_t>(pipeline_rank)];
    const auto columns = m_layout.memoryColumns(pipeline_rank);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const MemoryColumn& column = columns[i];
        const qreal right = std::min(end, i + 1 < columns.size() ? columns[i + 1].x : end);
        const qreal top = m_layout.yOf(pipeline_rank, column.highest);
        const qreal middle = std::max(top, m_layout.yOf(pipeline_rank, column.alive));
        m_painter.fillRect(QRectF(column.x, middle, right - column.x, area.bottom() - middle), held);
        m_painter.fillRect(QRectF(column.x, top, right - column.x, middle - top), highest);
        const bool over = capacity.value > 0 && column.highest > capacity;
        m_painter.fillRect(QRectF(column.x, top, right - column.x, 1.5),
                           over ? theme::bad(m_palette) : theme::accent(m_palette));
    }
    m_painter.fillRect(QRectF(area.left(), area.bottom(), end - area.left(), 1), theme::line(m_palette));
    if (capacity.value > 0 && capacity <= m_layout.memory_end) {
        const bool over = m_layout.data->simulated.memory.size() > static_cast<std::size_t>(pipeline_rank)
            && m_layout.data->simulated.memory[static_cast<std::size_t>(pipeline_rank)].peak > capacity;
        m_painter.fillRect(QRectF(area.left(), m_layout.yOf(pipeline_rank, capacity) - 1, area.width(), 2),
                           over ? theme::bad(m_palette) : theme::mutedText(m_palette));
    }
    paintPeak(pipeline_rank);
}

// Paints a triangle that points at the peak.
void TimelinePainter::paintPeak(int pipeline_rank) const
{
    const auto& memory = m_layout.data->simulated.memory;
    const auto at = static_cast<std::size_t>(pipeline_rank);
    if (at >= memory.size() || memory[at].peak_at >= memory[at].points.size()) {
        return;
    }
    const Seconds time = memory[at].points[memory[at].peak_at].time;
    if (time < m_layout.axis.from || time > m_layout.axis.to) {
        return;
    }
    const QPointF tip(m_layout.axis.mapTimeToX(time) + 2, m_layout.yOf(pipeline_rank, memory[at].peak) + 1);
    constexpr qreal below = 5; // overlap with the memory curve
    if (!isShown(tip.y() - 7, tip.y() + below)) {
        return;
    }
    const QPolygonF triangle {tip, tip + QPointF(-4.5, -7), tip + QPointF(4.5, -7)};
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(m_palette.color(QPalette::Base), 1.5));
    m_painter.setBrush(m_palette.color(QPalette::Text));
    m_painter.drawPolygon(triangle);
    m_painter.restore();
}

void TimelinePainter::paintAxis(qreal top, qreal height) const
{
    const TimeAxis& axis = m_layout.axis;
    const TimeUnit unit = timeUnitFor(axis.to);
    const QFontMetricsF metrics(m_font);
    const int steps = std::clamp(static_cast<int>((axis.right - axis.left) / (metrics.averageCharWidth() * 12)), 1, 8);
    const AxisRange range = AxisRange::around(axis.from.value / unit.size, axis.to.value / unit.size, steps);
    m_painter.setPen(theme::mutedText(m_palette));
    for (const double tick : range.ticks()) {
        const qreal x = axis.mapTimeToX(Seconds(tick * unit.size));
        if (x < axis.left - 0.5 || x > axis.right + 0.5) {
            continue;
        }
        m_painter.fillRect(QRectF(std::round(x), top, 1, 4), theme::mutedText(m_palette));
        m_painter.drawText(QRectF(x - 60, top + 5, 120, height - 5), Qt::AlignHCenter | Qt::AlignTop,
                           QLocale().toString(tick, 'f', range.decimals()));
    }
    m_painter.drawText(QRectF(chartEdge, top + 5, m_layout.metrics.left - chartEdge - 8, height - 5),
                       Qt::AlignLeft | Qt::AlignTop,
                       QCoreApplication::translate("Timeline", "Time in %1").arg(unit.name));
}

// Paints two lines, the shaded time between them, and its length above.
void TimelinePainter::paintRuler(const TimelineRuler& ruler, qreal top, qreal bottom) const
{
    const TimeAxis& axis = m_layout.axis;
    const qreal left = axis.mapTimeToX(std::min(ruler.from, ruler.to));
    const qreal right = axis.mapTimeToX(std::max(ruler.from, ruler.to));
    const QColor ink = m_palette.color(QPalette::Text);
    QColor shade = theme::accent(m_palette);
    shade.setAlpha(40);
    m_painter.save();
    m_painter.setClipRect(QRectF(axis.left - 1, top, axis.right - axis.left + 2, bottom - top));
    m_painter.fillRect(QRectF(left, top, right - left, bottom - top), shade);
    m_painter.setPen(QPen(ink, 1.2, Qt::DashLine));
    for (const qreal x : {left, right}) {
        m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    }
    const QFontMetricsF metrics(m_font);
    const QString words = secondsText(ruler.length());
    const QSizeF size(metrics.horizontalAdvance(words) + 10, metrics.height() + 4);
    const qreal x =
        std::clamp((left + right - size.width()) / 2, axis.left, std::max(axis.left, axis.right - size.width()));
    const QRectF box(QPointF(x, top + 2), size);
    m_painter.fillRect(box, m_palette.color(QPalette::Base));
    m_painter.setPen(ink);
    m_painter.drawRect(box);
    m_painter.drawText(box, Qt::AlignCenter, words);
    m_painter.restore();
}

void TimelinePainter::paintCurrent() const
{
    if (m_current < 0) {
        return;
    }
    const Span& span = m_layout.data->span(m_current);
    const QRectF box = m_layout.spanArea(m_current);
    const QColor ink = m_palette.color(QPalette::Text);
    m_painter.save();
    m_painter.setClipRect(QRectF(m_layout.axis.left - 1, -1e6, m_layout.axis.right - m_layout.axis.left + 2, 2e6));
    m_painter.setRenderHint(QPainter::Antialiasing);
    if (span.waited_for >= 0) {
        const QRectF before = m_layout.spanArea(span.waited_for);
        m_painter.setPen(QPen(m_palette.color(QPalette::Base), 4));
        m_painter.drawLine(QPointF(before.right(), before.center().y()), QPointF(box.left(), box.center().y()));
        m_painter.setPen(QPen(ink, 1.6));
        m_painter.drawLine(QPointF(before.right(), before.center().y()), QPointF(box.left(), box.center().y()));
        m_painter.setPen(QPen(ink, 1.4, Qt::DashLine));
        m_painter.drawRect(before.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_palette.color(QPalette::Base), 4));
    m_painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
    m_painter.setPen(QPen(ink, 2));
    m_painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
    m_painter.restore();
}

}
