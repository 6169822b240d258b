// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/panes/profiles/measuredseries.h"

namespace stagecraft {

// Measured times or bytes of one layer with the lines and bounds of the cost model. A click, or Left and Right, selects
// a micro-batch size.
class MeasuredChart : public PaintedChart {
    Q_OBJECT
public:
    explicit MeasuredChart(QWidget* parent = nullptr);

    void setRow(std::shared_ptr<const ProfileData> data, int row, std::int64_t sequence);
    void setQuantity(PlottedQuantity quantity);
    void setCurrent(std::int64_t micro_batch); // 0 if none

    // One sentence; also the accessible description.
    QString summary() const override;
    const std::vector<PlotSeries>& series() const { return m_series; }
    QPoint positionOf(int series, int point) const; // for tests
    QPoint positionOfLine(int series, int point) const; // for tests
    QString toolTipAt(const QPoint& at) const override;

    QSize exportSize() const override;

Q_SIGNALS:
    void chosen(qint64 microBatch);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    void rebuild();
    PlotLayout layoutFor(const QRectF& area) const;
    qreal legendHeight(qreal width) const;
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintAxes(QPainter& painter, const QRectF& area, const PlotLayout& layout) const;
    void paintBand(QPainter& painter, const PlotLayout& layout, const PlotSeries& series) const;
    void paintSeries(QPainter& painter, const PlotLayout& layout, const PlotSeries& series) const;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    void paintOutOfMemory(QPainter& painter, const PlotLayout& layout) const;
    QString valueText(double value) const;
    QString fitText(const PlotPoint& fitted) const;
    QString toolTipOf(const PlotSeries& series, double micro_batch, const QStringList& figures) const;
    bool hasBands() const;
    QStringList legendWords() const;

    std::shared_ptr<const ProfileData> m_data;
    int m_row = -1;
    std::int64_t m_sequence = 0;
    PlottedQuantity m_quantity = PlottedQuantity::Time;
    std::vector<PlotSeries> m_series;
    std::vector<double> m_outOfMemory; // micro-batch sizes
    double m_unit = 1;
    QString m_unitName;
    std::int64_t m_current = 0;
};

}
