// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memorybars.h"

#include "ui/charts/axisrange.h"
#include "ui/charts/legend.h"
#include "ui/models/devicemodel.h"
#include "ui/support/coretext.h"
#include "ui/support/formulas.h"
#include "ui/support/numbers.h"
#include "ui/support/peakwords.h"
#include "ui/support/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::size_t mostBars = 64;

QString numbersOf(const MemoryRow& row)
{
    const DeviceEstimate& estimate = row.estimate;
    const QString peak = peakText(estimate.peak, row.kind);
    if (estimate.peak > estimate.capacity) {
        return QCoreApplication::translate("MemoryBars", "%1, %2 over")
            .arg(peak, bytesText(estimate.peak - estimate.capacity));
    }
    const double share = estimate.capacity.value > 0 ? estimate.peak / estimate.capacity : 0;
    return QCoreApplication::translate("MemoryBars", "%1, %2 full").arg(peak, percentText(share));
}

bool oneCapacity(const MemoryBarsLayout& layout)
{
    return std::all_of(layout.rows.begin(), layout.rows.end(), [&](const MemoryRow& row) {
        return row.estimate.capacity == layout.rows.front().estimate.capacity;
    });
}

}

MemoryBars::MemoryBars(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Memory per device"));
    setMinimumHeight(120);
}

void MemoryBars::setDevices(const std::vector<DeviceEstimate>& devices, const QStringList& layerNames, MemoryKind kind)
{
    std::vector<MemoryRow> rows = memoryRows(devices, mostBars);
    for (MemoryRow& row : rows) {
        row.kind = kind;
    }
    setRows(std::move(rows), layerNames);
}

void MemoryBars::setRows(std::vector<MemoryRow> rows, const QStringList& layerNames)
{
    m_layerNames = layerNames;
    m_layout.rows = std::move(rows);
    m_parts.clear();
    for (const MemoryPart part : memoryParts) {
        if (std::any_of(m_layout.rows.begin(), m_layout.rows.end(),
                        [part](const MemoryRow& row) { return partBytes(row.estimate.breakdown, part).value > 0; })) {
            m_parts.push_back(part);
        }
    }
    relayout();
    setAccessibleDescription(summary());
    viewport()->update();
}

QString MemoryBars::summary() const
{
    const auto& rows = m_layout.rows;
    if (rows.empty()) {
        return tr("No plan is shown.");
    }
    const auto fullest = std::max_element(rows.begin(), rows.end(), [](const MemoryRow& a, const MemoryRow& b) {
        return a.estimate.peak < b.estimate.peak;
    });
    const auto over = std::count_if(rows.begin(), rows.end(), [](const MemoryRow& row) { return !row.estimate.fits; });
    const QString most =
        tr("The most is on device %1: %2 of %3, reached %4.")
            .arg(fullest->device)
            .arg(peakText(fullest->estimate.peak, fullest->kind), bytesText(fullest->estimate.capacity),
                 momentText(fullest->estimate.moment, m_layerNames));
    return over == 0 ? most
                     : most + QLatin1Char(' ')
            + (over == static_cast<qsizetype>(rows.size())
                   ? tr("None fits.")
                   : tr("%Ln of %1 do not fit.", nullptr, static_cast<int>(over)).arg(rows.size()));
}

MemoryBarsLayout::Metrics MemoryBars::metricsOf() const
{
    const QFontMetricsF metrics(font());
    qreal labels = 0;
    qreal numbers = 0;
    for (const MemoryRow& row : m_layout.rows) {
        labels = std::max(labels, metrics.horizontalAdvance(row.label));
        numbers = std::max(numbers, metrics.horizontalAdvance(numbersOf(row)));
    }
    MemoryBarsLayout::Metrics layout;
    layout.left = chartEdge + labels + 10;
    layout.right = numbers + 12 + chartEdge;
    layout.rowHeight = std::max(30.0, metrics.height() + 14);
    layout.barHeight = layout.rowHeight - 10;
    layout.axisHeight = metrics.height() + 10;
    return layout;
}

qreal MemoryBars::headerHeight(qreal width) const
{
    QStringList words;
    for (const MemoryPart part : m_parts) {
        words += partName(part);
    }
    const QFontMetricsF metrics(font());
    return 6 + LegendLayout::build(words, width - 2 * chartEdge, metrics).height + metrics.height() + 6;
}

void MemoryBars::relayout()
{
    const QSizeF size = viewport()->size();
    m_layout = MemoryBarsLayout::build(std::move(m_layout.rows), size.width(), metricsOf());
    const qreal room = size.height() - headerHeight(size.width()) - m_layout.metrics.axisHeight;
    const qreal rows = static_cast<qreal>(m_layout.rows.size()) * m_layout.metrics.rowHeight;
    verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(room)));
    verticalScrollBar()->setSingleStep(static_cast<int>(m_layout.metrics.rowHeight));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(rows - room))));
}

QSize MemoryBars::sizeHint() const
{
    return {520, 260};
}

void MemoryBars::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void MemoryBars::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        relayout();
    }
    if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

std::optional<MemoryBarsLayout::Hit> MemoryBars::hitAt(const QPoint& at) const
{
    const qreal header = headerHeight(viewport()->width());
    if (at.y() < header || at.y() > viewport()->height() - m_layout.metrics.axisHeight) {
        return std::nullopt;
    }
    return m_layout.hit(QPointF(at) - QPointF(0, header - verticalScrollBar()->value()));
}

QString MemoryBars::toolTipAt(const QPoint& at) const
{
    const auto hit = hitAt(at);
    if (!hit) {
        return {};
    }
    const MemoryRow& row = m_layout.rows[static_cast<std::size_t>(hit->row)];
    QString text = QStringLiteral("<b>%1</b><br>").arg(row.label.toHtmlEscaped());
    if (hit->part) {
        text += tr("%1: %2").arg(partName(*hit->part), exactBytesText(partBytes(row.estimate.breakdown, *hit->part)))
            + QStringLiteral("<br><i>%1</i><br>")
                  .arg(formulaOf(*hit->part).toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
    }
    for (const QString& line : peakLines(row.estimate, row.kind)) {
        text += line.toHtmlEscaped() + QStringLiteral("<br>");
    }
    const CollectiveBytes& nccl = row.estimate.collectives;
    if (nccl.high > Bytes(0)) {
        const QString bytes = nccl.low == nccl.high ? bytesText(nccl.high)
                                                    : tr("%1 to %2").arg(bytesText(nccl.low), bytesText(nccl.high));
        text += tr("Of it NCCL: %1 (%2)").arg(bytes, coreText(nccl.source).toHtmlEscaped()) + QStringLiteral("<br>");
    }
    text += tr("Capacity: %1").arg(exactBytesText(row.estimate.capacity)) + QStringLiteral("<br>");
    return text + tr("Reached %1").arg(momentText(row.estimate.moment, m_layerNames).toHtmlEscaped());
}

bool MemoryBars::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), viewport());
        return true;
    }
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::Leave) {
        const auto hit =
            event->type() == QEvent::MouseMove ? hitAt(static_cast<QMouseEvent*>(event)->pos()) : std::nullopt;
        const int row = hit ? hit->row : -1;
        if (row != m_hovered) {
            m_hovered = row;
            viewport()->update();
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void MemoryBars::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_layout.rows.empty()) {
        return;
    }
    painter.setFont(font());
    const qreal header = headerHeight(viewport()->width());
    const qreal bottom = viewport()->height() - m_layout.metrics.axisHeight;
    const qreal scroll = verticalScrollBar()->value();
    const QRectF shown(0, scroll, viewport()->width(), bottom - header);
    // With few rows the axis stands right below them.
    const qreal rowsEnd =
        std::min(bottom, header + static_cast<qreal>(m_layout.rows.size()) * m_layout.metrics.rowHeight);
    paintGrid(painter, m_layout, QRectF(0, header, viewport()->width(), rowsEnd - header));
    painter.save();
    painter.setClipRect(QRectF(0, header, viewport()->width(), rowsEnd - header));
    painter.translate(0, header - scroll);
    paintRows(painter, m_layout, m_layout.rowsIn(shown));
    painter.restore();
    paintHeader(painter, m_layout);
    paintAxis(painter, m_layout, rowsEnd);
}

void MemoryBars::paintHeader(QPainter& painter, const MemoryBarsLayout& layout) const
{
    const QFontMetricsF metrics(font());
    const qreal legend =
        paintPartLegend(painter, QRectF(chartEdge, 6, layout.width - 2 * chartEdge, 400), m_parts, palette());
    if (!oneCapacity(layout)) {
        return;
    }
    const Bytes capacity = layout.rows.front().estimate.capacity;
    const QString words = tr("Capacity %1").arg(bytesText(capacity));
    const qreal width = metrics.horizontalAdvance(words) + 4;
    const qreal at = layout.xOf(static_cast<double>(capacity.value));
    painter.setPen(theme::mutedText(palette()));
    painter.drawText(
        QRectF(std::clamp(at - width / 2, 0.0, layout.width - width), 6 + legend + 2, width, metrics.height()),
        Qt::AlignCenter, words);
}

void MemoryBars::paintGrid(QPainter& painter, const MemoryBarsLayout& layout, const QRectF& area) const
{
    const double unit = byteUnitFor(Bytes(static_cast<qint64>(layout.end))).size;
    for (const double tick : AxisRange::around(0, layout.end / unit, 6).ticks()) {
        painter.fillRect(QRectF(std::round(layout.xOf(tick * unit)), area.top(), 1, area.height()),
                         theme::blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.08));
    }
}

void MemoryBars::paintAxis(QPainter& painter, const MemoryBarsLayout& layout, qreal top) const
{
    const ByteUnit unit = byteUnitFor(Bytes(static_cast<qint64>(layout.end)));
    const AxisRange range = AxisRange::around(0, layout.end / unit.size, 6);
    painter.setPen(theme::mutedText(palette()));
    for (const double tick : range.ticks()) {
        const QString words = QLocale().toString(tick, 'f', range.decimals());
        painter.drawText(QRectF(layout.xOf(tick * unit.size) - 40, top + 4, 80, layout.metrics.axisHeight - 4),
                         Qt::AlignHCenter | Qt::AlignTop, words);
    }
    painter.drawText(QRectF(layout.width - layout.metrics.right + 26, top + 4, layout.metrics.right - 26,
                            layout.metrics.axisHeight - 4),
                     Qt::AlignLeft | Qt::AlignTop, unit.name);
}

void MemoryBars::paintRows(QPainter& painter, const MemoryBarsLayout& layout, std::pair<int, int> rows) const
{
    for (int row = rows.first; row < rows.second; ++row) {
        paintRow(painter, layout, row);
    }
}

void MemoryBars::paintRow(QPainter& painter, const MemoryBarsLayout& layout, int row) const
{
    const MemoryRow& entry = layout.rows[static_cast<std::size_t>(row)];
    const DeviceEstimate& estimate = entry.estimate;
    const QRectF area = layout.rowArea(row);
    const QFontMetricsF metrics(font());
    const qreal capacity = layout.xOf(static_cast<double>(estimate.capacity.value));
    if (row == m_hovered) {
        painter.fillRect(area, theme::surface(palette()));
    }
    if (entry.begins_group) {
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), theme::line(palette()));
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(chartEdge, area.top(), layout.metrics.left - chartEdge - 8, area.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, entry.label);
    for (const auto& segment : layout.segments(row)) {
        const qreal gap = segment.area.width() > 3 ? 1 : 0;
        theme::fillPart(painter, segment.area.adjusted(0, 0, -gap, 0), segment.part, palette());
        const QString words = partName(segment.part);
        const QRectF free(segment.area.topLeft(),
                          QPointF(std::min(segment.area.right(), capacity), segment.area.bottom())); // not hatched
        if (metrics.horizontalAdvance(words) + 12 < free.width()) {
            painter.setPen(theme::textOn(theme::part(segment.part, palette())));
            painter.drawText(free, Qt::AlignCenter, words);
        }
        // A thin gap, so that neighbours of like lightness stay apart.
        painter.fillRect(QRectF(segment.area.right() - 1, segment.area.top(), 1, segment.area.height()),
                         palette().color(QPalette::Base));
    }
    const bool over = !estimate.fits;
    painter.setPen(theme::line(palette()));
    painter.setBrush(theme::surface(palette()));
    painter.drawRect(layout.reserve(row).adjusted(0, 0.5, -0.5, -0.5));
    if (over) {
        theme::fillOverflow(painter, layout.overflow(row), palette());
    }
    painter.fillRect(QRectF(capacity - 1, area.top(), 2, area.height()),
                     over ? theme::bad(palette()) : theme::mutedText(palette()));
    painter.setPen(over ? theme::bad(palette()) : theme::mutedText(palette()));
    painter.drawText(
        QRectF(layout.width - layout.metrics.right, area.top(), layout.metrics.right - chartEdge, area.height()),
        Qt::AlignVCenter | Qt::AlignRight, numbersOf(entry));
}

QSize MemoryBars::exportSize() const
{
    constexpr int width = 900;
    return {width, static_cast<int>(std::ceil(headerHeight(width) + m_layout.height() + 8))};
}

void MemoryBars::exportTo(QPainter& painter) const
{
    const QSize size = exportSize();
    painter.fillRect(QRect(QPoint(), size), palette().color(QPalette::Base));
    if (m_layout.rows.empty()) {
        return;
    }
    painter.setFont(font());
    const MemoryBarsLayout whole = MemoryBarsLayout::build(m_layout.rows, size.width(), m_layout.metrics);
    const qreal header = headerHeight(size.width());
    const qreal rows = static_cast<qreal>(whole.rows.size()) * whole.metrics.rowHeight;
    paintGrid(painter, whole, QRectF(0, header, size.width(), rows));
    painter.save();
    painter.translate(0, header);
    paintRows(painter, whole, {0, static_cast<int>(whole.rows.size())});
    painter.restore();
    paintHeader(painter, whole);
    paintAxis(painter, whole, header + rows);
}

}
