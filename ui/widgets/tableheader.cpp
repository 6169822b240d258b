// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableheader.h"

#include "ui/style/theme.h"
#include "ui/words/plaintext.h"

#include <QHelpEvent>
#include <QHoverEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stagecraft {

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true); // as in QTableView's default header
    setHighlightSections(false);
    setFirstSectionMovable(false);
    connect(this, &QHeaderView::sortIndicatorChanged, viewport(), qOverload<>(&QWidget::update));
}

void TableHeader::setFrozen(int section, int width)
{
    m_frozen = section;
    m_frozenWidth = width;
    viewport()->update();
}

void TableHeader::setToolRoom(int width)
{
    m_toolRoom = width;
    viewport()->update();
}

void TableHeader::paintEvent(QPaintEvent* event)
{
    QHeaderView::paintEvent(event);
    if (m_frozenWidth == 0) {
        return;
    }
    QPainter painter(viewport());
    const QRect area(0, 0, m_frozenWidth, viewport()->height());
    painter.fillRect(area, palette().color(QPalette::Base));
    m_paintsFrozen = true;
    paintSection(&painter, area, m_frozen);
    m_paintsFrozen = false;
    painter.fillRect(QRect(area.right(), 0, 1, area.height()), theme::line(palette()));
}

int TableHeader::lastShown() const
{
    for (int visual = count() - 1; visual >= 0; --visual) {
        if (!isSectionHidden(logicalIndex(visual))) {
            return logicalIndex(visual);
        }
    }
    return -1;
}

// The last section has the button beside its title.
QSize TableHeader::sectionSizeFromContents(int section) const
{
    QSize size = QHeaderView::sectionSizeFromContents(section);
    if (section == lastShown()) {
        size.rwidth() += m_toolRoom;
    }
    return size;
}

QPointF TableHeader::inSection(const QPointF& at) const
{
    return at + QPointF(sectionViewportPosition(m_frozen), 0);
}

// The base class locates sections by their unfrozen position.
bool TableHeader::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
        return forwardMouse(*static_cast<QMouseEvent*>(event));
    case QEvent::HoverEnter:
    case QEvent::HoverMove:
        return forwardHover(*static_cast<QHoverEvent*>(event));
    case QEvent::ToolTip:
        return showTip(*static_cast<QHelpEvent*>(event));
    default:
        return QHeaderView::viewportEvent(event);
    }
}

bool TableHeader::isOverGrip(const QPointF& at) const
{
    const int grip = style()->pixelMetric(QStyle::PM_HeaderGripMargin, nullptr, this);
    return m_frozenWidth > 0 && std::abs(at.x() - m_frozenWidth) <= grip;
}

// The base class does not drag a section that begins left of the view.
bool TableHeader::dragGrip(QMouseEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
        if (event.button() != Qt::LeftButton || !isOverGrip(event.position())) {
            return false;
        }
        m_dragFrom = event.position().x();
        m_dragged = sectionSize(m_frozen);
        return true;
    case QEvent::MouseButtonRelease:
        return std::exchange(m_dragFrom, -1) >= 0;
    case QEvent::MouseMove:
        if (m_dragFrom >= 0) {
            const int width = m_dragged + static_cast<int>(event.position().x() - m_dragFrom);
            resizeSection(m_frozen, std::clamp(width, minimumSectionSize(), maximumSectionSize()));
            return true;
        }
        if (event.buttons() == Qt::NoButton && isOverGrip(event.position())) {
            setCursor(Qt::SplitHCursor);
            return true;
        }
        if (event.buttons() == Qt::NoButton && isOverFrozen(event.position())) {
            unsetCursor();
        }
        return false;
    default:
        return false;
    }
}

bool TableHeader::forwardMouse(QMouseEvent& event)
{
    if (dragGrip(event)) {
        return true;
    }
    if (event.type() == QEvent::MouseButtonPress || event.type() == QEvent::MouseButtonDblClick) {
        m_grabbed = isOverFrozen(event.position());
    }
    const bool held = event.buttons() != Qt::NoButton || event.type() == QEvent::MouseButtonRelease;
    if (held ? !m_grabbed : !isOverFrozen(event.position())) {
        return QHeaderView::viewportEvent(&event);
    }
    QMouseEvent moved(event.type(), inSection(event.position()), event.scenePosition(), event.globalPosition(),
                      event.button(), event.buttons(), event.modifiers(), event.pointingDevice());
    const bool taken = QHeaderView::viewportEvent(&moved);
    event.setAccepted(moved.isAccepted());
    return taken;
}

bool TableHeader::forwardHover(QHoverEvent& event)
{
    if (!isOverFrozen(event.position())) {
        return QHeaderView::viewportEvent(&event);
    }
    QHoverEvent moved(event.type(), inSection(event.position()), event.globalPosition(), inSection(event.oldPosF()),
                      event.modifiers());
    return QHeaderView::viewportEvent(&moved);
}

bool TableHeader::showTip(const QHelpEvent& event)
{
    const QPointF at = isOverFrozen(event.pos()) ? inSection(event.pos()) : event.pos();
    const int section = logicalIndexAt(at.toPoint());
    if (section < 0 || !model()) {
        return true;
    }
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    QString tip = model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString();
    const int left = sectionViewportPosition(section);
    const bool cut = section != m_frozen && (left < m_frozenWidth || left + sectionSize(section) > viewport()->width());
    if (cut || sectionSizeHint(section) > sectionSize(section)) {
        tip = tip.isEmpty() ? title : title + u'\n' + tip;
    }
    QToolTip::showText(event.globalPos(), plainToolTip(tip), viewport());
    return true;
}

}
