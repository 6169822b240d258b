// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fullheightarea.h"

#include <QEvent>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace stagecraft {

FullHeightArea::FullHeightArea(QWidget* content, int enough) : m_enough(enough)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the fields inside accept the focus
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // The background behind it is visible.
    viewport()->setAutoFillBackground(false);
    setWidget(content);
    content->setAutoFillBackground(false);
    setColors();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

// Content that changed its size needs another height.
bool FullHeightArea::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
    }
    return QScrollArea::event(event);
}

void FullHeightArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        updateGeometry(); // text may wrap differently
    }
}

void FullHeightArea::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setColors();
    }
}

// The background of a scroll bar has the color of fields; here it is beside them.
void FullHeightArea::setColors()
{
    QPalette colors;
    colors.setColor(QPalette::Base, palette().color(QPalette::Window));
    verticalScrollBar()->setPalette(colors);
}

// Adds the width of a scroll bar if needed: QScrollArea keeps one while text that it narrows wraps to another line.
QSize FullHeightArea::sizeHint() const
{
    const QSize hint = widget()->sizeHint();
    const int beside = width() - verticalScrollBar()->sizeHint().width();
    return widget()->hasHeightForWidth()
        ? QSize(hint.width(), widget()->heightForWidth(std::max(beside, widget()->minimumSizeHint().width())))
        : hint;
}

QSize FullHeightArea::minimumSizeHint() const
{
    const int width = widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    return {width, std::min(sizeHint().height(), m_enough)};
}

}
