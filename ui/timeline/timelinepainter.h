// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinelayout.h"

#include <QFont>
#include <QPalette>

class QPainter;

namespace stagecraft {

// Paints a timeline's layout with the colours of a palette, in the layout's own coordinates.
class TimelinePainter {
public:
    TimelinePainter(QPainter& painter, const TimelineLayout& layout, const QPalette& palette, const QFont& font);

    void setCurrent(std::int32_t span) { m_current = span; }
    void setCriticalShown(bool shown) { m_critical = shown; }

    void paintLegend(const QRectF& area) const;
    void paintRows(std::pair<int, int> rows) const;
    void paintAxis(qreal top, qreal height) const;
    void paintCurrent() const; // and the way from what it waited for

    static qreal legendHeight(const TimelineData& data, qreal width, const QFont& font);

private:
    void paintLabels(int place) const;
    void paintLane(int place, Lane lane) const;
    void paintPiece(const TimelinePiece& piece, const QRectF& lane, bool compute) const;
    void paintMemory(int place) const;
    void paintPeak(int place) const;
    QColor faded(const QColor& colour, bool critical) const;

    QPainter& m_painter;
    const TimelineLayout& m_layout;
    const QPalette& m_palette;
    const QFont& m_font;
    std::int32_t m_current = -1;
    bool m_critical = false;
};

// What stands beside each row, so that the widest one has room.
QStringList timelineLabels(const TimelineData& data, int place);

}
