// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/staleoverlay.h"

#include <QEvent>
#include <QPainter>

namespace stagecraft {

namespace {

constexpr int opacity = 150; // out of 255: the content below stays legible

}

StaleOverlay::StaleOverlay(QWidget& widget) : QWidget(&widget), m_widget(widget)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    widget.installEventFilter(this);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &StaleOverlay::cover);
}

StaleOverlay* StaleOverlay::of(const QWidget& widget)
{
    return widget.findChild<StaleOverlay*>(QString(), Qt::FindDirectChildrenOnly);
}

void StaleOverlay::setOld(QWidget& widget, bool old)
{
    StaleOverlay* overlay = of(widget);
    if (!old) {
        if (overlay) {
            overlay->m_patience.stop();
            overlay->hide();
        }
        return;
    }
    overlay = overlay ? overlay : new StaleOverlay(widget);
    if (overlay->isHidden() && !overlay->m_patience.isActive()) {
        overlay->m_patience.start();
    }
}

bool StaleOverlay::isOld(const QWidget& widget)
{
    const StaleOverlay* overlay = of(widget);
    return overlay && (overlay->m_patience.isActive() || !overlay->isHidden());
}

void StaleOverlay::cover()
{
    setGeometry(m_widget.rect());
    raise();
    show();
}

bool StaleOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_widget && event->type() == QEvent::Resize) {
        setGeometry(m_widget.rect());
    }
    return QWidget::eventFilter(watched, event);
}

void StaleOverlay::paintEvent(QPaintEvent*)
{
    QColor color = palette().color(m_widget.backgroundRole());
    color.setAlpha(opacity);
    QPainter(this).fillRect(rect(), color);
}

}
