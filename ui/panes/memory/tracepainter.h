// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/memory/tracelayout.h"

#include <QFont>
#include <QPalette>
#include <QStringList>

class QPainter;

namespace stagecraft {

// Paints a recorded run: axes, training steps, allocated and reserved bytes, the predicted steps and the peak.
class TracePainter {
public:
    // All must outlive this; `prediction` may be null.
    TracePainter(QPainter& painter, const TraceLayout& layout, const TracePrediction* prediction,
                 const QPalette& palette, const QFont& font);

    // Area of the plot: below the legend and between the axis labels.
    static QRectF plotIn(const QRectF& area, const TracePrediction* prediction, const QFont& font);

    void paint(const QRectF& area);

private:
    static QStringList legendWords(const TracePrediction* prediction);
    void paintLegend(const QRectF& area);
    void paintBytesAxis(const QRectF& area);
    void paintRunAxis();
    void paintSteps();
    void paintRun();
    void paintPrediction();
    void paintPeak();

    QPainter& m_painter;
    const TraceLayout& m_layout;
    const TracePrediction* m_prediction;
    const QPalette& m_palette;
    QFont m_font;
};

}
