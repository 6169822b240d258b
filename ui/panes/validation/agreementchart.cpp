// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/agreementchart.h"

#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/style/theme.h"
#include "ui/words/causetext.h"
#include "ui/words/numbers.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace stagecraft {

namespace {

constexpr qreal reach = 12;
constexpr qreal stamp = 16; // size of a mark with its outline
constexpr std::array bands {0.25, 0.10};

struct Unit {
    double size = 1;
    QString name;
};

QString tickText(double tick)
{
    return QLocale().toString(tick, 'g', 6);
}

Unit unitFor(double most, ComparedQuantity quantity)
{
    switch (quantity) {
    case ComparedQuantity::Memory: {
        const ByteUnit unit = byteUnitFor(Bytes(static_cast<qint64>(most)));
        return {unit.size, unit.name};
    }
    case ComparedQuantity::Step:
        return most < 1 ? Unit {1e-3, QStringLiteral("ms")} : Unit {1, QStringLiteral("s")};
    case ComparedQuantity::Speed:
        break;
    }
    return most >= 1e8 ? Unit {1e6, AgreementChart::tr("million tokens/s")}
        : most >= 1e4  ? Unit {1e3, AgreementChart::tr("thousand tokens/s")}
                       : Unit {1, AgreementChart::tr("tokens/s")};
}

// Labels inside the plot would cover points.
bool isLow(const AgreementLayout& layout, const QFontMetricsF& metrics)
{
    return layout.plot.height() < 6 * metrics.height();
}

}

AgreementChart::AgreementChart(QWidget* parent) : PaintedChart(parent)
{
    setMinimumSize(220, 120);
    setAccessibleName(tr("Predicted vs. measured values"));
    setView(nullptr);
}

void AgreementChart::setView(std::shared_ptr<const ValidationView> view)
{
    m_view = std::move(view);
    m_current = m_hovered = -1;
    double least = 0;
    double most = 0;
    if (m_view) {
        for (const RunPoint& point : m_view->points) {
            const double low = std::min(point.measured, point.predicted);
            least = least > 0 ? std::min(least, low) : low;
            most = std::max({most, point.measured, point.predicted});
        }
        const Unit unit = unitFor(most, m_view->quantity);
        m_unit = unit.size;
        m_unitName = unit.name;
    }
    m_range = LogRange::around(least, most);
    m_order.resize(m_view ? m_view->points.size() : 0);
    std::iota(m_order.begin(), m_order.end(), 0);
    std::stable_sort(m_order.begin(), m_order.end(), [this](int a, int b) {
        return m_view->points[static_cast<std::size_t>(a)].measured
            < m_view->points[static_cast<std::size_t>(b)].measured;
    });
    setAccessibleDescription(summary());
    forget();
}

void AgreementChart::setCurrent(int point)
{
    m_current = m_view && point < static_cast<int>(m_view->points.size()) ? point : -1;
    update();
}

void AgreementChart::setHovered(int point)
{
    if (point != m_hovered) {
        m_hovered = point;
        update();
    }
}

QString AgreementChart::summary() const
{
    if (!m_view || m_view->points.empty()) {
        return tr("No runs to compare.");
    }
    return tr("Predicted vs. measured values of %Ln runs: mean error %1, median error %2.", nullptr,
              m_view->figures.count)
        .arg(percentText(m_view->figures.mean_error), percentText(m_view->figures.median_error));
}

void AgreementChart::forget()
{
    m_drawn = QPixmap();
    m_positions.clear();
    update();
}

void AgreementChart::measure()
{
    if (!m_view || m_positions.size() == m_view->points.size()) {
        return;
    }
    const AgreementLayout layout = layoutFor(rect());
    m_positions.clear();
    for (const RunPoint& point : m_view->points) {
        m_positions.push_back(layout.at(point.measured, point.predicted));
    }
}

QPoint AgreementChart::positionOf(int point) const
{
    const RunPoint& wanted = m_view->points[static_cast<std::size_t>(point)];
    return layoutFor(rect()).at(wanted.measured, wanted.predicted).toPoint();
}

int AgreementChart::markOf(int point) const
{
    return std::min(m_view->group_of[static_cast<std::size_t>(point)], theme::groupColors);
}

// The largest groups have separate colors; all others share one.
QStringList AgreementChart::legendWords() const
{
    QStringList words;
    if (!m_view) {
        return words;
    }
    const int groups = static_cast<int>(m_view->groups.size());
    for (int i = 0; i < std::min(groups, theme::groupColors); ++i) {
        words << groupName(m_view->groups[static_cast<std::size_t>(i)], m_view->grouping);
    }
    if (groups > theme::groupColors) {
        words << tr("%Ln others", nullptr, groups - theme::groupColors);
    }
    return words;
}

AgreementLayout AgreementChart::layoutFor(const QRectF& area) const
{
    const QFontMetricsF metrics(font());
    const qreal legend = LegendLayout::build(legendWords(), area.width() - 2 * chartEdge, metrics).height;
    AgreementLayout layout;
    layout.range = m_range;
    qreal labels = 0;
    for (const double tick : m_range.ticks(m_unit)) {
        labels = std::max(labels, metrics.horizontalAdvance(tickText(tick)));
    }
    layout.plot = area.adjusted(chartEdge + labels + 8, legend + 8, -chartEdge - 4, -2 * metrics.height() - 12);
    return layout;
}

QString AgreementChart::toolTipAt(const QPoint& at) const
{
    if (!m_view) {
        return {};
    }
    const AgreementLayout layout = layoutFor(rect());
    std::vector<QPointF> positions;
    for (const RunPoint& point : m_view->points) {
        positions.push_back(layout.at(point.measured, point.predicted));
    }
    const int found = AgreementLayout::hit(positions, at, reach);
    if (found < 0) {
        return {};
    }
    const RunPoint& point = m_view->points[static_cast<std::size_t>(found)];
    const ValidatedRun& row = m_view->run(found);
    const auto value = [this](double amount) { return exactQuantityText(amount, m_view->quantity); };
    const QString run = QString::fromStdString(row.run.model.empty() ? row.run.file : row.run.model).toHtmlEscaped();
    QStringList lines {QStringLiteral("<b>%1</b>, %2 %3")
                           .arg(run, QString::fromStdString(row.run.device).toHtmlEscaped(), runDegrees(row.run)),
                       tr("Measured %1").arg(value(point.measured)), tr("Predicted %1").arg(value(point.predicted)),
                       tr("Error %1").arg(signedPercentText(point.error()))};
    if (const QString words = m_view->causeWords(found); !words.isEmpty()) {
        lines << words.toHtmlEscaped();
    }
    return lines.join(QStringLiteral("<br>"));
}

void AgreementChart::resizeEvent(QResizeEvent* event)
{
    PaintedChart::resizeEvent(event);
    forget();
}

void AgreementChart::changeEvent(QEvent* event)
{
    PaintedChart::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        forget();
    }
}

void AgreementChart::mousePressEvent(QMouseEvent* event)
{
    measure();
    const int found = AgreementLayout::hit(m_positions, event->position(), reach);
    if (found >= 0 && event->button() == Qt::LeftButton) {
        Q_EMIT chosen(found);
    }
}

void AgreementChart::mouseMoveEvent(QMouseEvent* event)
{
    measure();
    setHovered(AgreementLayout::hit(m_positions, event->position(), reach));
}

void AgreementChart::leaveEvent(QEvent* event)
{
    PaintedChart::leaveEvent(event);
    setHovered(-1);
}

void AgreementChart::keyPressEvent(QKeyEvent* event)
{
    const bool right = event->key() == Qt::Key_Right;
    if ((!right && event->key() != Qt::Key_Left) || m_order.empty()) {
        PaintedChart::keyPressEvent(event);
        return;
    }
    const auto here = std::find(m_order.begin(), m_order.end(), m_current);
    if (here == m_order.end()) {
        Q_EMIT chosen(m_order.front());
    } else if (right && here + 1 != m_order.end()) {
        Q_EMIT chosen(*(here + 1));
    } else if (!right && here != m_order.begin()) {
        Q_EMIT chosen(*(here - 1));
    }
}

// Cached pixmap: drawing ten thousand points at each paint is slow.
void AgreementChart::paintEvent(QPaintEvent*)
{
    measure();
    if (m_drawn.isNull()) {
        m_drawn = QPixmap(size() * devicePixelRatioF());
        m_drawn.setDevicePixelRatio(devicePixelRatioF());
        QPainter painter(&m_drawn);
        paintAll(painter, rect(), m_positions, true);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_drawn);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_hovered >= 0) {
        paintMarked(painter, m_hovered, false);
    }
    if (m_current >= 0) {
        paintMarked(painter, m_current, true);
    }
    if (hasFocus()) {
        paintFocusFrame(painter, rect(), palette());
    }
}

void AgreementChart::paintMarked(QPainter& painter, int point, bool ring) const
{
    const QPointF at = m_positions[static_cast<std::size_t>(point)];
    const int mark = markOf(point);
    painter.save();
    painter.translate(at);
    painter.setPen(QPen(palette().color(QPalette::Text), 1.4));
    painter.setBrush(theme::group(mark, palette()));
    painter.drawPath(theme::planShape(theme::groupShape(mark), 7));
    if (ring) {
        painter.setPen(QPen(theme::accent(palette()), 1.8));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(), 11.5, 11.5);
    }
    painter.restore();
}

void AgreementChart::paintAll(QPainter& painter, const QRectF& area, const std::vector<QPointF>& positions,
                              bool stamped) const
{
    painter.fillRect(area, palette().color(QPalette::Base));
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_view || m_view->points.empty()) {
        paintInstead(painter, area, summary(), palette());
        return;
    }
    const AgreementLayout layout = layoutFor(area);
    paintLegend(painter, area);
    paintBands(painter, layout);
    paintAxes(painter, area, layout);
    paintBandWords(painter, layout);
    paintPoints(painter, positions, stamped);
}

void AgreementChart::paintLegend(QPainter& painter, const QRectF& area) const
{
    const QRectF room = area.adjusted(chartEdge, 0, -chartEdge, 0);
    stagecraft::paintLegend(painter, room, legendWords(), palette(), [&](std::size_t i, const QRectF& mark) {
        const int group = static_cast<int>(i);
        theme::drawMark(painter, mark.center(), theme::groupShape(group), theme::group(group, palette()), palette());
    });
}

void AgreementChart::paintBands(QPainter& painter, const AgreementLayout& layout) const
{
    painter.save();
    painter.setClipRect(layout.plot);
    painter.setPen(Qt::NoPen);
    const QColor base = palette().color(QPalette::Base);
    qreal strength = 0.07;
    for (const double error : bands) {
        painter.setBrush(theme::blend(palette().color(QPalette::Text), base, strength));
        painter.drawPolygon(layout.band(error));
        strength += 0.07;
    }
    const double from = layout.range.from;
    const double to = layout.range.to;
    painter.setPen(QPen(theme::blend(palette().color(QPalette::Text), base, 0.55), 1.2));
    painter.drawLine(layout.at(from, from), layout.at(to, to));
    painter.restore();
}

// Legend of the bands, at the lower right, which accurate predictions leave empty.
void AgreementChart::paintBandWords(QPainter& painter, const AgreementLayout& layout) const
{
    const QFontMetricsF metrics(font());
    if (isLow(layout, metrics)) {
        return;
    }
    const QString words = tr("Bands: ±10 % and ±25 %");
    const qreal width = metrics.horizontalAdvance(words) + 2;
    const QRectF area(layout.plot.right() - width - 6, layout.plot.bottom() - metrics.height() - 5, width,
                      metrics.height());
    painter.fillRect(area.adjusted(-2, 0, 2, 0), palette().color(QPalette::Base));
    painter.setPen(theme::mutedText(palette()));
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, words);
}

void AgreementChart::paintAxes(QPainter& painter, const QRectF& area, const AgreementLayout& layout) const
{
    const QFontMetricsF metrics(font());
    const QColor grid = theme::blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.13);
    const qreal line = metrics.height();
    painter.setPen(theme::mutedText(palette()));
    qreal free = area.left(); // minimum x of the next number of the x axis
    qreal above = area.bottom(); // maximum y of the next number of the y axis
    for (const double tick : layout.range.ticks(m_unit)) {
        const QPointF at = layout.at(tick * m_unit, tick * m_unit);
        const QString text = tickText(tick);
        const qreal width = metrics.horizontalAdvance(text);
        painter.fillRect(QRectF(std::round(at.x()), layout.plot.top(), 1, layout.plot.height()), grid);
        painter.fillRect(QRectF(layout.plot.left(), std::round(at.y()), layout.plot.width(), 1), grid);
        if (at.x() - width / 2 >= free && at.x() + width / 2 <= area.right()) {
            painter.drawText(QRectF(at.x() - width / 2 - 2, layout.plot.bottom() + 4, width + 4, line),
                             Qt::AlignHCenter | Qt::AlignTop, text);
            free = at.x() + width / 2 + 8;
        }
        if (at.y() + line / 2 <= above) {
            painter.drawText(QRectF(area.left(), at.y() - line / 2, layout.plot.left() - area.left() - 8, line),
                             Qt::AlignRight | Qt::AlignVCenter, text);
            above = at.y() - line / 2;
        }
    }
    paintTitles(painter, layout);
}

void AgreementChart::paintTitles(QPainter& painter, const AgreementLayout& layout) const
{
    const QFontMetricsF metrics(font());
    const qreal line = metrics.height();
    const bool low = isLow(layout, metrics);
    const QString below = (low ? tr("Predicted vs. measured, %1") : tr("Measured, %1")).arg(m_unitName);
    painter.drawText(QRectF(layout.plot.left(), layout.plot.bottom() + 6 + line, layout.plot.width(), line),
                     Qt::AlignHCenter | Qt::AlignTop, below);
    if (low) {
        return;
    }
    // The label is in the corner of far too high predictions.
    const QString predicted = tr("Predicted, %1").arg(m_unitName);
    const QRectF corner(layout.plot.left() + 7, layout.plot.top() + 4, metrics.horizontalAdvance(predicted) + 4, line);
    painter.fillRect(corner.adjusted(-3, -1, 1, 1), palette().color(QPalette::Base));
    painter.drawText(corner, Qt::AlignLeft | Qt::AlignTop, predicted);
}

// Draws each group's mark once on screen and stamps it; in files every point is a path.
void AgreementChart::paintPoints(QPainter& painter, const std::vector<QPointF>& positions, bool stamped) const
{
    const qreal scale = painter.device()->devicePixelRatioF();
    std::vector<QPixmap> stamps;
    for (int mark = 0; stamped && mark <= theme::groupColors; ++mark) {
        QPixmap drawn(QSize(1, 1) * std::ceil(stamp * scale));
        drawn.setDevicePixelRatio(scale);
        drawn.fill(Qt::transparent);
        QPainter inner(&drawn);
        inner.setOpacity(0.85);
        theme::drawMark(inner, {stamp / 2, stamp / 2}, theme::groupShape(mark), theme::group(mark, palette()),
                        palette());
        stamps.push_back(drawn);
    }
    // Small groups come last, because large groups would cover them.
    for (int group = 0; group < static_cast<int>(m_view->groups.size()); ++group) {
        for (const std::size_t point : m_view->groups[static_cast<std::size_t>(group)].points) {
            const int mark = markOf(static_cast<int>(point));
            if (stamped) {
                painter.drawPixmap(positions[point] - QPointF(stamp / 2, stamp / 2),
                                   stamps[static_cast<std::size_t>(mark)]);
            } else {
                theme::drawMark(painter, positions[point], theme::groupShape(mark), theme::group(mark, palette()),
                                palette());
            }
        }
    }
}

QSize AgreementChart::sizeHint() const
{
    return {420, 320};
}

QSize AgreementChart::exportSize() const
{
    return {720, 560};
}

void AgreementChart::paint(QPainter& painter, const QRectF& area) const
{
    std::vector<QPointF> positions;
    if (m_view) {
        const AgreementLayout layout = layoutFor(area);
        for (const RunPoint& point : m_view->points) {
            positions.push_back(layout.at(point.measured, point.predicted));
        }
    }
    paintAll(painter, area, positions, false);
}

}
