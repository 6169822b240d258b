// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/flatpainting.h"

#include <QHeaderView>

namespace stagecraft {

// The header of a TableView: its first section stays at the left while the others scroll below it, and titles that have
// too little room stand in the tool tip.
class TableHeader : public QHeaderView, public flat::PartlyCovered {
    Q_OBJECT
public:
    explicit TableHeader(QWidget* parent = nullptr);

    // The section that stays, and how wide it covers the others; width 0: none does.
    void setFrozen(int section, int width);
    void setToolRoom(int width); // of a button over the right end
    int lastShown() const; // the section at the right end; -1: all are hidden
    int coveredLeft() const override { return m_paintsFrozen ? 0 : m_frozenWidth; }
    int coveredRight() const override { return m_paintsFrozen ? 0 : m_toolRoom; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    QSize sectionSizeFromContents(int section) const override;

private:
    bool isOverFrozen(const QPointF& at) const { return at.x() >= 0 && at.x() < m_frozenWidth; }
    QPointF inSection(const QPointF& at) const; // where the section would lie if it scrolled
    bool isOverGrip(const QPointF& at) const; // at the end of the frozen section
    bool dragGrip(QMouseEvent& event);
    bool forwardMouse(QMouseEvent& event);
    bool forwardHover(QHoverEvent& event);
    bool showTip(const QHelpEvent& event);

    int m_frozen = -1;
    int m_frozenWidth = 0;
    int m_toolRoom = 0;
    bool m_paintsFrozen = false;
    double m_dragFrom = -1; // where the frozen section's end was taken; -1: it is not dragged
    int m_dragged = 0; // its width then
    bool m_grabbed = false; // a button went down over the frozen section
};

}
