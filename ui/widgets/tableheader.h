// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/flatpainting.h"

#include <QHeaderView>

namespace stagecraft {

// Header of a TableView: its first section stays at the left while the others scroll below it. Elided titles are shown
// in the tooltip.
class TableHeader : public QHeaderView, public flat::PartlyCovered {
    Q_OBJECT
public:
    explicit TableHeader(QWidget* parent = nullptr);

    // Frozen section, and the width by which it covers the others; width 0: no frozen section.
    void setFrozen(int section, int width);
    void setToolRoom(int width); // width of a button over the right end
    int lastShown() const; // section at the right end; -1 if all are hidden
    int coveredLeft() const override { return m_paintsFrozen ? 0 : m_frozenWidth; }
    int coveredRight() const override { return m_paintsFrozen ? 0 : m_toolRoom; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    QSize sectionSizeFromContents(int section) const override;

private:
    bool isOverFrozen(const QPointF& at) const { return at.x() >= 0 && at.x() < m_frozenWidth; }
    QPointF inSection(const QPointF& at) const; // position in the section as if it scrolled
    bool isOverGrip(const QPointF& at) const; // true at the end of the frozen section
    bool dragGrip(QMouseEvent& event);
    bool forwardMouse(QMouseEvent& event);
    bool forwardHover(QHoverEvent& event);
    bool showTip(const QHelpEvent& event);

    int m_frozen = -1;
    int m_frozenWidth = 0;
    int m_toolRoom = 0;
    bool m_paintsFrozen = false;
    double m_dragFrom = -1; // x where the drag of the frozen section's end began; -1: not dragged
    int m_dragged = 0; // width of the section when the drag began
    bool m_grabbed = false; // a mouse button was pressed over the frozen section
};

}
