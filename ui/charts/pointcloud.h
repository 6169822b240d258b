// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/support/planrole.h"

#include <QGraphicsObject>
#include <QPalette>
#include <QPixmap>

#include <optional>
#include <utility>
#include <vector>

class QAbstractSeries;
class QChart;

namespace stagecraft {

struct CloudPoint {
    QPointF value; // in the axes' units
    PlanRole role = PlanRole::Other;
    bool fits = true;
    int group = -1; // index of its theme::group(); -1: it looks as its role
};

// Low and high of a point, in the axes' units; nothing where the bounds are the value.
struct CloudBounds {
    std::optional<std::pair<double, double>> across;
    std::optional<std::pair<double, double>> upwards;
};

// Index of the point nearest to `at` within `reach`, all in pixels; of equals the one with the more telling role. -1 if
// there is none.
int nearestPoint(const std::vector<QPointF>& positions, const std::vector<CloudPoint>& points, const QPointF& at,
                 qreal reach);

// Where words of this size beside a level hide no point, or as few as can be: rather at the right end, rather above the
// level, where only plans are that do not fit. All in pixels; the place lies in the plot.
QRectF placeBeside(qreal level, const QSizeF& size, const std::vector<QPointF>& positions, const QRectF& plot);

// The same beside a level that stands upright: rather at the top, rather to its right.
QRectF placeBesideUpright(qreal level, const QSizeF& size, const std::vector<QPointF>& positions, const QRectF& plot);

// All plans as shapes in a chart: one item, since Qt Charts makes an item of every point of a series and becomes slow.
class PointCloud : public QGraphicsObject {
    Q_OBJECT
public:
    // `series` gives the axes. Both must outlive this; the chart becomes the parent.
    PointCloud(QChart* chart, QAbstractSeries* series);

    void setPoints(std::vector<CloudPoint> points);
    const std::vector<CloudPoint>& points() const { return m_points; }
    void setCurrent(int index); // -1: none
    void setHovered(int index);
    void setColours(const QPalette& palette);
    void setBounds(const CloudBounds& bounds); // of the current point
    const CloudBounds& bounds() const { return m_bounds; }
    // Words beside a level, such as the capacity: the first that there is room for. Negative: there is none.
    void setLevel(Qt::Orientation orientation, double value, const QStringList& words);

    std::vector<QPointF> positions() const; // in the chart's pixels

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    // What the picture of all points depends on beside what is set here.
    struct View {
        QRectF plot;
        QPointF origin; // where the values (0, 0) and (1, 1) lie
        QPointF one;
        qreal scale = 0;

        friend bool operator==(const View&, const View&) = default;
    };

    void renew(); // paints all points anew
    std::vector<std::size_t> shownPoints(const std::vector<QPointF>& positions) const;
    void stampPoints(QPainter& painter, const std::vector<QPointF>& positions) const;
    void paintShape(QPainter& painter, std::size_t point, const QPointF& at, qreal grow) const;
    void paintMarked(QPainter& painter) const;
    void paintBounds(QPainter& painter) const;
    PlanRole shapeOf(const CloudPoint& point) const;
    void paintLevel(QPainter& painter, const QRectF& plot, const std::vector<QPointF>& positions) const;

    QChart* m_chart;
    QAbstractSeries* m_series;
    std::vector<CloudPoint> m_points;
    std::vector<std::size_t> m_order; // painted last: the most telling
    QPalette m_palette;
    CloudBounds m_bounds;
    Qt::Orientation m_levelLies = Qt::Horizontal;
    double m_level = -1;
    QStringList m_levelWords;
    int m_current = -1;
    int m_hovered = -1;
    QPixmap m_drawn; // all points, as the view below has them; null: to be painted anew
    View m_view;
};

}
