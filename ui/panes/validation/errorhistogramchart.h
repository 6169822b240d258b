// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/paintedchart.h"
#include "ui/models/validationdata.h"

namespace stagecraft {

// Histogram of signed prediction errors.
class ErrorHistogramChart : public PaintedChart {
    Q_OBJECT
public:
    explicit ErrorHistogramChart(QWidget* parent = nullptr);

    void setView(std::shared_ptr<const ValidationView> view); // null clears the chart
    void setCurrent(int point); // highlights its bin; -1 if none

    QString summary() const override; // one sentence; also the accessible description
    QString toolTipAt(const QPoint& at) const override;
    QRectF barOf(int bin) const; // -1 and the number of bins: values beyond the range

    QSize exportSize() const override;

protected:
    QSize sizeHint() const override;

private:
    QRectF plotIn(const QRectF& area) const;
    QRectF barIn(const QRectF& plot, int bin) const;
    int countOf(int bin) const;
    int mostRuns() const;
    void paint(QPainter& painter, const QRectF& area) const override;
    void paintAxis(QPainter& painter, const QRectF& area, const QRectF& plot) const;

    std::shared_ptr<const ValidationView> m_view;
    int m_current = -1;
};

}
