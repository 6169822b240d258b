// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/panezoom.h"

#include "ui/panes/panefocus.h"

#include <QDockWidget>
#include <QMainWindow>

#include <utility>

namespace stagecraft {

PaneZoom::PaneZoom(QMainWindow& window, QList<QDockWidget*> docks)
    : QObject(&window), m_window(window), m_docks(std::move(docks))
{
}

void PaneZoom::zoom(QDockWidget& dock)
{
    if (isZoomed() || dock.isFloating() || dock.isHidden()) {
        return;
    }
    m_before = m_window.saveState();
    for (QDockWidget* other : std::as_const(m_docks)) {
        if (other != &dock && !other->isFloating()) {
            other->hide();
        }
    }
    panefocus::raise(dock);
    Q_EMIT changed(true);
}

void PaneZoom::giveBack()
{
    if (isZoomed()) {
        m_window.restoreState(std::exchange(m_before, {}));
        Q_EMIT changed(false);
    }
}

}
