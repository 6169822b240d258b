// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/tracechart.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/chartpaint.h"
#include "ui/charts/wheelmove.h"
#include "ui/panes/memory/tracepainter.h"
#include "ui/panes/memory/tracewords.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stagecraft {

TraceChart::TraceChart(QWidget* parent) : PaintedChart(parent)
{
    setMinimumSize(220, 90);
    setAccessibleName(tr("Memory of a recorded run"));
    updateDescription();
}

void TraceChart::setData(std::shared_ptr<const TraceData> data)
{
    m_layout.data = std::move(data);
    showAll();
    updateDescription();
}

void TraceChart::setPrediction(std::optional<TracePrediction> prediction)
{
    m_prediction = std::move(prediction);
    relayout();
    updateDescription();
}

void TraceChart::setUnit(TraceUnit unit)
{
    if (unit == m_layout.unit) {
        return;
    }
    if (!m_layout.data || m_layout.data->trace->curve.points.empty()) {
        m_layout.unit = unit;
        return;
    }
    const std::int64_t each = m_layout.data->trace->curve.events_per_point;
    const auto eventAt = [&](double position) { return static_cast<std::int64_t>(m_layout.pointAt(position)) * each; };
    const bool whole = m_layout.to - m_layout.from >= m_layout.extent();
    const std::int64_t first = eventAt(m_layout.from);
    const std::int64_t last = eventAt(m_layout.to);
    m_layout.unit = unit;
    if (whole) {
        showAll();
    } else {
        show(m_layout.showing(m_layout.positionOf(first), m_layout.positionOf(last)));
    }
}

void TraceChart::showAll()
{
    m_layout.from = 0;
    m_layout.to = m_layout.extent();
    relayout();
}

void TraceChart::showPeak()
{
    if (!m_layout.data) {
        return;
    }
    const MemoryTrace& trace = *m_layout.data->trace;
    const auto next = std::ranges::upper_bound(trace.steps, trace.peak_event);
    if (next != trace.steps.begin() && next != trace.steps.end()) {
        show(m_layout.showing(m_layout.positionOf(*std::prev(next)), m_layout.positionOf(*next)));
        return;
    }
    const double peak = m_layout.positionOf(trace.peak_event);
    const double around = m_layout.extent() / 20;
    show(m_layout.showing(peak - around, peak + around));
}

void TraceChart::show(const TraceLayout& layout)
{
    m_layout = layout;
    update();
}

void TraceChart::relayout()
{
    m_layout.plot = TracePainter::plotIn(rect(), shownPrediction(), font());
    Bytes most(1);
    if (m_layout.data) {
        most = std::max(m_layout.data->trace->peak_reserved, m_layout.data->trace->peak);
    }
    if (m_prediction) {
        most = std::max(most, m_prediction->peak);
    }
    m_layout.end = Bytes(static_cast<std::int64_t>(byteAxisEnd(std::max(most, Bytes(1)))));
    m_layout = m_layout.showing(m_layout.from, m_layout.to);
    update();
}

QString TraceChart::summary() const
{
    return m_layout.data ? traceSummary(*m_layout.data->trace, shownPrediction()) : tr("No recorded run to show.");
}

void TraceChart::updateDescription()
{
    setAccessibleDescription(summary());
}

QString TraceChart::toolTipAt(const QPoint& at) const
{
    if (!m_layout.data || m_layout.data->trace->curve.points.empty() || !m_layout.plot.contains(at)) {
        return {};
    }
    const std::size_t first = m_layout.pointAt(m_layout.positionAt(at.x()));
    const std::size_t last = std::max(m_layout.pointAt(m_layout.positionAt(at.x() + 1)), first + 1);
    const TracePoint memory = m_layout.data->pyramid.over(first, last);
    const qint64 event = static_cast<qint64>(first) * m_layout.data->trace->curve.events_per_point;
    const Seconds time(static_cast<double>(memory.time) / 1e6);
    QStringList lines {tr("Event %1, %2").arg(countText(event), secondsText(time)),
                       memory.lowest == memory.highest
                           ? tr("Allocated %1").arg(exactBytesText(memory.highest))
                           : tr("Allocated %1–%2").arg(bytesText(memory.lowest), exactBytesText(memory.highest)),
                       tr("Reserved %1").arg(exactBytesText(memory.reserved))};
    if (m_prediction) {
        const auto columns = m_layout.columns(*m_prediction);
        const auto found = std::ranges::find_if(
            columns, [&](const PredictedColumn& column) { return std::abs(column.x - at.x()) <= 0.5; });
        if (found != columns.end()) {
            lines << tr("Predicted %1").arg(exactBytesText(found->highest));
        }
    }
    return plainToolTip(lines.join(QLatin1Char('\n')));
}

void TraceChart::resizeEvent(QResizeEvent* event)
{
    PaintedChart::resizeEvent(event);
    relayout();
}

void TraceChart::changeEvent(QEvent* event)
{
    PaintedChart::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        relayout();
    }
    if (event->type() == QEvent::PaletteChange) {
        update();
    }
}

void TraceChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_layout.data) {
        return;
    }
    const WheelMove move = wheelMove(*event);
    if (move.pan != 0) {
        show(m_layout.panned((m_layout.to - m_layout.from) * move.pan));
    } else {
        show(m_layout.zoomed(move.zoom, event->position().x()));
    }
}

void TraceChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_dragged = event->pos().x();
    }
}

void TraceChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragged || !m_layout.data) {
        return;
    }
    setCursor(Qt::ClosedHandCursor);
    const int by = event->pos().x() - *std::exchange(m_dragged, event->pos().x());
    show(m_layout.panned(-by * (m_layout.to - m_layout.from) / std::max(m_layout.plot.width(), 1.0)));
}

void TraceChart::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged.reset();
    unsetCursor();
}

void TraceChart::keyPressEvent(QKeyEvent* event)
{
    const double shown = m_layout.to - m_layout.from;
    const qreal middle = m_layout.plot.center().x();
    switch (event->key()) {
    case Qt::Key_Left:
        return show(m_layout.panned(-0.1 * shown));
    case Qt::Key_Right:
        return show(m_layout.panned(0.1 * shown));
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        return show(m_layout.zoomed(0.8, middle));
    case Qt::Key_Minus:
        return show(m_layout.zoomed(1 / 0.8, middle));
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_P:
        return showPeak();
    default:
        PaintedChart::keyPressEvent(event);
    }
}

QSize TraceChart::sizeHint() const
{
    return {520, 260};
}

QSize TraceChart::exportSize() const
{
    return {1000, 420};
}

void TraceChart::paint(QPainter& painter, const QRectF& area) const
{
    TraceLayout layout = m_layout;
    layout.plot = TracePainter::plotIn(area, shownPrediction(), font());
    TracePainter(painter, layout, shownPrediction(), palette(), font()).paint(area);
}

}
