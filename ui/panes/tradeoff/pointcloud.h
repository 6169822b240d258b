// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/planrole.h"

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
    int group = -1; // index of theme::group(); -1: drawn by role
};

// Bounds of a point, in the axes' units; nothing without bounds.
struct CloudBounds {
    std::optional<std::pair<double, double>> across;
    std::optional<std::pair<double, double>> upwards;
};

// Index of the point nearest to `at` within `reach`, all in pixels; at equal distance, the one with the more important
// role. -1: none.
int nearestPoint(const std::vector<QPointF>& positions, const std::vector<CloudPoint>& points, const QPointF& at,
                 qreal reach);

// Position inside the plot for the label of a horizontal level that hides the fewest points; prefers the right end and
// the side above the level, where plans do not fit. All in pixels.
QRectF placeBeside(qreal level, const QSizeF& size, const std::vector<QPointF>& positions, const QRectF& plot);

// The same for a vertical level; prefers the top and the right side.
QRectF placeBesideUpright(qreal level, const QSizeF& size, const std::vector<QPointF>& positions, const QRectF& plot);

// All plans as shapes in a chart: one item, since Qt Charts makes an item of every point of a series and becomes slow.
class PointCloud : public QGraphicsObject {
    Q_OBJECT
public:
    // `series` gives the axes. Both must outlive this; the chart becomes the parent.
    PointCloud(QChart* chart, QAbstractSeries* series);

    void setPoints(std::vector<CloudPoint> points);
    const std::vector<CloudPoint>& points() const { return m_points; }
    void setCurrent(int index); // -1 clears the selection
    void setHovered(int index);
    void setColors(const QPalette& palette);
    void setBounds(const CloudBounds& bounds); // bounds of the current point
    const CloudBounds& bounds() const { return m_bounds; }
    // Label of a level, such as the capacity: the first that fits. Negative: no level.
    void setLevel(Qt::Orientation orientation, double value, const QStringList& words);

    std::vector<QPointF> positions() const; // in pixels of the chart

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    // Further state that the cached pixmap depends on.
    struct View {
        QRectF plot;
        QPointF origin; // positions of the values (0, 0) and (1, 1)
        QPointF one;
        qreal scale = 0;

        friend bool operator==(const View&, const View&) = default;
    };

    void renew(); // repaints all points
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
    std::vector<std::size_t> m_order; // the most important roles are painted last
    QPalette m_palette;
    CloudBounds m_bounds;
    Qt::Orientation m_levelLies = Qt::Horizontal;
    double m_level = -1;
    QStringList m_levelWords;
    int m_current = -1;
    int m_hovered = -1;
    QPixmap m_drawn; // all points as in the current view; null: outdated
    View m_view;
};

}
