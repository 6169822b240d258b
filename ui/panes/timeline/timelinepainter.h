// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/timeline/timelinelayout.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPalette>

#include <functional>

class QPainter;

namespace stagecraft {

// Paints a piece of several spans: the height of each kind is its share of the pixels' time; idle time stays empty.
void paintShares(QPainter& painter, const QRectF& area, const TimelinePiece& piece,
                 const std::function<QColor(SpanKind)>& colorOf);

// Paints a timeline's layout with the colors of a palette, in layout coordinates.
class TimelinePainter {
public:
    TimelinePainter(QPainter& painter, const TimelineLayout& layout, const QPalette& palette, const QFont& font);

    void setCurrent(std::int32_t span) { m_current = span; }
    void setCriticalShown(bool shown) { m_critical = shown; }
    // Visible area in the layout's coordinates; labels and marks that its edge would cut are omitted.
    void setShown(qreal top, qreal bottom) { m_top = top, m_bottom = bottom; }

    void paintLegend(const QRectF& area) const;
    void paintRows(std::pair<int, int> rows) const;
    void paintAxis(qreal top, qreal height) const;
    void paintRuler(const TimelineRuler& ruler, qreal top, qreal bottom) const;
    void paintCurrent() const; // also paints the connection from the operation that it waited for

    static qreal legendHeight(const TimelineData& data, qreal width, const QFont& font);

private:
    void paintLabels(int pipeline_rank) const;
    void paintLane(int pipeline_rank, Lane lane) const;
    void paintPiece(const TimelinePiece& piece, const QRectF& lane, bool compute) const;
    void paintMemory(int pipeline_rank) const;
    void paintPeak(int pipeline_rank) const;
    QColor faded(const QColor& color, bool critical) const;
    bool isShown(qreal top, qreal bottom) const { return top >= m_top - 0.5 && bottom <= m_bottom + 0.5; }

    QPainter& m_painter;
    const TimelineLayout& m_layout;
    const QPalette& m_palette;
    const QFont& m_font;
    std::int32_t m_current = -1;
    bool m_critical = false;
    qreal m_top = -1e9;
    qreal m_bottom = 1e9;
};

// Labels of a row, for the width of the margin.
QStringList timelineLabels(const TimelineData& data, int pipeline_rank);
// Shortens a long label at its commas, never inside a number; empty if not even the first part fits. The tooltip has
// the full text.
QString withWholeNumbers(const QString& label, qreal room, const QFontMetricsF& metrics);

}
