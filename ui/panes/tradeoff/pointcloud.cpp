// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/pointcloud.h"

#include "ui/style/theme.h"

#include <QChart>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

namespace stagecraft {

namespace {

constexpr qreal pointRadius = 6;

// At `end` of a whisker: a cap, or the head of an arrow that points away from `other`.
void addEnd(std::vector<QLineF>& lines, const QPointF& end, const QPointF& other, bool beyond)
{
    constexpr qreal cap = 4.5;
    const QPointF way = end - other;
    const qreal length = std::max(std::hypot(way.x(), way.y()), 1e-9);
    const QPointF along = way / length * cap;
    const QPointF aside(-along.y(), along.x());
    if (beyond) {
        lines.insert(lines.end(), {{end, end - along + aside}, {end, end - along - aside}});
    } else {
        lines.emplace_back(end - aside, end + aside);
    }
}

void addWhisker(std::vector<QLineF>& lines, const QLineF& whole, const QRectF& plot)
{
    const auto within = [&](const QPointF& at) {
        return QPointF(std::clamp(at.x(), plot.left(), plot.right()), std::clamp(at.y(), plot.top(), plot.bottom()));
    };
    const QLineF shown(within(whole.p1()), within(whole.p2()));
    if (shown.length() < 1) {
        return; // outside the plot
    }
    lines.push_back(shown);
    addEnd(lines, shown.p1(), shown.p2(), shown.p1() != whole.p1());
    addEnd(lines, shown.p2(), shown.p1(), shown.p2() != whole.p2());
}

}

int nearestPoint(const std::vector<QPointF>& positions, const std::vector<CloudPoint>& points, const QPointF& at,
                 qreal reach)
{
    int best = -1;
    qreal bestDistance = reach;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const QPointF way = positions[i] - at;
        const qreal distance = std::hypot(way.x(), way.y());
        const bool closer = best < 0 ? distance <= bestDistance : distance < bestDistance - 0.5;
        const bool rather =
            best >= 0 && distance <= bestDistance + 0.5 && points[i].role < points[static_cast<std::size_t>(best)].role;
        if (closer || rather) {
            best = static_cast<int>(i);
            bestDistance = std::min(bestDistance, distance);
        }
    }
    return best;
}

QRectF placeBeside(qreal level, const QSizeF& size, const std::vector<QPointF>& positions, const QRectF& plot)
{
    constexpr qreal gap = 3;
    constexpr qreal step = 4;
    QRectF best;
    std::ptrdiff_t fewest = -1;
    for (const qreal top : {level - gap - size.height(), level + gap}) {
        if (top < plot.top() || top + size.height() > plot.bottom()) {
            continue;
        }
        std::vector<qreal> near; // points that the label could cover
        for (const QPointF& at : positions) {
            if (at.y() > top - pointRadius && at.y() < top + size.height() + pointRadius) {
                near.push_back(at.x());
            }
        }
        for (qreal left = plot.right() - size.width(); left >= plot.left(); left -= step) {
            const auto hidden = std::count_if(near.begin(), near.end(), [&](qreal x) {
                return x > left - pointRadius && x < left + size.width() + pointRadius;
            });
            if (fewest < 0 || hidden < fewest) {
                best = QRectF(QPointF(left, top), size);
                fewest = hidden;
            }
        }
    }
    return best;
}

// Mirrors the plane along its falling diagonal: right becomes up, the top becomes the right end.
QRectF placeBesideUpright(qreal level, const QSizeF& size, const std::vector<QPointF>& positions, const QRectF& plot)
{
    const auto turned = [](const QRectF& area) {
        return QRectF(-area.bottom(), -area.right(), area.height(), area.width());
    };
    std::vector<QPointF> points;
    points.reserve(positions.size());
    for (const QPointF& at : positions) {
        points.emplace_back(-at.y(), -at.x());
    }
    const QRectF place = placeBeside(-level, size.transposed(), points, turned(plot));
    return place.isEmpty() ? place : turned(place);
}

PointCloud::PointCloud(QChart* chart, QAbstractSeries* series)
    : QGraphicsObject(chart), m_chart(chart), m_series(series)
{
    setZValue(100);
    connect(chart, &QChart::plotAreaChanged, this, [this] {
        prepareGeometryChange();
        update();
    });
}

void PointCloud::setPoints(std::vector<CloudPoint> points)
{
    m_points = std::move(points);
    m_order.resize(m_points.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t(0));
    std::stable_sort(m_order.begin(), m_order.end(),
                     [this](std::size_t a, std::size_t b) { return m_points[a].role > m_points[b].role; });
    m_current = -1;
    m_hovered = -1;
    m_bounds = {};
    renew();
}

void PointCloud::renew()
{
    m_drawn = {};
    update();
}

void PointCloud::setCurrent(int index)
{
    m_current = index;
    update();
}

void PointCloud::setHovered(int index)
{
    if (index != m_hovered) {
        m_hovered = index;
        update();
    }
}

void PointCloud::setColors(const QPalette& palette)
{
    m_palette = palette;
    renew();
}

void PointCloud::setBounds(const CloudBounds& bounds)
{
    m_bounds = bounds;
    update();
}

void PointCloud::setLevel(Qt::Orientation orientation, double value, const QStringList& words)
{
    m_levelLies = orientation;
    m_level = value;
    m_levelWords = words;
    renew();
}

std::vector<QPointF> PointCloud::positions() const
{
    std::vector<QPointF> all;
    all.reserve(m_points.size());
    for (const CloudPoint& point : m_points) {
        all.push_back(m_chart->mapToPosition(point.value, m_series));
    }
    return all;
}

QRectF PointCloud::boundingRect() const
{
    return m_chart->plotArea().adjusted(-16, -16, 16, 16);
}

// Painting thousands of points takes longer than a frame: on screen they come from a cached pixmap, with the hovered
// point on top. Files and printers get vectors.
void PointCloud::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(m_chart->plotArea().adjusted(-10, -10, 10, 10)); // points on the edge are not clipped
    if (!widget) {
        const auto at = positions();
        paintLevel(*painter, m_chart->plotArea(), at);
        for (const std::size_t i : shownPoints(at)) {
            paintShape(*painter, i, at[i], 1);
        }
        paintMarked(*painter);
        return;
    }
    const QRectF area = boundingRect();
    const View view {m_chart->plotArea(), m_chart->mapToPosition({0, 0}, m_series),
                     m_chart->mapToPosition({1, 1}, m_series), widget->devicePixelRatioF()};
    if (m_drawn.isNull() || !(view == m_view)) {
        m_view = view;
        m_drawn = QPixmap((area.size() * view.scale).toSize());
        m_drawn.setDevicePixelRatio(view.scale);
        m_drawn.fill(Qt::transparent);
        QPainter drawing(&m_drawn);
        drawing.setFont(painter->font());
        drawing.setRenderHint(QPainter::Antialiasing);
        drawing.translate(-area.topLeft());
        stampPoints(drawing, positions());
    }
    painter->drawPixmap(area.topLeft(), m_drawn);
    paintMarked(*painter);
}

// Visible points in paint order.
std::vector<std::size_t> PointCloud::shownPoints(const std::vector<QPointF>& positions) const
{
    const QRectF plot = m_chart->plotArea().adjusted(-1, -1, 1, 1);
    std::vector<std::size_t> shown;
    std::copy_if(m_order.begin(), m_order.end(), std::back_inserter(shown),
                 [&](std::size_t i) { return plot.contains(positions[i]); });
    return shown;
}

// Paints points from pixmaps, one per kind of point.
void PointCloud::stampPoints(QPainter& painter, const std::vector<QPointF>& positions) const
{
    constexpr qreal side = 4 * pointRadius;
    paintLevel(painter, m_chart->plotArea(), positions);
    std::map<std::tuple<PlanRole, int, bool>, QPixmap> stamps;
    for (const std::size_t i : shownPoints(positions)) {
        QPixmap& stamp = stamps[{m_points[i].role, m_points[i].group, m_points[i].fits}];
        if (stamp.isNull()) {
            stamp = QPixmap((QSizeF(side, side) * m_view.scale).toSize());
            stamp.setDevicePixelRatio(m_view.scale);
            stamp.fill(Qt::transparent);
            QPainter drawing(&stamp);
            drawing.setRenderHint(QPainter::Antialiasing);
            paintShape(drawing, i, {side / 2, side / 2}, 1);
        }
        painter.drawPixmap(positions[i] - QPointF(side / 2, side / 2), stamp);
    }
}

PlanRole PointCloud::shapeOf(const CloudPoint& point) const
{
    return point.group < 0 ? point.role : theme::groupShape(point.group);
}

void PointCloud::paintShape(QPainter& painter, std::size_t point, const QPointF& at, qreal grow) const
{
    const CloudPoint& shown = m_points[point];
    const QColor color = shown.group < 0 ? theme::plan(shown.role, m_palette) : theme::group(shown.group, m_palette);
    painter.save();
    painter.translate(at);
    // An edge separates overlapping points.
    const QColor edge = theme::edge(color, m_palette);
    const bool apart = shown.fits && edge == color;
    painter.setPen(QPen(apart ? m_palette.color(QPalette::Base) : edge, shown.fits ? 1 : 1.4));
    // Plans that do not fit are hollow.
    painter.setBrush(shown.fits ? color : m_palette.color(QPalette::Base));
    painter.drawPath(theme::planShape(shapeOf(shown), pointRadius * grow));
    painter.restore();
}

// Whiskers through the current point, painted below it. An arrow at the edge marks bounds outside the plot.
void PointCloud::paintBounds(QPainter& painter) const
{
    if (m_current < 0 || m_current >= static_cast<int>(m_points.size())) {
        return;
    }
    const QPointF value = m_points[static_cast<std::size_t>(m_current)].value;
    const auto position = [this](double x, double y) { return m_chart->mapToPosition({x, y}, m_series); };
    const QRectF plot = m_chart->plotArea();
    std::vector<QLineF> lines;
    if (const auto& across = m_bounds.across) {
        addWhisker(lines, {position(across->first, value.y()), position(across->second, value.y())}, plot);
    }
    if (const auto& upwards = m_bounds.upwards) {
        addWhisker(lines, {position(value.x(), upwards->first), position(value.x(), upwards->second)}, plot);
    }
    // A light outline separates them from points and lines.
    for (const QPen& pen : {QPen(m_palette.color(QPalette::Base), 4, Qt::SolidLine, Qt::FlatCap),
                            QPen(theme::accent(m_palette), 1.6, Qt::SolidLine, Qt::FlatCap)}) {
        painter.setPen(pen);
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    }
}

void PointCloud::paintMarked(QPainter& painter) const
{
    paintBounds(painter);
    for (const int marked : {m_hovered, m_current}) {
        if (marked < 0 || marked >= static_cast<int>(m_points.size())) {
            continue;
        }
        const auto i = static_cast<std::size_t>(marked);
        const QPointF at = m_chart->mapToPosition(m_points[i].value, m_series);
        paintShape(painter, i, at, 1.2);
        if (marked == m_current) {
            painter.setPen(QPen(theme::accent(m_palette), 1.8));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, 11.5, 11.5);
        }
    }
}

void PointCloud::paintLevel(QPainter& painter, const QRectF& plot, const std::vector<QPointF>& positions) const
{
    if (m_level < 0 || m_levelWords.isEmpty()) {
        return;
    }
    const bool upright = m_levelLies == Qt::Vertical;
    const QPointF at = m_chart->mapToPosition({upright ? m_level : 0, upright ? 0 : m_level}, m_series);
    const bool shown = upright ? at.x() > plot.left() - 1 && at.x() < plot.right() + 1
                               : at.y() > plot.top() - 1 && at.y() < plot.bottom();
    if (!shown) {
        return;
    }
    const QFontMetricsF metrics(painter.font());
    const auto placeOf = [&](const QString& words) {
        const QSizeF size(metrics.horizontalAdvance(words) + 8, metrics.height());
        return upright ? placeBesideUpright(at.x(), size, positions, plot) : placeBeside(at.y(), size, positions, plot);
    };
    const auto words = std::find_if(m_levelWords.begin(), m_levelWords.end(),
                                    [&](const QString& each) { return !placeOf(each).isEmpty(); });
    if (words == m_levelWords.end()) {
        return; // the axis shows the level
    }
    const QRectF place = placeOf(*words);
    painter.fillRect(place, m_palette.color(QPalette::Base)); // over lines; points come on top
    painter.setPen(theme::mutedText(m_palette));
    painter.drawText(place, Qt::AlignCenter, *words);
}

}
