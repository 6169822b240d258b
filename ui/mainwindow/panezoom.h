// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace stagecraft {

// Maximizes one pane temporarily and restores the arrangement of the others afterwards.
class PaneZoom : public QObject {
    Q_OBJECT
public:
    // `window` must outlive this.
    PaneZoom(QMainWindow& window, QList<QDockWidget*> docks);

    bool isZoomed() const { return !m_before.isEmpty(); }
    // Maximizes the pane, unless it floats or one is maximized.
    void zoom(QDockWidget& dock);
    void giveBack();

Q_SIGNALS:
    void changed(bool zoomed);

private:
    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QByteArray m_before; // state of the window before; empty if no pane is maximized
};

}
