// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/stages/stagestrip.h"

#include "core/estimate/fullestdevice.h"
#include "ui/charts/legend.h"
#include "ui/style/flatpainting.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"
#include "ui/words/peakwords.h"
#include "ui/words/plaintext.h"
#include "ui/words/words.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr qreal leastContrast = 4.5; // contrast of text

std::size_t stageIndex(int index)
{
    return static_cast<std::size_t>(index);
}

double shareOf(Bytes bytes, const DeviceEstimate& device)
{
    return device.capacity > Bytes(0) ? bytes / device.capacity : 1;
}

// Whisker from the peak to its upper bound, outlined as in the chart of memory per device.
void paintReach(QPainter& painter, const QLineF& reach, qreal height, const QPalette& palette)
{
    const QPointF cap(0, height * 0.4);
    for (const QPen& pen : {QPen(palette.color(QPalette::Base), 3, Qt::SolidLine, Qt::FlatCap),
                            QPen(palette.color(QPalette::Text), 1.2, Qt::SolidLine, Qt::FlatCap)}) {
        painter.setPen(pen);
        painter.drawLine(reach);
        painter.drawLine(reach.p2() - cap, reach.p2() + cap);
    }
}

}

StageStrip::StageStrip(QWidget* parent) : PaintedChart(parent)
{
    setAccessibleName(tr("Stages of the plan"));
    setMinimumHeight(3 * fontMetrics().height() + 54);
}

void StageStrip::setPlan(const Plan& plan, std::optional<Estimate> estimate)
{
    m_plan = plan;
    m_estimate = std::move(estimate);
    setCurrent(std::clamp(m_current, 0, static_cast<int>(plan.stages.size()) - 1));
    setAccessibleDescription(summary());
    update();
}

void StageStrip::setLayers(std::vector<ShownLayer> layers)
{
    m_layers = std::move(layers);
    update();
}

void StageStrip::setMeasure(LayerMeasure measure)
{
    m_measure = measure;
    update();
}

void StageStrip::clear()
{
    m_plan = {};
    m_estimate.reset();
    m_layers.clear();
    m_current = m_dragged = -1;
    setAccessibleDescription(summary());
    update();
}

void StageStrip::setCurrent(int stage)
{
    if (stage != m_current) {
        m_current = stage;
        setAccessibleDescription(summary());
        update();
        Q_EMIT currentChanged(stage);
    }
}

StageStripLayout StageStrip::layoutFor(const QRectF& area) const
{
    std::vector<double> weights;
    const auto layers = stageIndex(m_plan.stages.empty() ? 0 : m_plan.stages.back().layers.last);
    for (std::size_t l = 0; l < layers; ++l) {
        weights.push_back(m_layers.size() == layers ? m_layers[l].measure(m_measure) : 1);
    }
    const qreal line = QFontMetricsF(font()).height();
    const QRectF inner = area.adjusted(chartEdge, 4, -chartEdge, -4);
    const qreal below = 2 * line + 14; // a bar and its label
    return StageStripLayout::build(weights, m_plan.splitPoints(), inner.adjusted(0, 0, 0, -below - 4),
                                   {inner.left(), inner.bottom() - below, inner.width(), below});
}

QString StageStrip::stageText(int stage) const
{
    const Stage& shown = m_plan.stages[stageIndex(stage)];
    QString text = tr("Stage %1: layers %2–%3").arg(stage).arg(shown.layers.first).arg(shown.layers.last - 1);
    text += tr(", TP%1 DP%2").arg(shown.degrees.tensor).arg(shown.degrees.data);
    if (const DeviceEstimate* device = m_estimate ? fullestOf(m_plan, *m_estimate, stage) : nullptr) {
        text += tr(", %1 of %2").arg(bytesText(device->peak), bytesText(device->capacity)) + QStringLiteral(", ")
            + fillWords(*device);
    }
    return text;
}

QString StageStrip::summary() const
{
    if (m_plan.stages.empty()) {
        return tr("No plan is shown.");
    }
    QString text = tr("%n stages.", nullptr, static_cast<int>(m_plan.stages.size()));
    return m_current >= 0 ? text + QLatin1Char(' ') + stageText(m_current) + QLatin1Char('.') : text;
}

QString StageStrip::toolTipAt(const QPoint& point) const
{
    if (m_plan.stages.empty()) {
        return {};
    }
    const StageStripLayout layout = layoutFor(rect());
    const int layer = layout.layerAt(point);
    if (layer >= 0 && stageIndex(layer) < m_layers.size()) {
        const ShownLayer& shown = m_layers[stageIndex(layer)];
        return QStringLiteral("<b>%1</b><br>%2<br>%3<br>%4<br>%5")
            .arg(shortName(shown.name).toHtmlEscaped(),
                 tr("Parameters: %1").arg(bytesText(Bytes(static_cast<std::int64_t>(shown.parameters)))),
                 tr("With gradients, optimizer state and saved activations: %1")
                     .arg(bytesText(Bytes(static_cast<std::int64_t>(shown.bytes)))),
                 tr("Forward + backward: %1").arg(secondsText(Seconds(shown.seconds))),
                 tr("Activations: %1").arg(policyName(policiesOf(m_plan).of(layer))));
    }
    const int stage = layout.stageAt(point);
    return stage >= 0 ? stageText(stage) : QString();
}

bool StageStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ContextMenu && askForLayerMenu(static_cast<const QContextMenuEvent&>(*event))) {
        return true;
    }
    return PaintedChart::event(event);
}

void StageStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_plan.stages.empty()) {
        return;
    }
    const StageStripLayout layout = layoutFor(rect());
    m_dragged = layout.splitPointAt(event->position());
    if (m_dragged >= 0) {
        setCurrent(m_dragged);
        Q_EMIT editBegan();
    } else if (const int stage = layout.stageAt(event->position()); stage >= 0) {
        setCurrent(stage);
    }
}

void StageStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_plan.stages.empty()) {
        return;
    }
    const StageStripLayout layout = layoutFor(rect());
    if (m_dragged < 0) {
        setCursor(layout.splitPointAt(event->position()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
        return;
    }
    const int layer = layout.splitPointFor(event->position().x());
    if (stageIndex(m_dragged) < m_plan.stages.size() && layer != m_plan.stages[stageIndex(m_dragged)].layers.first) {
        Q_EMIT splitPointMoved(m_dragged, layer);
    }
}

void StageStrip::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged = -1;
}

void StageStrip::moveSplitPoint(int stage, int by, bool repeated)
{
    if (stage < 1 || stageIndex(stage) >= m_plan.stages.size()) {
        return;
    }
    if (!repeated) {
        Q_EMIT editBegan();
    }
    Q_EMIT splitPointMoved(stage, m_plan.stages[stageIndex(stage)].layers.first + by);
}

void StageStrip::keyPressEvent(QKeyEvent* event)
{
    const bool left = event->key() == Qt::Key_Left;
    if (m_plan.stages.empty() || (!left && event->key() != Qt::Key_Right)) {
        PaintedChart::keyPressEvent(event);
        return;
    }
    const int by = left ? -1 : 1;
    if (event->modifiers() & Qt::ControlModifier) {
        moveSplitPoint(m_current, by, event->isAutoRepeat());
    } else if (event->modifiers() & Qt::ShiftModifier) {
        moveSplitPoint(m_current + 1, by, event->isAutoRepeat());
    } else {
        setCurrent(std::clamp(m_current + by, 0, static_cast<int>(m_plan.stages.size()) - 1));
    }
}

bool StageStrip::askForLayerMenu(const QContextMenuEvent& event)
{
    if (m_plan.stages.empty()) {
        return false;
    }
    const StageStripLayout layout = layoutFor(rect());
    if (event.reason() == QContextMenuEvent::Keyboard) {
        Q_EMIT layerMenuWanted(-1, mapToGlobal(layout.stage(m_current).center().toPoint()));
        return true;
    }
    const int layer = layout.layerAt(event.pos());
    if (layer >= 0) {
        setCurrent(layout.stageAt(event.pos()));
        Q_EMIT layerMenuWanted(layer, event.globalPos());
    }
    return layer >= 0;
}

void StageStrip::paint(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    if (m_plan.stages.empty()) {
        return;
    }
    painter.setFont(font());
    const StageStripLayout layout = layoutFor(area);
    for (int s = 0; s < layout.stages(); ++s) {
        paintStage(painter, layout, s);
        paintBar(painter, layout.bar(s).adjusted(1, 0, -1, 0), s);
    }
}

void StageStrip::paintStage(QPainter& painter, const StageStripLayout& layout, int stage) const
{
    const QRectF area = layout.stage(stage).adjusted(1, 0, -1, 0);
    const QColor base = palette().color(QPalette::Base);
    const QColor fill = theme::blend(theme::accent(palette()), base,
                                     stage == m_current ? 0.42
                                         : stage % 2    ? 0.20
                                                        : 0.12);
    painter.fillRect(area, fill);
    const QColor line = theme::blend(palette().color(QPalette::Text), fill, 0.22);
    const LayerRange layers = m_plan.stages[stageIndex(stage)].layers;
    const QFontMetricsF metrics(font());
    for (int l = layers.first; l < layers.last; ++l) {
        const QRectF cell = layout.layer(l);
        if (cell.width() <= 3) {
            continue; // too narrow to be seen; measuring the names of ten thousand layers would be slow
        }
        if (l > layers.first) {
            painter.fillRect(QRectF(cell.left(), area.top(), 1, area.height()), line);
        }
        if (stageIndex(l) < m_layers.size()
            && metrics.horizontalAdvance(m_layers[stageIndex(l)].name) + 8 < cell.width()) {
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(cell.adjusted(0, 0, 0, -metrics.height()), Qt::AlignCenter, m_layers[stageIndex(l)].name);
        }
    }
    const QColor quiet = theme::mutedText(palette());
    painter.setPen(theme::contrast(quiet, fill) >= leastContrast ? quiet : palette().color(QPalette::Text));
    const QString words = tr("%1: %2–%3").arg(stage).arg(layers.first).arg(layers.last - 1);
    const QRectF foot(area.left() + 4, area.bottom() - metrics.height() - 2, area.width() - 8, metrics.height());
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                     flat::longestFitting({words, QString::number(stage)}, metrics, foot.width()));
    if (stage == m_current) {
        painter.setPen(QPen(theme::accent(palette()), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(0.75, 0.75, -0.75, -0.75));
    }
    if (stage > 0) { // handle of the split point
        const qreal x = layout.stage(stage).left();
        painter.fillRect(QRectF(x - 1, area.top(), 2, area.height()), palette().color(QPalette::Text));
    }
}

namespace {

// Increasingly short texts that show how full a device is.
QStringList fillings(const DeviceEstimate& device)
{
    const QString figure = device.fits ? percentText(filledShare(device)) : bytesText(device.device_high);
    return QStringList {fillWords(device)} + shortenings(QStringLiteral("≤ ") + figure);
}

}

// Peak of the fullest device as a bar, with a whisker to its upper bound.
void StageStrip::paintBar(QPainter& painter, const QRectF& room, int stage) const
{
    const DeviceEstimate* device = m_estimate ? fullestOf(m_plan, *m_estimate, stage) : nullptr;
    if (device == nullptr) {
        return;
    }
    const QFontMetricsF metrics(font());
    const double share = filledShare(*device);
    const QRectF track(room.left(), room.top() + 2, room.width(), 8);
    painter.fillRect(track, theme::surface(palette()));
    const qreal end = track.left() + track.width() * std::min(1.0, share);
    constexpr qreal leastFilled = 2; // minimum width for visibility
    const qreal peak = track.width() * std::min(1.0, shareOf(device->peak, *device));
    const QRectF filled(track.left(), track.top(), std::max(leastFilled, peak), track.height());
    painter.fillRect(filled, device->fits ? theme::accent(palette()) : theme::bad(palette()));
    if (!device->fits) {
        theme::fillOverflow(painter, filled, palette());
    }
    if (end > filled.right() + 1) {
        const qreal middle = track.center().y();
        paintReach(painter, {QPointF(filled.right(), middle), QPointF(end, middle)}, track.height(), palette());
    }
    painter.setPen(device->fits ? palette().color(QPalette::Text) : theme::bad(palette()));
    const QRectF words(room.left() + 2, track.bottom() + 2, room.width() - 4, metrics.height());
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     flat::longestFitting(shortenings(bytesText(device->peak)), metrics, words.width()));
    const QRectF second = words.translated(0, metrics.height());
    painter.setPen(theme::mutedText(palette()));
    painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                     flat::longestFitting(fillings(*device), metrics, second.width()));
}

QSize StageStrip::sizeHint() const
{
    return {560, 3 * fontMetrics().height() + 84};
}

QSize StageStrip::exportSize() const
{
    return {1000, 200};
}

}
