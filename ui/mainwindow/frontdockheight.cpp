// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/frontdockheight.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QStyle>

#include <algorithm>

namespace stagecraft {

FrontDockHeight::FrontDockHeight(QMainWindow& window, QDockWidget& dock, QDockWidget& below)
    : QObject(&window), m_window(window), m_dock(dock), m_below(below)
{
    // Queued, because the signal arrives while docks are being laid out.
    connect(&dock, &QDockWidget::visibilityChanged, this, &FrontDockHeight::follow, Qt::QueuedConnection);
    window.installEventFilter(this);
    m_resized.setSingleShot(true);
    m_resized.setInterval(50);
    connect(&m_resized, &QTimer::timeout, this, [this] {
        giveBack();
        follow();
    });
}

bool FrontDockHeight::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == &m_window && m_sharing) {
        m_resized.start();
    }
    return QObject::eventFilter(watched, event);
}

// A dock behind another tab is moved out of sight but still counts as visible.
bool FrontDockHeight::isInFront() const
{
    return m_dock.isVisible() && !m_dock.isFloating() && !m_dock.visibleRegion().isEmpty();
}

void FrontDockHeight::follow()
{
    if (!isInFront()) {
        giveBack();
    } else if (!m_sharing) {
        take();
    }
}

void FrontDockHeight::take()
{
    const auto sharing = m_window.tabifiedDockWidgets(&m_dock);
    const bool under = m_below.isVisible() && !m_below.isFloating() && m_below.y() > m_dock.geometry().bottom();
    if (sharing.isEmpty() || !under) {
        return; // the user has rearranged the docks
    }
    const int gap = m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_window);
    const int place = m_below.y() - gap - m_dock.y(); // height including the tabs
    const int tabs = place - m_dock.height();
    const int most = place + m_below.height() - m_below.minimumSizeHint().height();
    const int wanted = std::min(m_dock.sizeHint().height() + tabs, most);
    if (wanted <= place) {
        return;
    }
    m_sharing = sharing.first();
    m_place = place;
    m_rest = m_below.height();
    m_window.resizeDocks({&m_dock, &m_below}, {wanted, m_rest - (wanted - place)}, Qt::Vertical);
}

void FrontDockHeight::giveBack()
{
    if (m_sharing) {
        m_window.resizeDocks({m_sharing, &m_below}, {m_place, m_rest}, Qt::Vertical);
        m_sharing = nullptr;
    }
}

}
