// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memorybars.h"
#include "ui/words/messagetext.h"

#include "core/estimate/fullestdevice.h"
#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/models/devicemodel.h"
#include "ui/style/theme.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/peakwords.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace stagecraft {

namespace {

constexpr qreal sign = 14; // width of the arrow of a row that can be expanded

constexpr qreal leastShare = 0.4; // minimum share of the width for the bars
constexpr qreal leastBriefShare = 0.2; // minimum share with short labels
constexpr qreal shortestLabel = 8; // characters
constexpr qreal leastRows = 1.5; // minimum number of visible bars for which the legend is shown

// Uses the upper bound, as the bar does. `brief`: the peak alone if the device fits.
QString numbersOf(const MemoryRow& row, bool brief)
{
    const DeviceEstimate& estimate = row.estimate;
    const QString peak = bytesText(estimate.peak);
    if (brief && estimate.fits) {
        return peak;
    }
    if (brief) {
        return overWords(estimate);
    }
    return QStringLiteral("%1, %2").arg(peak, fillWords(estimate));
}

const QString& labelOf(const MemoryRow& row, bool brief)
{
    return brief && !row.brief.isEmpty() ? row.brief : row.label;
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
    // Labels and figures reduce the width of the bars; below this size, bars are too short to read.
    setMinimumSize(34 * fontMetrics().averageCharWidth(), 72);
}

void MemoryBars::setDevices(const std::vector<DeviceEstimate>& devices, const QStringList& layerNames)
{
    setRows(memoryRows(devices, mostDeviceBars), layerNames);
}

void MemoryBars::setRows(std::vector<MemoryRow> rows, const QStringList& layerNames)
{
    m_layerNames = layerNames;
    m_layout.rows = std::move(rows);
    m_current = std::min(m_current, static_cast<int>(m_layout.rows.size()) - 1);
    m_hovered = -1;
    m_parts.clear();
    for (const MemoryPart part : memoryParts) {
        if (std::any_of(m_layout.rows.begin(), m_layout.rows.end(),
                        [part](const MemoryRow& row) { return partBytes(row.estimate.breakdown, part).value > 0; })) {
            m_parts.push_back(part);
        }
    }
    m_reserves = std::any_of(m_layout.rows.begin(), m_layout.rows.end(),
                             [](const MemoryRow& row) { return row.estimate.device_high > row.estimate.peak; });
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
        return filledShare(a.estimate) < filledShare(b.estimate);
    });
    const auto highest = std::max_element(rows.begin(), rows.end(), [](const MemoryRow& a, const MemoryRow& b) {
        return a.estimate.peak < b.estimate.peak;
    });
    qsizetype over = 0;
    qsizetype all = 0;
    for (const MemoryRow& row : rows) { // count expanded rows once
        const int count = row.nested ? 0 : row.equal ? row.devices : 1;
        all += count;
        over += row.estimate.fits ? 0 : count;
    }
    const DeviceEstimate& peak = highest->estimate;
    const QString where = momentText(peak.moment, m_layerNames);
    // Report the fill of one device only: the fullest.
    const QString most = fillWords(peak) == fillWords(fullest->estimate)
        ? tr("Peak on device %1: %2 of %3, %4; %5.")
              .arg(highest->device)
              .arg(bytesText(peak.peak), bytesText(peak.capacity), where, fillWords(peak))
        : tr("Peak on device %1: %2 of %3, %4. Largest share of capacity: device %5, %6.")
              .arg(highest->device)
              .arg(bytesText(peak.peak), bytesText(peak.capacity), where)
              .arg(fullest->device)
              .arg(fillWords(fullest->estimate));
    return over == 0 ? most
                     : most + QLatin1Char(' ')
            + (over == all ? tr("All devices exceed their capacity.")
                           : tr("%Ln of %1 devices exceed their capacity.", nullptr, static_cast<int>(over)).arg(all));
}

MemoryBarsLayout::Metrics MemoryBars::metricsOf(qreal width, bool brief) const
{
    const QFontMetricsF metrics(font());
    qreal labels = 0;
    qreal numbers = 0;
    for (const MemoryRow& row : m_layout.rows) {
        labels = std::max(labels, metrics.horizontalAdvance(labelOf(row, brief)) + indentOf(row));
        numbers = std::max(numbers, metrics.horizontalAdvance(numbersOf(row, brief)));
    }
    MemoryBarsLayout::Metrics layout;
    layout.right = numbers + 12 + chartEdge;
    if (brief) { // elide names of plans before bars get too short
        const qreal room = (1 - leastBriefShare) * width - layout.right - chartEdge - 10;
        labels = std::min(labels, std::max(room, shortestLabel * metrics.averageCharWidth()));
    }
    layout.left = chartEdge + labels + 10;
    if (!brief && width - layout.left - layout.right < leastShare * width) {
        return metricsOf(width, true);
    }
    layout.brief = brief;
    layout.rowHeight = std::max(30.0, metrics.height() + 14);
    layout.barHeight = layout.rowHeight - 10;
    layout.axisHeight = metrics.height() + 10;
    return layout;
}

QStringList MemoryBars::legendWords() const
{
    QStringList words;
    for (const MemoryPart part : m_parts) {
        words += partName(part);
    }
    if (m_reserves) {
        words += tr("Upper bound");
    }
    return words;
}

qreal MemoryBars::headerHeight(qreal width, const Header& header) const
{
    const QFontMetricsF metrics(font());
    const qreal legend = header.legend ? LegendLayout::build(legendWords(), width - 2 * chartEdge, metrics).height : 0;
    return 6 + legend + (header.capacity ? metrics.height() + 6 : 0);
}

qreal MemoryBars::headerHeight() const
{
    return headerHeight(viewport()->width(), m_header);
}

// Bars take precedence over the legend: tooltips name the categories, and the summary the capacity.
MemoryBars::Header MemoryBars::headerFor(const QSizeF& size, qreal axis) const
{
    const qreal least = leastRows * m_layout.metrics.rowHeight;
    for (const Header& header : {Header {true, true}, Header {false, true}}) {
        if (size.height() - headerHeight(size.width(), header) - axis >= least) {
            return header;
        }
    }
    return {false, false};
}

void MemoryBars::relayout()
{
    const QSizeF size = viewport()->size();
    m_layout = MemoryBarsLayout::build(std::move(m_layout.rows), size.width(), metricsOf(size.width()));
    m_header = headerFor(size, m_layout.metrics.axisHeight);
    const qreal room = size.height() - headerHeight() - m_layout.metrics.axisHeight;
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
    const qreal header = headerHeight();
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
    for (const QString& line : peakLines(row.estimate)) {
        text += line.toHtmlEscaped() + QStringLiteral("<br>");
    }
    const CollectiveBytes& nccl = row.estimate.collectives;
    if (nccl.high > Bytes(0)) {
        const QString bytes = nccl.low == nccl.high ? bytesText(nccl.high)
                                                    : tr("%1 to %2").arg(bytesText(nccl.low), bytesText(nccl.high));
        text += tr("Included NCCL buffers: %1 (%2)").arg(bytes, messageText(nccl.source).toHtmlEscaped())
            + QStringLiteral("<br>");
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
        if (m_choosable) {
            const bool opens = hit && (hit->part || m_layout.rows[static_cast<std::size_t>(row)].group >= 0);
            viewport()->setCursor(opens ? Qt::PointingHandCursor : Qt::ArrowCursor);
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void MemoryBars::setChoosable()
{
    m_choosable = true;
    setFocusPolicy(Qt::StrongFocus);
}

void MemoryBars::setCurrent(int row)
{
    m_current = std::clamp(row, -1, static_cast<int>(m_layout.rows.size()) - 1);
    if (m_current >= 0) {
        const QRectF area = m_layout.rowArea(m_current);
        QScrollBar* bar = verticalScrollBar();
        const int end = static_cast<int>(std::ceil(area.bottom())) - bar->pageStep();
        bar->setValue(std::clamp(bar->value(), end, std::max(end, static_cast<int>(area.top()))));
    }
    viewport()->update();
}

QRect MemoryBars::rowRect(int row) const
{
    return m_layout.rowArea(row).translated(0, headerHeight() - verticalScrollBar()->value()).toAlignedRect();
}

void MemoryBars::mouseReleaseEvent(QMouseEvent* event)
{
    const auto hit = m_choosable && event->button() == Qt::LeftButton ? hitAt(event->pos()) : std::nullopt;
    if (!hit) {
        QAbstractScrollArea::mouseReleaseEvent(event);
        return;
    }
    setCurrent(hit->row);
    Q_EMIT chosen(hit->row);
    if (hit->part || m_layout.rows[static_cast<std::size_t>(hit->row)].group >= 0) {
        Q_EMIT opened(hit->row);
    }
}

bool MemoryBars::moveCurrent(int key)
{
    const int last = static_cast<int>(m_layout.rows.size()) - 1;
    const int page =
        std::max(1, static_cast<int>(verticalScrollBar()->pageStep() / std::max(1.0, m_layout.metrics.rowHeight)) - 1);
    int row = m_current;
    switch (key) {
    case Qt::Key_Up:
        row = std::max(0, row - 1);
        break;
    case Qt::Key_Down:
        row = std::min(last, row + 1);
        break;
    case Qt::Key_PageUp:
        row = std::max(0, row - page);
        break;
    case Qt::Key_PageDown:
        row = std::min(last, row + page);
        break;
    case Qt::Key_Home:
        row = 0;
        break;
    case Qt::Key_End:
        row = last;
        break;
    default:
        return false;
    }
    if (row != m_current) {
        setCurrent(row);
        Q_EMIT chosen(row);
    }
    return true;
}

void MemoryBars::keyPressEvent(QKeyEvent* event)
{
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (!m_choosable || m_layout.rows.empty() || event->modifiers() & ~Qt::KeypadModifier) {
        QAbstractScrollArea::keyPressEvent(event);
    } else if (opens && m_current >= 0) {
        Q_EMIT opened(m_current);
    } else if (!moveCurrent(event->key())) {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void MemoryBars::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (m_choosable && m_current < 0 && event->reason() != Qt::MouseFocusReason) {
        setCurrent(0);
    }
    viewport()->update();
}

void MemoryBars::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void MemoryBars::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_layout.rows.empty()) {
        return;
    }
    painter.setFont(font());
    const qreal header = headerHeight();
    const qreal bottom = viewport()->height() - m_layout.metrics.axisHeight;
    const qreal scroll = verticalScrollBar()->value();
    const QRectF shown(0, scroll, viewport()->width(), bottom - header);
    // With few rows, the axis is directly below them.
    const qreal rowsEnd =
        std::min(bottom, header + static_cast<qreal>(m_layout.rows.size()) * m_layout.metrics.rowHeight);
    const auto xOf = [this](double bytes) { return m_layout.xOf(bytes); };
    paintByteGrid(painter, xOf, m_layout.end, header, rowsEnd, palette());
    painter.save();
    painter.setClipRect(QRectF(0, header, viewport()->width(), rowsEnd - header));
    painter.translate(0, header - scroll);
    const auto rows = m_layout.rowsIn(shown);
    for (int row = rows.first; row < rows.second; ++row) {
        paintState(painter, row);
    }
    paintRows(painter, m_layout, rows);
    painter.restore();
    paintHeader(painter, m_layout, m_header);
    paintByteAxis(painter, xOf, m_layout.end, rowsEnd, palette());
}

void MemoryBars::paintHeader(QPainter& painter, const MemoryBarsLayout& layout, const Header& header) const
{
    const QFontMetricsF metrics(font());
    const QStringList entries = header.legend ? legendWords() : QStringList();
    const qreal legend = paintLegend(painter, QRectF(chartEdge, 6, layout.width - 2 * chartEdge, 400), entries,
                                     palette(), [&](std::size_t entry, const QRectF& mark) {
                                         if (entry < m_parts.size()) {
                                             theme::fillPart(painter, mark, m_parts[entry], palette());
                                         } else {
                                             paintReserve(painter, mark);
                                         }
                                     });
    if (!header.capacity || !oneCapacity(layout)) {
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

void MemoryBars::paintRows(QPainter& painter, const MemoryBarsLayout& layout, std::pair<int, int> rows) const
{
    for (int row = rows.first; row < rows.second; ++row) {
        paintRow(painter, layout, row);
    }
}

// Shown on screen only: the hovered and the current row, and the arrows of rows that can be expanded.
void MemoryBars::paintState(QPainter& painter, int row) const
{
    const QRectF area = m_layout.rowArea(row);
    if (row == m_hovered) {
        painter.fillRect(area, theme::surface(palette()));
    }
    if (m_choosable && row == m_current) {
        painter.fillRect(area, theme::selection(palette()));
        if (hasFocus()) {
            painter.setPen(QPen(theme::accent(palette()), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(area.adjusted(0.5, 0.5, -1.5, -1.5));
        }
    }
    const MemoryRow& entry = m_layout.rows[static_cast<std::size_t>(row)];
    if (entry.group >= 0) { // points down if expanded
        const QPointF at(chartEdge + 4, area.center().y());
        const QPolygonF shut {at + QPointF(-2, -4.5), at + QPointF(3.5, 0), at + QPointF(-2, 4.5)};
        const QPolygonF open {at + QPointF(-4, -2), at + QPointF(5, -2), at + QPointF(0.5, 3.5)};
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme::mutedText(palette()));
        painter.drawPolygon(entry.opened ? open : shut);
        painter.restore();
    }
}

qreal MemoryBars::indentOf(const MemoryRow& row) const
{
    return row.nested ? 2 * sign : row.group >= 0 ? sign : 0;
}

void MemoryBars::paintLabel(QPainter& painter, const MemoryBarsLayout& layout, int row) const
{
    const MemoryRow& entry = layout.rows[static_cast<std::size_t>(row)];
    const QRectF area = layout.rowArea(row);
    const qreal indent = indentOf(entry);
    painter.setPen(palette().color(QPalette::Text));
    const qreal width = layout.metrics.left - chartEdge - indent - 8;
    painter.drawText(QRectF(chartEdge + indent, area.top(), width, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(font()).elidedText(labelOf(entry, layout.metrics.brief), Qt::ElideRight, width));
}

// Outlined, so that it is visible on every category.
void MemoryBars::paintBounds(QPainter& painter, const QLineF& bounds, qreal height) const
{
    const QPointF cap(0, height * 0.3);
    const std::array lines {bounds, QLineF(bounds.p1() - cap, bounds.p1() + cap),
                            QLineF(bounds.p2() - cap, bounds.p2() + cap)};
    for (const QPen& pen : {QPen(palette().color(QPalette::Base), 3.6, Qt::SolidLine, Qt::FlatCap),
                            QPen(palette().color(QPalette::Text), 1.4, Qt::SolidLine, Qt::FlatCap)}) {
        painter.setPen(pen);
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    }
}

void MemoryBars::paintSegments(QPainter& painter, const MemoryBarsLayout& layout, int row) const
{
    const QFontMetricsF metrics(font());
    for (const auto& segment : layout.segments(row)) {
        const qreal gap = segment.area.width() > 3 ? 1 : 0;
        theme::fillPart(painter, segment.area.adjusted(0, 0, -gap, 0), segment.part, palette());
        const QString words = partName(segment.part);
        const QRectF free = layout.nameRoom(row, segment);
        if (metrics.horizontalAdvance(words) + 12 < free.width()) {
            painter.setPen(theme::textOn(theme::part(segment.part, palette())));
            painter.drawText(free, Qt::AlignCenter, words);
        }
        // A thin gap separates neighbors of similar lightness, unless the part itself is too thin.
        painter.fillRect(QRectF(segment.area.right() - gap, segment.area.top(), gap, segment.area.height()),
                         palette().color(QPalette::Base));
    }
}

void MemoryBars::paintRow(QPainter& painter, const MemoryBarsLayout& layout, int row) const
{
    const MemoryRow& entry = layout.rows[static_cast<std::size_t>(row)];
    const DeviceEstimate& estimate = entry.estimate;
    const QRectF area = layout.rowArea(row);
    const qreal capacity = layout.xOf(static_cast<double>(estimate.capacity.value));
    if (entry.begins_group) {
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), theme::line(palette()));
    }
    paintLabel(painter, layout, row);
    paintSegments(painter, layout, row);
    const bool over = !estimate.fits;
    paintReserve(painter, layout.reserve(row).adjusted(0, 0.5, -0.5, -0.5));
    if (over) {
        theme::fillOverflow(painter, layout.overflow(row), palette());
    }
    if (const auto bounds = layout.bounds(row)) {
        paintBounds(painter, *bounds, layout.metrics.barHeight);
    }
    painter.fillRect(QRectF(capacity - 1, area.top(), 2, area.height()),
                     over ? theme::bad(palette()) : theme::mutedText(palette()));
    painter.setPen(over ? theme::bad(palette()) : theme::mutedText(palette()));
    painter.drawText(
        QRectF(layout.width - layout.metrics.right, area.top(), layout.metrics.right - chartEdge, area.height()),
        Qt::AlignVCenter | Qt::AlignRight, numbersOf(entry, layout.metrics.brief));
}

void MemoryBars::paintReserve(QPainter& painter, const QRectF& area) const
{
    painter.setPen(theme::line(palette()));
    painter.setBrush(theme::surface(palette()));
    painter.drawRect(area);
}

QSize MemoryBars::exportSize() const
{
    constexpr int width = 900;
    return {width, static_cast<int>(std::ceil(headerHeight(width, {}) + m_layout.height() + 8))};
}

void MemoryBars::exportTo(QPainter& painter) const
{
    const QSize size = exportSize();
    painter.fillRect(QRect(QPoint(), size), palette().color(QPalette::Base));
    if (m_layout.rows.empty()) {
        return;
    }
    painter.setFont(font());
    const MemoryBarsLayout whole = MemoryBarsLayout::build(m_layout.rows, size.width(), metricsOf(size.width()));
    const qreal header = headerHeight(size.width(), {});
    const qreal rows = static_cast<qreal>(whole.rows.size()) * whole.metrics.rowHeight;
    const auto xOf = [&whole](double bytes) { return whole.xOf(bytes); };
    paintByteGrid(painter, xOf, whole.end, header, header + rows, palette());
    painter.save();
    painter.translate(0, header);
    paintRows(painter, whole, {0, static_cast<int>(whole.rows.size())});
    painter.restore();
    paintHeader(painter, whole, {});
    paintByteAxis(painter, xOf, whole.end, header + rows, palette());
}

}
