// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelineminimap.h"

#include "ui/panes/timeline/timelinepainter.h"
#include "ui/style/operationcolors.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int mapHeight = 24;
constexpr int mapEdge = 3; // margin above and below the step
constexpr qreal leastStack = 6; // minimum height in pixels at which kinds are drawn separately

}

TimelineMinimap::TimelineMinimap(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(mapHeight);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Whole step"));
    setToolTip(tr("The whole step: click or drag to show another part"));
    setCursor(Qt::PointingHandCursor);
}

void TimelineMinimap::setData(std::shared_ptr<const TimelineData> data)
{
    m_data = std::move(data);
    m_step = {};
    update();
}

void TimelineMinimap::setAxis(const TimeAxis& axis)
{
    if (axis.left != m_axis.left || axis.right != m_axis.right) {
        m_step = {};
    }
    m_axis = axis;
    update();
}

Seconds TimelineMinimap::end() const
{
    return m_data ? m_data->timeline().end : Seconds(0);
}

bool TimelineMinimap::isWhole() const
{
    return m_axis.to - m_axis.from >= end();
}

QRectF TimelineMinimap::frame() const
{
    if (end() <= Seconds(0)) {
        return {};
    }
    const TimeAxis whole {Seconds(0), end(), m_axis.left, m_axis.right};
    const qreal from = whole.mapTimeToX(m_axis.from);
    const qreal to = whole.mapTimeToX(std::min(m_axis.to, end()));
    return QRectF(from, 0, std::max(3.0, to - from), height()).adjusted(0, 0.5, 0, -0.5);
}

void TimelineMinimap::moveTo(qreal x)
{
    if (end() > Seconds(0)) {
        const TimeAxis whole {Seconds(0), end(), m_axis.left, m_axis.right};
        Q_EMIT moved(std::clamp(whole.mapXToTime(x), Seconds(0), end()));
    }
}

// Paints the compute lanes, one line of pixels each; a subset if there are more pipeline ranks than lines.
void TimelineMinimap::paintStep(QPainter& painter) const
{
    const int pipeline_ranks = m_data->pipelineRanks();
    const int lines = std::min(pipeline_ranks, height() - 2 * mapEdge);
    const TimelineLayout whole =
        TimelineLayout::build(m_data, width(), {m_axis.left, width() - m_axis.right, 1, 0, 0, 0}, Seconds(0), end());
    const qreal each = (height() - 2.0 * mapEdge) / std::max(1, lines);
    for (int line = 0; line < lines; ++line) {
        const int pipeline_rank = static_cast<int>(static_cast<qint64>(line) * pipeline_ranks / lines);
        for (const TimelinePiece& piece : whole.pieces(pipeline_rank, Lane::Compute)) {
            const QRectF area(piece.left, mapEdge + line * each, std::max(1.0, piece.right - piece.left),
                              std::max(1.0, each - (each > 3 ? 1 : 0)));
            const auto colorOf = [&](SpanKind kind) { return theme::operation(kind, palette()); };
            if (piece.span >= 0 || area.height() < leastStack) {
                QColor color = colorOf(piece.kind);
                color.setAlphaF(piece.span >= 0 ? 1 : static_cast<float>(piece.busy()));
                painter.fillRect(area, color);
            } else {
                paintShares(painter, area, piece, colorOf);
            }
        }
    }
}

void TimelineMinimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (end() <= Seconds(0)) {
        return;
    }
    if (m_step.isNull()) {
        m_step = QPixmap(size() * devicePixelRatio());
        m_step.setDevicePixelRatio(devicePixelRatio());
        m_step.fill(palette().color(QPalette::Base));
        QPainter step(&m_step);
        paintStep(step);
    }
    painter.drawPixmap(0, 0, m_step);
    const QRectF shown = frame();
    QColor shade = palette().color(QPalette::Base);
    shade.setAlpha(170);
    painter.fillRect(QRectF(m_axis.left, 0, shown.left() - m_axis.left, height()), shade);
    painter.fillRect(QRectF(shown.right(), 0, m_axis.right - shown.right(), height()), shade);
    painter.setPen(QPen(theme::accent(palette()), 1.5));
    painter.drawRect(shown);
}

void TimelineMinimap::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_step = {};
}

void TimelineMinimap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_step = {};
        update();
    }
}

void TimelineMinimap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        moveTo(event->position().x());
    }
}

void TimelineMinimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        moveTo(event->position().x());
    }
}

QSize TimelineMinimap::sizeHint() const
{
    return {520, mapHeight};
}

}
