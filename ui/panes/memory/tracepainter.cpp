// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/tracepainter.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/panes/memory/tracechart.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace stagecraft {

namespace {

// Line style of a curve: color from theme::series(), and dash pattern, because color alone does not distinguish lines.
struct LineStyle {
    int color;
    Qt::PenStyle pen;
};
constexpr LineStyle allocatedLine {0, Qt::SolidLine};
constexpr LineStyle reservedLine {2, Qt::DotLine};
constexpr LineStyle predictedLine {1, Qt::DashLine};
constexpr qreal areaOpacity = 0.2;
constexpr int runSteps = 6; // steps of the axis

QPen penOf(const LineStyle& style, const QPalette& palette, qreal width = 1.6)
{
    QPen pen(theme::series(style.color, palette), width, style.pen);
    pen.setJoinStyle(Qt::BevelJoin);
    return pen;
}

// Title of the run's axis, and the unit of its numbers.
struct RunAxis {
    QString title;
    double size = 1;
};

RunAxis runAxisOf(const TraceLayout& layout)
{
    if (layout.unit == TraceUnit::Events) {
        return {TraceChart::tr("Allocation events"), 1};
    }
    const double shown = layout.to - layout.from;
    const auto [name, size] = shown < 2e3 ? std::pair("µs", 1.0)
        : shown < 2e6                     ? std::pair("ms", 1e3)
                                          : std::pair("s", 1e6);
    return {TraceChart::tr("Time in %1").arg(QString::fromUtf8(name)), size};
}

QString tickText(const AxisRange& range, double tick)
{
    return QLocale().toString(tick, 'f', range.decimals());
}

}

TracePainter::TracePainter(QPainter& painter, const TraceLayout& layout, const TracePrediction* prediction,
                           const QPalette& palette, const QFont& font)
    : m_painter(painter), m_layout(layout), m_prediction(prediction), m_palette(palette), m_font(font)
{
}

QStringList TracePainter::legendWords(const TracePrediction* prediction)
{
    QStringList words {TraceChart::tr("Allocated"), TraceChart::tr("Reserved")};
    if (prediction) {
        words << TraceChart::tr("Predicted: %1").arg(prediction->name);
    }
    return words;
}

QRectF TracePainter::plotIn(const QRectF& area, const TracePrediction* prediction, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal legend = LegendLayout::build(legendWords(prediction), area.width() - 2 * chartEdge, metrics).height;
    const qreal labels = metrics.horizontalAdvance(QStringLiteral("000.0"));
    return area.adjusted(chartEdge + labels + 8, legend + metrics.height() + 8, -chartEdge - 8,
                         -2 * metrics.height() - 12);
}

void TracePainter::paint(const QRectF& area)
{
    m_painter.fillRect(area, m_palette.color(QPalette::Base));
    m_painter.setFont(m_font);
    if (!m_layout.data || m_layout.data->trace->curve.points.empty()) {
        paintInstead(m_painter, area, TraceChart::tr("No recorded run to show."), m_palette);
        return;
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
    paintBytesAxis(area);
    paintRunAxis();
    m_painter.save();
    m_painter.setClipRect(m_layout.plot.adjusted(0, -2, 1, 1));
    paintSteps();
    paintRun();
    paintPrediction();
    paintPeak();
    m_painter.restore();
    paintLegend(area.adjusted(chartEdge, 0, -chartEdge, 0));
}

void TracePainter::paintLegend(const QRectF& area)
{
    constexpr std::array styles {allocatedLine, reservedLine, predictedLine};
    stagecraft::paintLegend(
        m_painter, area, legendWords(m_prediction), m_palette, [&](std::size_t entry, const QRectF& mark) {
            m_painter.setPen(penOf(styles.at(entry), m_palette, 2));
            m_painter.drawLine(QPointF(mark.left(), mark.center().y()), QPointF(mark.right(), mark.center().y()));
        });
}

void TracePainter::paintBytesAxis(const QRectF& area)
{
    const QFontMetricsF metrics(m_font);
    const qreal line = metrics.height();
    const ByteUnit unit = byteUnitFor(m_layout.end);
    const int most = std::max(1, static_cast<int>(m_layout.plot.height() / (2 * line)));
    const AxisRange range =
        AxisRange::around(0, static_cast<double>(m_layout.end.value) / unit.size, std::min(most, 6));
    const QColor grid = theme::blend(m_palette.color(QPalette::Text), m_palette.color(QPalette::Base), 0.08);
    m_painter.setPen(theme::mutedText(m_palette));
    for (const double tick : range.ticks()) {
        const qreal y = m_layout.yOf(Bytes(static_cast<std::int64_t>(tick * unit.size)));
        if (y < m_layout.plot.top() - 1) {
            continue;
        }
        m_painter.fillRect(QRectF(m_layout.plot.left(), std::round(y), m_layout.plot.width(), 1), grid);
        m_painter.drawText(QRectF(area.left(), y - line / 2, m_layout.plot.left() - area.left() - 8, line),
                           Qt::AlignRight | Qt::AlignVCenter, tickText(range, tick));
    }
    m_painter.drawText(
        QRectF(area.left() + chartEdge, m_layout.plot.top() - line - 6, area.width() - 2 * chartEdge, line),
        Qt::AlignLeft | Qt::AlignTop, unit.name);
}

void TracePainter::paintRunAxis()
{
    const QFontMetricsF metrics(m_font);
    const qreal line = metrics.height();
    const RunAxis axis = runAxisOf(m_layout);
    const AxisRange range = AxisRange::around(m_layout.from / axis.size, m_layout.to / axis.size, runSteps);
    qreal free = m_layout.plot.left() - 40; // right end of the previous number
    m_painter.setPen(theme::mutedText(m_palette));
    for (const double tick : range.ticks()) {
        const qreal x = m_layout.xOf(tick * axis.size);
        const QString text = tickText(range, tick);
        const qreal half = metrics.horizontalAdvance(text) / 2;
        if (x < m_layout.plot.left() - 1 || x > m_layout.plot.right() + 1 || x - half < free) {
            continue;
        }
        free = x + half + 8;
        m_painter.drawText(QRectF(x - 60, m_layout.plot.bottom() + 4, 120, line), Qt::AlignHCenter | Qt::AlignTop,
                           text);
    }
    m_painter.drawText(QRectF(m_layout.plot.left(), m_layout.plot.bottom() + 6 + line, m_layout.plot.width(), line),
                       Qt::AlignHCenter | Qt::AlignTop, axis.title);
}

// Paints thin lines at the start of training steps, if they are far enough apart.
void TracePainter::paintSteps()
{
    const QColor color = theme::blend(m_palette.color(QPalette::Text), m_palette.color(QPalette::Base), 0.2);
    qreal before = m_layout.plot.left() - 8;
    for (const std::int64_t step : m_layout.data->trace->steps) {
        const qreal x = std::round(m_layout.xOf(m_layout.positionOf(step)));
        if (x > m_layout.plot.right()) {
            break;
        }
        if (x >= before + 8) {
            m_painter.fillRect(QRectF(x, m_layout.plot.top(), 1, m_layout.plot.height()), color);
            before = x;
        }
    }
}

// Paints each column from its minimum to its maximum, connected to the previous one: no event is lost between pixels.
void TracePainter::paintRun()
{
    const auto columns = m_layout.columns();
    QPolygonF area;
    QPolygonF edge;
    QPolygonF reserved;
    for (const TraceColumn& column : columns) {
        const qreal high = m_layout.yOf(column.memory.highest);
        area << QPointF(column.x, high) << QPointF(column.x + 1, high);
        edge << QPointF(column.x + 0.5, m_layout.yOf(column.memory.lowest)) << QPointF(column.x + 0.5, high);
        const qreal y = m_layout.yOf(column.memory.reserved);
        reserved << QPointF(column.x, y) << QPointF(column.x + 1, y);
    }
    if (columns.empty()) {
        return;
    }
    area << QPointF(area.back().x(), m_layout.plot.bottom()) << QPointF(area.front().x(), m_layout.plot.bottom());
    QColor fill = theme::series(allocatedLine.color, m_palette);
    fill.setAlphaF(areaOpacity);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(fill);
    m_painter.drawPolygon(area);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(penOf(reservedLine, m_palette));
    m_painter.drawPolyline(reserved);
    m_painter.setPen(penOf(allocatedLine, m_palette, 1.2));
    m_painter.drawPolyline(edge);
}

void TracePainter::paintPrediction()
{
    if (!m_prediction) {
        return;
    }
    m_painter.setBrush(Qt::NoBrush);
    QPolygonF line;
    const auto draw = [&] {
        m_painter.setPen(penOf(predictedLine, m_palette, 2));
        m_painter.drawPolyline(line);
        line.clear();
    };
    for (const PredictedColumn& column : m_layout.columns(*m_prediction)) {
        if (column.begins) {
            draw();
        }
        const qreal y = m_layout.yOf(column.highest);
        line << QPointF(column.x, y) << QPointF(column.x + 1, y);
    }
    draw();
    // Paints the predicted peak over the whole run.
    QPen peak = penOf(predictedLine, m_palette, 1);
    peak.setStyle(Qt::DashDotLine);
    m_painter.setPen(peak);
    const qreal y = m_layout.yOf(m_prediction->peak);
    m_painter.drawLine(QPointF(m_layout.plot.left(), y), QPointF(m_layout.plot.right(), y));
}

void TracePainter::paintPeak()
{
    const MemoryTrace& trace = *m_layout.data->trace;
    const QPointF at(m_layout.xOf(m_layout.positionOf(trace.peak_event)), m_layout.yOf(trace.peak));
    if (!m_layout.plot.adjusted(-1, -3, 1, 1).contains(at)) {
        return;
    }
    theme::drawMark(m_painter, at, PlanRole::Front, theme::series(allocatedLine.color, m_palette), m_palette);
    const QFontMetricsF metrics(m_font);
    const QString text = TraceChart::tr("Peak %1").arg(bytesText(trace.peak));
    const qreal width = metrics.horizontalAdvance(text);
    const qreal left = at.x() + 10 + width > m_layout.plot.right() ? at.x() - 10 - width : at.x() + 10;
    const QRectF box(left - 3, at.y() + 6, width + 6, metrics.height());
    QColor base = m_palette.color(QPalette::Base);
    base.setAlphaF(0.8);
    m_painter.fillRect(box, base);
    m_painter.setPen(m_palette.color(QPalette::Text));
    m_painter.drawText(box, Qt::AlignCenter, text);
}

}
