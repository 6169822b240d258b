// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelinechart.h"

#include "ui/charts/legend.h"
#include "ui/charts/wheelmove.h"
#include "ui/panes/timeline/timelinepainter.h"
#include "ui/panes/timeline/timelinewords.h"

#include <QApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int mostExported = 64; // pipeline ranks
constexpr int mostMeasured = 200; // labels that determine the margin

}

TimelineChart::TimelineChart(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Timeline"));
    setMinimumHeight(72);
}

void TimelineChart::setData(std::shared_ptr<const TimelineData> data)
{
    m_layout.data = std::move(data);
    m_current = -1;
    setRuler({});
    showAll();
    setAccessibleDescription(summary());
}

QString TimelineChart::summary() const
{
    return m_layout.data ? timelineSummary(*m_layout.data) : tr("No plan is shown.");
}

void TimelineChart::setCurrent(std::int32_t span)
{
    if (!m_layout.data || span >= static_cast<std::int32_t>(m_layout.data->timeline().spans.size())) {
        return;
    }
    select(span);
    if (span < 0) {
        return;
    }
    const Span& s = m_layout.data->span(span);
    showPart(m_layout.axis.showing(s.start, s.end, m_layout.data->timeline().end));
    const QRectF row = m_layout.rowArea(s.pipeline_rank);
    QScrollBar* bar = verticalScrollBar();
    if (row.top() < bar->value()) {
        bar->setValue(static_cast<int>(row.top()));
    } else if (row.bottom() > bar->value() + bar->pageStep()) {
        // For a row higher than the viewport, its top is shown.
        bar->setValue(static_cast<int>(std::min(row.top(), std::ceil(row.bottom()) - bar->pageStep())));
    }
}

void TimelineChart::select(std::int32_t span)
{
    if (span != m_current) {
        m_current = span;
        viewport()->update();
        Q_EMIT currentChanged(span);
    }
}

void TimelineChart::setCriticalShown(bool shown)
{
    m_critical = shown;
    viewport()->update();
}

void TimelineChart::showAll()
{
    m_layout.axis.from = Seconds(0);
    m_layout.axis.to = m_layout.data ? m_layout.data->timeline().end : Seconds(1);
    relayout();
}

void TimelineChart::showPart(const TimeAxis& axis)
{
    m_layout.axis = axis;
    viewport()->update();
    Q_EMIT axisChanged(axis);
}

void TimelineChart::showAround(Seconds middle)
{
    if (m_layout.data) {
        const Seconds shown = (m_layout.axis.from + m_layout.axis.to) / 2.0;
        showPart(m_layout.axis.panned(middle - shown, m_layout.data->timeline().end));
    }
}

void TimelineChart::setRuler(std::optional<TimelineRuler> ruler)
{
    if (ruler != m_ruler) {
        m_ruler = ruler;
        viewport()->update();
        Q_EMIT rulerChanged();
    }
}

void TimelineChart::measureCurrent()
{
    if (m_current < 0) {
        return;
    }
    const Span& span = m_layout.data->span(m_current);
    const bool begun = m_ruler && m_ruler->from == m_ruler->to;
    setRuler(begun ? TimelineRuler {m_ruler->from, span.end} : TimelineRuler {span.start, span.start});
}

bool TimelineChart::escape()
{
    const bool any = m_ruler || m_current >= 0;
    if (m_ruler) {
        setRuler({});
    } else {
        select(-1);
    }
    return any;
}

void TimelineChart::zoom(double factor, qreal x)
{
    if (m_layout.data) {
        showPart(m_layout.axis.zoomed(factor, std::clamp(x, m_layout.axis.left, m_layout.axis.right),
                                      m_layout.data->timeline().end));
    }
}

TimelineLayout::Metrics TimelineChart::metricsOf() const
{
    const QFontMetricsF metrics(font());
    qreal labels = metrics.horizontalAdvance(tr("Time in %1").arg(QStringLiteral("ms")));
    for (int pipeline_rank = 0; m_layout.data && pipeline_rank < std::min(m_layout.data->pipelineRanks(), mostMeasured);
         ++pipeline_rank) {
        for (const QString& label : timelineLabels(*m_layout.data, pipeline_rank)) {
            labels = std::max(labels, metrics.horizontalAdvance(label));
        }
    }
    TimelineLayout::Metrics layout;
    layout.left = chartEdge + std::min(std::ceil(labels), std::max(110.0, viewport()->width() * 0.2)) + 10;
    layout.right = chartEdge + 8;
    layout.lane = std::ceil(metrics.height() + 7);
    layout.strip = 7;
    // Rows must fit four lines of labels.
    layout.memory = std::max(38.0, std::ceil(metrics.height() * 2.4));
    return layout;
}

qreal TimelineChart::headerHeight(qreal width) const
{
    return m_layout.data ? TimelinePainter::legendHeight(*m_layout.data, width, font()) : 0;
}

qreal TimelineChart::axisHeight() const
{
    return QFontMetricsF(font()).height() + 11;
}

void TimelineChart::relayout()
{
    const QSizeF size = viewport()->size();
    m_layout = TimelineLayout::build(m_layout.data, size.width(), metricsOf(), m_layout.axis.from, m_layout.axis.to);
    const qreal room = size.height() - headerHeight(size.width()) - axisHeight();
    m_layout.stretchRows(room);
    verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(room)));
    verticalScrollBar()->setSingleStep(std::max(1, static_cast<int>(m_layout.rowHeight())));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(m_layout.height() - room))));
    viewport()->update();
    Q_EMIT axisChanged(m_layout.axis);
}

QSize TimelineChart::sizeHint() const
{
    return {520, 260};
}

void TimelineChart::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void TimelineChart::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        relayout();
    }
    if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

std::optional<TimelineLayout::Hit> TimelineChart::hitAt(const QPoint& at) const
{
    const qreal header = headerHeight(viewport()->width());
    if (at.y() < header || at.y() > viewport()->height() - axisHeight()) {
        return std::nullopt;
    }
    return m_layout.hit(QPointF(at) - QPointF(0, header - verticalScrollBar()->value()));
}

QString TimelineChart::toolTipAt(const QPoint& at) const
{
    const auto hit = hitAt(at);
    return hit ? toolTipOf(m_layout, *hit) : QString();
}

QRect TimelineChart::areaOf(std::int32_t span) const
{
    return m_layout.spanArea(span)
        .translated(0, headerHeight(viewport()->width()) - verticalScrollBar()->value())
        .toAlignedRect();
}

bool TimelineChart::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_layout.data) {
        return;
    }
    const WheelMove move = wheelMove(*event);
    if (move.pan != 0) {
        const Seconds shown = m_layout.axis.to - m_layout.axis.from;
        showPart(m_layout.axis.panned(shown * move.pan, m_layout.data->timeline().end));
    } else {
        zoom(move.zoom, event->position().x());
    }
}

void TimelineChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_pressed = m_dragged = event->pos();
        m_dragging = false;
        m_measuring = m_layout.data && event->modifiers() & Qt::ShiftModifier;
    }
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || !m_layout.data) {
        return;
    }
    const int far = QGuiApplication::styleHints()->startDragDistance();
    m_dragging = m_dragging || (event->pos() - m_pressed).manhattanLength() >= far;
    if (m_dragging && m_measuring) {
        const auto timeAt = [this](int x) {
            return std::clamp(m_layout.axis.mapXToTime(x), Seconds(0), m_layout.data->timeline().end);
        };
        setRuler(TimelineRuler {timeAt(m_pressed.x()), timeAt(event->pos().x())});
        return;
    }
    if (m_dragging) {
        const QPoint by = event->pos() - m_dragged;
        m_dragged = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
        showPart(m_layout.axis.panned(m_layout.axis.pixel() * -by.x(), m_layout.data->timeline().end));
        verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
    }
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    viewport()->unsetCursor();
    if (!std::exchange(m_dragging, false)) {
        const auto hit = hitAt(event->pos());
        select(hit ? hit->span : -1);
    }
}

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    if (!m_layout.data || stepKey(*event)) {
        return;
    }
    const Seconds shown = m_layout.axis.to - m_layout.axis.from;
    const Seconds end = m_layout.data->timeline().end;
    const qreal middle = (m_layout.axis.left + m_layout.axis.right) / 2;
    QScrollBar* bar = verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Left:
        return showPart(m_layout.axis.panned(shown * -0.1, end));
    case Qt::Key_Right:
        return showPart(m_layout.axis.panned(shown * 0.1, end));
    case Qt::Key_Up:
        return bar->triggerAction(QScrollBar::SliderSingleStepSub);
    case Qt::Key_Down:
        return bar->triggerAction(QScrollBar::SliderSingleStepAdd);
    case Qt::Key_PageUp:
        return bar->triggerAction(QScrollBar::SliderPageStepSub);
    case Qt::Key_PageDown:
        return bar->triggerAction(QScrollBar::SliderPageStepAdd);
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        return zoom(0.8, middle);
    case Qt::Key_Minus:
        return zoom(1 / 0.8, middle);
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_R:
        return measureCurrent();
    case Qt::Key_Escape:
        if (escape()) {
            return;
        }
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

bool TimelineChart::stepKey(const QKeyEvent& event)
{
    const bool control = event.modifiers() & Qt::ControlModifier;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control) {
            step(event.key() == Qt::Key_Left ? -1 : 1);
        }
        return control;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (control) {
            stepPipelineRank(event.key() == Qt::Key_Up ? -1 : 1);
        }
        return control;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0 && m_layout.data->span(m_current).waited_for >= 0) {
            setCurrent(m_layout.data->span(m_current).waited_for);
        }
        return true;
    default:
        return false;
    }
}

void TimelineChart::step(int by)
{
    const TimelineData& data = *m_layout.data;
    if (m_current < 0) { // starts with the first operation of the first pipeline rank
        if (data.pipelineRanks() > 0 && !data.lane(0, Lane::Compute).spans.empty()) {
            setCurrent(data.lane(0, Lane::Compute).spans.front());
        }
        return;
    }
    const auto& spans = data.lane(data.span(m_current).pipeline_rank, data.span(m_current).lane).spans;
    const auto at = std::find(spans.begin(), spans.end(), m_current) - spans.begin() + by;
    if (at >= 0 && at < static_cast<std::ptrdiff_t>(spans.size())) {
        setCurrent(spans[static_cast<std::size_t>(at)]);
    }
}

void TimelineChart::stepPipelineRank(int by)
{
    if (m_current < 0) {
        return step(0);
    }
    const TimelineData& data = *m_layout.data;
    const Span& span = data.span(m_current);
    const int pipeline_rank = span.pipeline_rank + by;
    if (pipeline_rank >= 0 && pipeline_rank < data.pipelineRanks()) {
        const auto other = m_layout.spanAt(pipeline_rank, span.lane, (span.start + span.end) / 2, data.timeline().end);
        setCurrent(other >= 0 ? other : m_current);
    }
}

void TimelineChart::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (!m_layout.data) {
        return;
    }
    TimelinePainter chart(painter, m_layout, palette(), font());
    chart.setCurrent(m_current);
    chart.setCriticalShown(m_critical);
    const qreal header = headerHeight(viewport()->width());
    const qreal scroll = verticalScrollBar()->value();
    const qreal bottom = std::min(viewport()->height() - axisHeight(), header + m_layout.height());
    const QRectF rows(0, header, viewport()->width(), bottom - header);
    painter.save();
    painter.setClipRect(rows);
    chart.setShown(scroll, scroll + rows.height());
    painter.translate(0, header - scroll);
    chart.paintRows(m_layout.rowsIn(QRectF(0, scroll, rows.width(), rows.height())));
    chart.paintCurrent();
    painter.restore();
    chart.paintLegend(QRectF(0, 0, m_layout.width, header));
    chart.paintAxis(bottom, axisHeight());
    if (m_ruler) {
        chart.paintRuler(*m_ruler, header, bottom);
    }
}

std::pair<int, int> TimelineChart::exportedRows() const
{
    if (!m_layout.data || m_layout.data->pipelineRanks() <= mostExported) {
        return {0, m_layout.data ? m_layout.data->pipelineRanks() : 0};
    }
    const qreal scroll = verticalScrollBar()->value();
    return m_layout.rowsIn(QRectF(0, scroll, m_layout.width, verticalScrollBar()->pageStep()));
}

QSize TimelineChart::exportSize() const
{
    constexpr int width = 1200;
    const auto rows = exportedRows();
    const qreal height = headerHeight(width) + (rows.second - rows.first) * exportedLayout(width).rowHeight();
    return {width, static_cast<int>(std::ceil(height + axisHeight()))};
}

// Layout that is independent of the height of the pane.
TimelineLayout TimelineChart::exportedLayout(qreal width) const
{
    return TimelineLayout::build(m_layout.data, width, metricsOf(), m_layout.axis.from, m_layout.axis.to);
}

void TimelineChart::exportTo(QPainter& painter) const
{
    const QSize size = exportSize();
    painter.fillRect(QRect(QPoint(), size), palette().color(QPalette::Base));
    if (!m_layout.data) {
        return;
    }
    const TimelineLayout whole = exportedLayout(size.width());
    TimelinePainter chart(painter, whole, palette(), font());
    chart.setCriticalShown(m_critical);
    const auto rows = exportedRows();
    const qreal header = headerHeight(size.width());
    painter.save();
    painter.translate(0, header - rows.first * whole.rowHeight());
    chart.paintRows(rows);
    painter.restore();
    chart.paintLegend(QRectF(0, 0, size.width(), header));
    chart.paintAxis(header + (rows.second - rows.first) * whole.rowHeight(), axisHeight());
}

}
