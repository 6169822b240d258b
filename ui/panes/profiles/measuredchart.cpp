// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/measuredchart.h"

#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/panes/profiles/pointmodel.h"
#include "ui/style/theme.h"
#include "ui/words/numbers.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace stagecraft {

namespace {

constexpr qreal reach = 14;
constexpr qreal bandOpacity = 0.18; // low, so that points and grid stay visible through three bands
constexpr std::array shapes {PlanRole::Front, PlanRole::Cheapest, PlanRole::Fastest}; // circle, square, triangle

struct Unit {
    double size = 1;
    QString name;
};

Unit timeUnitFor(double most)
{
    if (most < 1e-3) {
        return {1e-6, QStringLiteral("µs")};
    }
    return most < 1 ? Unit {1e-3, QStringLiteral("ms")} : Unit {1, QStringLiteral("s")};
}

void paintBandMark(QPainter& painter, const QRectF& mark, QColor color)
{
    painter.setPen(QPen(color, 1.6));
    painter.drawLine(QPointF(mark.left(), mark.center().y()), QPointF(mark.right(), mark.center().y()));
    color.setAlphaF(2 * bandOpacity); // small areas look fainter
    painter.fillRect(mark.adjusted(0, 1, 0, -1), color);
}

}

MeasuredChart::MeasuredChart(QWidget* parent) : PaintedChart(parent)
{
    setMinimumSize(220, 140);
    setAccessibleName(tr("Measured values by micro-batch size"));
    rebuild();
}

void MeasuredChart::setRow(std::shared_ptr<const ProfileData> data, int row, std::int64_t sequence)
{
    m_data = std::move(data);
    m_row = row;
    m_sequence = sequence;
    rebuild();
}

void MeasuredChart::setQuantity(PlottedQuantity quantity)
{
    m_quantity = quantity;
    rebuild();
}

void MeasuredChart::setCurrent(std::int64_t micro_batch)
{
    m_current = micro_batch;
    update();
}

void MeasuredChart::rebuild()
{
    m_series.clear();
    m_outOfMemory.clear();
    if (m_data && m_data->coverage && m_row >= 0 && m_row < static_cast<int>(m_data->coverage->rows.size())) {
        m_series = seriesOf(*m_data, m_row, m_sequence, m_quantity);
        for (const Measurement& m : m_data->coverage->rows[static_cast<std::size_t>(m_row)].points) {
            if (m.status == MeasurementStatus::OutOfMemory && m.point.sequence == m_sequence) {
                m_outOfMemory.push_back(static_cast<double>(m.point.micro_batch));
            }
        }
    }
    double most = 0;
    for (const PlotSeries& series : m_series) {
        for (const PlotPoint& point : series.points) {
            most = std::max(most, point.y);
        }
    }
    if (m_quantity == PlottedQuantity::Time) {
        const Unit unit = timeUnitFor(most);
        m_unit = unit.size;
        m_unitName = unit.name;
    } else {
        const ByteUnit unit = byteUnitFor(Bytes(static_cast<qint64>(most)));
        m_unit = unit.size;
        m_unitName = unit.name;
    }
    setAccessibleDescription(summary());
    update();
}

QString MeasuredChart::valueText(double value) const
{
    return m_quantity == PlottedQuantity::Time ? secondsText(Seconds(value))
                                               : bytesText(Bytes(static_cast<qint64>(value)));
}

QString MeasuredChart::summary() const
{
    if (m_series.empty()) {
        return tr("No measurements of this layer at sequence length %1.").arg(countText(m_sequence));
    }
    QStringList parts;
    for (const PlotSeries& series : m_series) {
        const PlotPoint& first = series.points.front();
        const PlotPoint& last = series.points.back();
        const QString name = series.other ? tr("%1 on the compared device").arg(series.name) : series.name;
        parts << (series.points.size() == 1
                      ? tr("%1 %2 at micro-batch size %3").arg(name, valueText(first.y)).arg(first.x)
                      : tr("%1 %2 at micro-batch size %3 to %4 at %5")
                            .arg(name, valueText(first.y))
                            .arg(first.x)
                            .arg(valueText(last.y))
                            .arg(last.x));
    }
    double widest = 0;
    for (const PlotSeries& series : m_series) {
        for (const PlotPoint& point : series.line) {
            const bool inside = point.x >= series.measured_from && point.x <= series.measured_to;
            widest = inside && point.y > 0 ? std::max(widest, point.spread / point.y) : widest;
        }
    }
    const QString values = parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    return widest > 0 ? tr("%1 Between measured points, the bounds of the fit are up to %2 from the line.")
                            .arg(values, percentText(widest))
                      : values;
}

bool MeasuredChart::hasBands() const
{
    return std::any_of(m_series.begin(), m_series.end(), [](const PlotSeries& series) { return series.hasBand(); });
}

// Returns one entry for all values of the compared device, which are hollow, and one for all bands.
QStringList MeasuredChart::legendWords() const
{
    QStringList words;
    bool other = false;
    for (const PlotSeries& series : m_series) {
        if (series.other) {
            other = true;
        } else {
            words << series.name;
        }
    }
    if (hasBands()) {
        words << tr("Fit with bounds");
    }
    return other ? words << tr("Hollow: compared device") : words;
}

qreal MeasuredChart::legendHeight(qreal width) const
{
    return LegendLayout::build(legendWords(), width - 2 * chartEdge, QFontMetricsF(font())).height;
}

PlotLayout MeasuredChart::layoutFor(const QRectF& area) const
{
    const QFontMetricsF metrics(font());
    const qreal top = legendHeight(area.width()) + metrics.height() + 8; // the unit is above the axis
    PlotLayout layout = PlotLayout::build(m_series, m_outOfMemory, area, m_unit);
    qreal labels = 0;
    for (const double tick : layout.y.ticks()) {
        labels = std::max(labels, metrics.horizontalAdvance(QLocale().toString(tick, 'f', layout.y.decimals())));
    }
    layout.plot = area.adjusted(chartEdge + labels + 8, top, -chartEdge - 8, -2 * metrics.height() - 12);
    return layout;
}

QPoint MeasuredChart::positionOf(int series, int point) const
{
    const PlotPoint& wanted = m_series[static_cast<std::size_t>(series)].points[static_cast<std::size_t>(point)];
    return layoutFor(rect()).at(wanted.x, wanted.y).toPoint();
}

QPoint MeasuredChart::positionOfLine(int series, int point) const
{
    const PlotPoint& wanted = m_series[static_cast<std::size_t>(series)].line[static_cast<std::size_t>(point)];
    return layoutFor(rect()).at(wanted.x, wanted.y).toPoint();
}

QString MeasuredChart::fitText(const PlotPoint& fitted) const
{
    return fitted.spread > 0 ? tr("Fit %1 (bounds %2 to %3)")
                                   .arg(valueText(fitted.y), valueText(std::max(0.0, fitted.y - fitted.spread)),
                                        valueText(fitted.y + fitted.spread))
                             : tr("Fit %1").arg(valueText(fitted.y));
}

QString MeasuredChart::toolTipOf(const PlotSeries& series, double micro_batch, const QStringList& figures) const
{
    const QString device =
        deviceText(m_data->devices[static_cast<std::size_t>(series.other ? m_data->other : m_data->device)]);
    return QStringLiteral("<b>%1</b><br>%2<br>%3")
        .arg(tr("%1, micro-batch size %2").arg(series.name, QString::number(micro_batch)).toHtmlEscaped(),
             figures.join(QStringLiteral("<br>")), device.toHtmlEscaped());
}

// Points take precedence over lines.
QString MeasuredChart::toolTipAt(const QPoint& at) const
{
    const PlotLayout layout = layoutFor(rect());
    if (const auto [series, point] = layout.hit(m_series, at, reach); series >= 0) {
        const PlotSeries& found = m_series[static_cast<std::size_t>(series)];
        const PlotPoint& value = found.points[static_cast<std::size_t>(point)];
        QStringList figures {m_quantity == PlottedQuantity::Time
                                 ? tr("%1 ± %2").arg(secondsText(Seconds(value.y)), secondsText(Seconds(value.spread)))
                                 : exactBytesText(Bytes(static_cast<qint64>(value.y)))};
        if (const PlotPoint* fitted = found.lineAt(value.x)) {
            figures << fitText(*fitted);
        }
        return toolTipOf(found, value.x, figures);
    }
    if (const auto [series, point] = layout.hitLine(m_series, at, reach); series >= 0) {
        const PlotSeries& found = m_series[static_cast<std::size_t>(series)];
        const PlotPoint& fitted = found.line[static_cast<std::size_t>(point)];
        const bool beyond = fitted.x < found.measured_from || fitted.x > found.measured_to;
        return toolTipOf(found, fitted.x,
                         {fitText(fitted), beyond ? tr("Not measured (extrapolated)") : tr("Not measured")});
    }
    return {};
}

void MeasuredChart::mousePressEvent(QMouseEvent* event)
{
    const auto [series, point] = layoutFor(rect()).hit(m_series, event->position(), reach);
    if (series >= 0 && event->button() == Qt::LeftButton) {
        const PlotSeries& found = m_series[static_cast<std::size_t>(series)];
        Q_EMIT chosen(static_cast<qint64>(found.points[static_cast<std::size_t>(point)].x));
    }
}

void MeasuredChart::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) {
        PaintedChart::keyPressEvent(event);
        return;
    }
    std::set<std::int64_t> places;
    for (const PlotSeries& series : m_series) {
        for (const PlotPoint& point : series.points) {
            places.insert(static_cast<std::int64_t>(point.x));
        }
    }
    if (event->key() == Qt::Key_Right) {
        if (const auto next = places.upper_bound(m_current); next != places.end()) {
            Q_EMIT chosen(*next);
        }
    } else if (const auto here = places.lower_bound(m_current); here != places.begin()) {
        Q_EMIT chosen(*std::prev(here));
    }
}

void MeasuredChart::paint(QPainter& painter, const QRectF& area) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_series.empty() && m_outOfMemory.empty()) {
        paintInstead(painter, area, summary(), palette());
        return;
    }
    const PlotLayout layout = layoutFor(area);
    paintLegend(painter, area);
    paintAxes(painter, area, layout);
    paintOutOfMemory(painter, layout);
    for (const PlotSeries& series : m_series) { // painted below all lines and points
        paintBand(painter, layout, series);
    }
    for (const PlotSeries& series : m_series) {
        paintSeries(painter, layout, series);
    }
}

void MeasuredChart::paintLegend(QPainter& painter, const QRectF& area) const
{
    const QRectF room = area.adjusted(chartEdge, 0, -chartEdge, 0);
    stagecraft::paintLegend(painter, room, legendWords(), palette(), [&](std::size_t i, const QRectF& mark) {
        const auto shown = static_cast<std::size_t>(
            std::count_if(m_series.begin(), m_series.end(), [](const PlotSeries& series) { return !series.other; }));
        if (i == shown && hasBands()) {
            paintBandMark(painter, mark, theme::mutedText(palette()));
            return;
        }
        const PlotSeries& series = m_series[std::min(i, shown)]; // series of the compared device come last
        theme::drawMark(painter, mark.center(), shapes[static_cast<std::size_t>(series.style)],
                        theme::series(series.style, palette()), palette(),
                        series.other ? palette().color(QPalette::Base) : QColor());
    });
}

void MeasuredChart::paintAxes(QPainter& painter, const QRectF& area, const PlotLayout& layout) const
{
    const QFontMetricsF metrics(font());
    const QColor grid = theme::blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.09);
    const qreal line = metrics.height();
    painter.setPen(theme::mutedText(palette()));
    for (const double tick : layout.y.ticks()) {
        const qreal y = layout.at(0, tick * layout.unit).y();
        painter.fillRect(QRectF(layout.plot.left(), std::round(y), layout.plot.width(), 1), grid);
        painter.drawText(QRectF(area.left(), y - line / 2, layout.plot.left() - area.left() - 8, line),
                         Qt::AlignRight | Qt::AlignVCenter, QLocale().toString(tick, 'f', layout.y.decimals()));
    }
    for (const double tick : layout.x.ticks()) {
        const qreal x = layout.at(tick, 0).x();
        painter.fillRect(QRectF(std::round(x), layout.plot.top(), 1, layout.plot.height()), grid);
        painter.drawText(QRectF(x - 60, layout.plot.bottom() + 4, 120, line), Qt::AlignHCenter | Qt::AlignTop,
                         QLocale().toString(tick, 'f', 0));
    }
    painter.drawText(QRectF(area.left() + chartEdge, layout.plot.top() - line - 6, area.width() - 2 * chartEdge, line),
                     Qt::AlignLeft | Qt::AlignTop, m_unitName);
    const bool image = m_data->model().sample == SampleKind::Image;
    const QString title = (image ? tr("Micro-batch size (image size %1)") : tr("Micro-batch size (sequence length %1)"))
                              .arg(countText(m_sequence));
    // Centers the title below the plot, or below the whole chart if it is wider than the plot.
    const bool fits = metrics.horizontalAdvance(title) <= layout.plot.width();
    const QRectF room = fits ? layout.plot : area.adjusted(chartEdge, 0, -chartEdge, 0);
    painter.drawText(QRectF(room.left(), layout.plot.bottom() + 6 + line, room.width(), line),
                     Qt::AlignHCenter | Qt::AlignTop, metrics.elidedText(title, Qt::ElideRight, room.width()));
}

// Marks sizes that ran out of memory with a wall instead of points.
void MeasuredChart::paintOutOfMemory(QPainter& painter, const PlotLayout& layout) const
{
    const QFontMetricsF metrics(font());
    for (const double micro_batch : m_outOfMemory) {
        const qreal x = layout.at(micro_batch, 0).x();
        painter.setPen(QPen(theme::bad(palette()), 1.4, Qt::DashLine));
        painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
        // Vertical text: horizontal text would cover points.
        const qreal line = metrics.height();
        painter.save();
        painter.translate(x - line - 4 > layout.plot.left() ? x - line - 4 : x + 4, layout.plot.center().y());
        painter.rotate(-90);
        painter.setPen(theme::bad(palette()));
        painter.drawText(QRectF(-layout.plot.height() / 2, 0, layout.plot.height(), line), Qt::AlignCenter,
                         metrics.elidedText(tr("Out of memory"), Qt::ElideRight, layout.plot.height()));
        painter.restore();
    }
}

void MeasuredChart::paintBand(QPainter& painter, const PlotLayout& layout, const PlotSeries& series) const
{
    QColor color = theme::series(series.style, palette());
    color.setAlphaF(series.other ? bandOpacity / 2 : bandOpacity);
    painter.save();
    painter.setClipRect(layout.plot.adjusted(0, 0, 8, 0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(layout.band(series));
    painter.restore();
}

void MeasuredChart::paintSeries(QPainter& painter, const PlotLayout& layout, const PlotSeries& series) const
{
    const QColor color = theme::series(series.style, palette());
    painter.save();
    painter.setClipRect(layout.plot);
    for (std::size_t i = 1; i < series.line.size(); ++i) {
        const PlotPoint& from = series.line[i - 1];
        const PlotPoint& to = series.line[i];
        const bool beyond = to.x > series.measured_to || from.x < series.measured_from;
        painter.setPen(QPen(theme::blend(color, palette().color(QPalette::Base), beyond ? 0.55 : 0.8), 1.6,
                            series.other ? Qt::DotLine
                                : beyond ? Qt::DashLine
                                         : Qt::SolidLine));
        painter.drawLine(layout.at(from.x, from.y), layout.at(to.x, to.y));
    }
    painter.setClipRect(layout.plot.adjusted(-8, -8, 8, 8)); // points on the edge are not clipped
    for (const PlotPoint& point : series.points) {
        const QPointF at = layout.at(point.x, point.y);
        if (point.spread > 0) {
            const QPointF up = layout.at(point.x, point.y + point.spread);
            const QPointF down = layout.at(point.x, std::max(0.0, point.y - point.spread));
            painter.setPen(QPen(color, 1.4));
            painter.drawLine(up, down);
            for (const QPointF& end : {up, down}) {
                painter.drawLine(end - QPointF(3, 0), end + QPointF(3, 0));
            }
        }
        if (static_cast<std::int64_t>(point.x) == m_current) {
            painter.setPen(QPen(color, 1.6));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, 9, 9);
        }
        theme::drawMark(painter, at, shapes[static_cast<std::size_t>(series.style)], color, palette(),
                        series.other ? palette().color(QPalette::Base) : QColor());
    }
    painter.restore();
}

QSize MeasuredChart::sizeHint() const
{
    return {360, 260};
}

QSize MeasuredChart::exportSize() const
{
    return {720, 480};
}

}
