// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/exportablechart.h"
#include "ui/charts/pointcloud.h"
#include "ui/models/planselection.h"
#include "ui/support/moneywords.h"

#include <QChartView>

class QLabel;
class QLineSeries;
class QRubberBand;
class QValueAxis;

namespace stagecraft {

// Throughput, or what else is chosen, against peak memory of every plan, with the Pareto front and the capacity. A
// click selects, Left and Right walk through the plans along the axis, a drag zooms, Escape shows all again. A click
// with Ctrl asks to compare.
class TradeoffChart : public QChartView, public ExportableChart {
    Q_OBJECT
public:
    // `plans` must outlive this.
    explicit TradeoffChart(PlanSelection& plans, QWidget* parent = nullptr);

    // What the plans lie across: tokens or samples a second, dollars for a million of them, the time of the whole run,
    // or devices. Where a result does not tell the chosen one (canShow()), it is throughput.
    enum class Across { Throughput, Cost, TrainTime, Devices };
    void setAcross(Across across);
    Across across() const { return m_across; } // as it was chosen
    bool canShow(Across across) const;
    static QString acrossName(Across across); // "Throughput"

    // In one sentence; also the accessible description.
    QString summary() const;

    // Where a candidate's point lies in the viewport, for tests.
    int candidateAt(const QPoint& at) const; // of the viewport, for tests; -1: none
    QPoint positionOf(int candidate) const;
    QString cardText() const; // of the hover card; empty while it is hidden

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
    void arrange(); // margins and title of the axis by the room there is
    void setRanges(const std::vector<CloudPoint>& points, double capacity);
    void setColours();
    void hover(int candidate, const QPoint& at);
    void step(int by);
    qreal legendHeight() const;
    std::vector<PlanRole> roles() const;
    Across shown() const { return canShow(m_across) ? m_across : Across::Throughput; }
    double acrossOf(int candidate) const;
    // Not finite ones, as of runs that never end, stand where the largest finite one is.
    std::vector<double> acrossOfAll();
    QString acrossUnit() const;
    QList<QPointF> shownFront(const std::vector<CloudPoint>& points) const;

    PlanSelection& m_plans;
    QLineSeries* m_front;
    QLineSeries* m_capacity;
    QValueAxis* m_throughput;
    QValueAxis* m_peak;
    PointCloud* m_cloud;
    QLabel* m_card;
    QRubberBand* m_band;
    QPoint m_pressed;
    Across m_across = Across::Throughput;
    bool m_tokens = true;
    DurationUnit m_time; // of the axis
};

}
