// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/veil.h"

#include <QEvent>
#include <QPainter>

namespace stagecraft {

namespace {

constexpr int opacity = 150; // of 255: what is below can still be read

}

Veil::Veil(QWidget& widget) : QWidget(&widget), m_widget(widget)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    widget.installEventFilter(this);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &Veil::cover);
}

Veil* Veil::of(const QWidget& widget)
{
    return widget.findChild<Veil*>(QString(), Qt::FindDirectChildrenOnly);
}

void Veil::setOld(QWidget& widget, bool old)
{
    Veil* veil = of(widget);
    if (!old) {
        if (veil) {
            veil->m_patience.stop();
            veil->hide();
        }
        return;
    }
    veil = veil ? veil : new Veil(widget);
    if (veil->isHidden() && !veil->m_patience.isActive()) {
        veil->m_patience.start();
    }
}

bool Veil::isOld(const QWidget& widget)
{
    const Veil* veil = of(widget);
    return veil && (veil->m_patience.isActive() || !veil->isHidden());
}

void Veil::cover()
{
    setGeometry(m_widget.rect());
    raise();
    show();
}

bool Veil::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_widget && event->type() == QEvent::Resize) {
        setGeometry(m_widget.rect());
    }
    return QWidget::eventFilter(watched, event);
}

void Veil::paintEvent(QPaintEvent*)
{
    QColor colour = palette().color(m_widget.backgroundRole());
    colour.setAlpha(opacity);
    QPainter(this).fillRect(rect(), colour);
}

}
