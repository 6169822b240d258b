// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/partitioners/partitionerbars.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/panes/partitioners/partitionerwords.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

PlanRole barRole(const PartitionerRow& row)
{
    return isExactSearch(row) ? PlanRole::Recommended : PlanRole::Baseline;
}

// "7.49 GiB, 1.20x".
QString barNumbers(const PartitionerRow& row)
{
    return row.peak_ratio ? QStringLiteral("%1, %2").arg(bytesText(row.peak), timesText(*row.peak_ratio))
                          : bytesText(row.peak);
}

}

PartitionerBars::PartitionerBars(QWidget* parent) : PaintedChart(parent)
{
    setAccessibleName(tr("Peak memory by partitioner"));
    setComparison(nullptr, {});
}

void PartitionerBars::setComparison(std::shared_ptr<const PartitionerComparison> comparison, Bytes capacity)
{
    m_comparison = std::move(comparison);
    m_capacity = capacity;
    m_current = -1;
    setAccessibleDescription(summary());
    setMinimumHeight(minimumSizeHint().height());
    updateGeometry();
    update();
}

void PartitionerBars::setCurrent(int row)
{
    m_current = row < rows() ? row : -1;
    setAccessibleDescription(
        m_current < 0 ? summary()
                      : tr("%1: %2. %3").arg(nameOf(rowAt(m_current)), verdictText(rowAt(m_current)), summary()));
    update();
}

QString PartitionerBars::summary() const
{
    return m_comparison ? summaryOf(*m_comparison) : tr("No comparison.");
}

PartitionerBars::Frame PartitionerBars::frameFor(qreal width) const
{
    const QFontMetricsF metrics(font());
    Frame frame;
    qreal names = 0;
    qreal numbers = 0;
    Bytes most;
    for (int i = 0; i < rows(); ++i) {
        const PartitionerRow& row = rowAt(i);
        names = std::max(names, metrics.horizontalAdvance(nameOf(row)));
        if (row.hasAnswer()) {
            numbers = std::max(numbers, metrics.horizontalAdvance(barNumbers(row)));
            most = std::max(most, row.peak);
        }
    }
    // A much larger capacity would compress the bars.
    frame.capacity = m_capacity.value > 0 && m_capacity < 2.5 * most;
    most = frame.capacity ? std::max(most, m_capacity) : most;
    frame.width = width;
    frame.left = chartEdge + names + 10;
    frame.right = std::max(frame.left + 1, width - chartEdge - numbers - 12);
    frame.row = metrics.height() + 8;
    const QStringList words = legendWords();
    frame.top = 6 + LegendLayout::build(words, width - 2 * chartEdge, metrics).height + metrics.height() + 6;
    frame.end = byteAxisEnd(most);
    return frame;
}

qreal PartitionerBars::axisHeight() const
{
    return QFontMetricsF(font()).height() + 14;
}

qreal PartitionerBars::axisTop() const
{
    const Frame frame = frameFor(width());
    const int shownEnd = parentWidget() ? parentWidget()->height() - y() : height();
    return std::clamp(shownEnd - axisHeight(), frame.top, rowsEnd(frame));
}

QRectF PartitionerBars::rowArea(int row) const
{
    const Frame frame = frameFor(width());
    return {0, frame.top + row * frame.row, frame.width, frame.row};
}

int PartitionerBars::rowOf(const QPointF& at) const
{
    const Frame frame = frameFor(width());
    const int row = static_cast<int>(std::floor((at.y() - frame.top) / frame.row));
    const qreal belowAxisTop = at.y() - axisTop();
    const bool onAxis = belowAxisTop >= 0 && belowAxisTop < axisHeight();
    return row >= 0 && row < rows() && !onAxis ? row : -1;
}

QString PartitionerBars::toolTipAt(const QPoint& at) const
{
    const int row = rowOf(at);
    return row < 0 ? QString() : toolTipOf(rowAt(row));
}

void PartitionerBars::choose(int row)
{
    setCurrent(row);
    Q_EMIT currentChanged(m_current);
}

void PartitionerBars::mousePressEvent(QMouseEvent* event)
{
    const int row = rowOf(event->position());
    if (row >= 0 && event->button() == Qt::LeftButton) {
        choose(row);
    }
}

void PartitionerBars::keyPressEvent(QKeyEvent* event)
{
    if (rows() > 0 && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        const int step = event->key() == Qt::Key_Up ? -1 : 1;
        choose(m_current < 0 ? 0 : std::clamp(m_current + step, 0, rows() - 1));
        return;
    }
    PaintedChart::keyPressEvent(event);
}

// The axis stays in place while the rows scroll.
void PartitionerBars::moveEvent(QMoveEvent* event)
{
    PaintedChart::moveEvent(event);
    update();
}

bool PartitionerBars::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        update();
    }
    return PaintedChart::eventFilter(watched, event);
}

void PartitionerBars::changeEvent(QEvent* event)
{
    PaintedChart::changeEvent(event);
    if (event->type() == QEvent::ParentChange && parentWidget()) {
        parentWidget()->installEventFilter(this);
    }
    if (event->type() == QEvent::FontChange) {
        setMinimumHeight(minimumSizeHint().height());
    }
    if (event->type() == QEvent::PaletteChange) {
        update();
    }
}

void PartitionerBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (rows() > 0) {
        paintFrame(painter, frameFor(width()), axisTop());
    }
    if (hasFocus()) {
        paintFocusFrame(painter, rect(), palette());
    }
}

void PartitionerBars::paintFrame(QPainter& painter, const Frame& frame, qreal axis) const
{
    painter.setFont(font());
    paintHeader(painter, frame);
    const auto xOf = [&frame](double bytes) { return frame.xOf(bytes); };
    if (m_current >= 0) {
        painter.fillRect(QRectF(0, frame.top + m_current * frame.row, frame.width, frame.row),
                         theme::selection(palette()));
    }
    paintByteGrid(painter, xOf, frame.end, frame.top, axis, palette());
    if (frame.capacity) {
        painter.fillRect(QRectF(xOf(static_cast<double>(m_capacity.value)) - 1, frame.top, 2, axis - frame.top),
                         theme::mutedText(palette()));
    }
    for (int row = 0; row < rows(); ++row) {
        paintRow(painter, frame, row);
    }
    painter.fillRect(QRectF(0, axis, frame.width, axisHeight()), palette().color(QPalette::Base));
    paintByteAxis(painter, xOf, frame.end, axis, palette());
}

QStringList PartitionerBars::legendWords() const
{
    return {tr("Stagecraft"), tr("Other partitioners"), tr("Peak above capacity")};
}

void PartitionerBars::paintHeader(QPainter& painter, const Frame& frame) const
{
    const QFontMetricsF metrics(font());
    paintLegend(painter, QRectF(chartEdge, 6, frame.width - 2 * chartEdge, 400), legendWords(), palette(),
                [&](std::size_t entry, const QRectF& mark) {
                    if (entry == 2) {
                        painter.fillRect(mark, theme::surface(palette()));
                        theme::fillOverflow(painter, mark, palette());
                    } else {
                        painter.fillRect(
                            mark, theme::plan(entry == 0 ? PlanRole::Recommended : PlanRole::Baseline, palette()));
                    }
                });
    if (m_capacity.value <= 0) {
        return;
    }
    const QString words =
        (frame.capacity ? tr("Capacity %1") : tr("Capacity %1 (off scale)")).arg(bytesText(m_capacity));
    const qreal room = metrics.horizontalAdvance(words) + 4;
    const qreal at = frame.capacity ? frame.xOf(static_cast<double>(m_capacity.value)) : frame.right - room / 2;
    painter.setPen(theme::mutedText(palette()));
    painter.drawText(QRectF(std::clamp(at - room / 2, 0.0, std::max(0.0, frame.width - room)),
                            frame.top - metrics.height() - 4, room, metrics.height()),
                     Qt::AlignCenter, words);
}

void PartitionerBars::paintRow(QPainter& painter, const Frame& frame, int row) const
{
    const PartitionerRow& entry = rowAt(row);
    const QFontMetricsF metrics(font());
    const QRectF area(0, frame.top + row * frame.row, frame.width, frame.row);
    QFont name = font();
    name.setBold(isExactSearch(entry));
    painter.setFont(name);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(chartEdge, area.top(), frame.left - chartEdge - 8, area.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, nameOf(entry));
    painter.setFont(font());
    if (!entry.hasAnswer()) {
        const qreal room = frame.width - frame.left - chartEdge;
        const QString verdict_text = metrics.elidedText(verdictText(entry), Qt::ElideRight, room);
        // Background, so that grid lines do not cross the text.
        painter.fillRect(QRectF(frame.left, area.top(), metrics.horizontalAdvance(verdict_text) + 10, area.height()),
                         row == m_current ? theme::selection(palette()) : palette().color(QPalette::Base));
        painter.setPen(theme::mutedText(palette()));
        painter.drawText(QRectF(frame.left + 4, area.top(), room, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         verdict_text);
        return;
    }
    const QRectF bar(frame.left, area.top() + 3, frame.xOf(static_cast<double>(entry.peak.value)) - frame.left,
                     area.height() - 6);
    painter.fillRect(bar, theme::plan(barRole(entry), palette()));
    const qreal capacity = frame.xOf(static_cast<double>(m_capacity.value));
    if (frame.capacity && bar.right() > capacity) {
        theme::fillOverflow(painter, QRectF(QPointF(capacity, bar.top()), bar.bottomRight()), palette());
    }
    painter.setPen(entry.fits ? theme::mutedText(palette()) : theme::bad(palette()));
    painter.drawText(QRectF(frame.right, area.top(), frame.width - frame.right - chartEdge, area.height()),
                     Qt::AlignVCenter | Qt::AlignRight, barNumbers(entry));
}

QSize PartitionerBars::sizeHint() const
{
    return {560, minimumSizeHint().height()};
}

QSize PartitionerBars::minimumSizeHint() const
{
    return {240, static_cast<int>(std::ceil(rowsEnd(frameFor(560)) + axisHeight()))};
}

QSize PartitionerBars::exportSize() const
{
    constexpr int width = 900;
    return {width, static_cast<int>(std::ceil(rowsEnd(frameFor(width)) + axisHeight()))};
}

void PartitionerBars::paint(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    if (rows() > 0) {
        const Frame frame = frameFor(area.width());
        paintFrame(painter, frame, rowsEnd(frame));
    }
}

}
