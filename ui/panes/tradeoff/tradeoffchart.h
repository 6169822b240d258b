// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/planselection.h"
#include "ui/charts/axisrange.h"
#include "ui/charts/exportablechart.h"
#include "ui/panes/tradeoff/plangroups.h"
#include "ui/panes/tradeoff/planscale.h"
#include "ui/panes/tradeoff/pointcloud.h"

#include <QChartView>

#include <optional>

class QLabel;
class QLineSeries;
class QRubberBand;
class QValueAxis;

namespace stagecraft {

// All plans by two quantities, with the Pareto front, the capacity and the bounds of the selected plan. A click
// selects, Left and Right go from plan to plan along the axis. A drag, + and - zoom, Shift+arrows move the view, Escape
// shows all. The zoom stays when plans change. Ctrl+click requests a comparison.
class TradeoffChart : public QChartView, public ExportableChart {
    Q_OBJECT
public:
    // `plans` must outlive this.
    explicit TradeoffChart(PlanSelection& plans, QWidget* parent = nullptr);

    // Default: throughput and peak memory. A quantity that the plans do not have is replaced by throughput.
    void setAxes(PlanAxis across, PlanAxis upwards);
    PlanAxis across() const { return m_across; } // the selected quantity, even if it is replaced
    PlanAxis upwards() const { return m_upwards; }
    bool canShow(PlanAxis axis) const;
    // Property that colors and shapes show.
    void setGrouping(PlanGrouping grouping);
    PlanGrouping grouping() const { return m_grouping; }

    bool isZoomed() const { return m_zoom.has_value(); }
    QRectF shownPart() const; // in axis units, from the lower left
    const PointCloud& cloud() const { return *m_cloud; }
    const PlanGroups& groups() const { return m_groups; }

    // One sentence; also the accessible description.
    QString summary() const;

    // Position of a candidate's point in the viewport, for tests.
    int candidateAt(const QPoint& at) const; // `at`: in the viewport; for tests; -1 if none
    QPoint positionOf(int candidate) const;
    QString cardText() const; // text of the hover card; empty while it is hidden

    QSize exportSize() const override;
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void compareRequested(int candidate);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& area) override;

private:
    void rebuild();
    AxisRange acrossRange(int steps) const;
    void arrange(); // fits margins and axis titles to the size
    std::vector<CloudPoint> points() const;
    void setRanges(const std::optional<Bytes>& capacity);
    void showPart(const std::optional<QRectF>& part); // in axis units; empty: the whole range
    void showBounds();
    void zoom(double factor); // magnifies the view by `factor`
    void move(double across, double upwards);
    void setColors();
    void hover(int candidate, const QPoint& at);
    void step(int by);
    qreal paintLegend(QPainter& painter) const; // returns its height
    qreal legendHeight() const;
    std::vector<PlanRole> roles() const;
    QList<QPointF> shownFront() const;

    PlanSelection& m_plans;
    QLineSeries* m_front;
    QLineSeries* m_capacity;
    QValueAxis* m_acrossAxis;
    QValueAxis* m_upwardsAxis;
    PointCloud* m_cloud;
    QLabel* m_card;
    QRubberBand* m_band;
    QPoint m_pressed;
    PlanAxis m_across = PlanAxis::Throughput;
    PlanAxis m_upwards = PlanAxis::Peak;
    PlanGrouping m_grouping = PlanGrouping::Kind;
    PlanScale m_acrossScale; // scale of the displayed axis
    PlanScale m_upwardsScale;
    PlanGroups m_groups;
    AxisRange m_wholeAcross;
    AxisRange m_wholeUpwards;
    std::optional<QRectF> m_zoom; // in base units, because displayed units can change with the plans
};

}
