// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

class QDockWidget;
class QMainWindow;

namespace stagecraft {

// Makes a dock that shares its place with others as high as it wants to be while it is in front, at the cost of the
// docks below. Once another one comes to the front they are as high as before.
class FrontRoom : public QObject {
    Q_OBJECT
public:
    // All must outlive this. `below`: one of those that give.
    FrontRoom(QMainWindow& window, QDockWidget& dock, QDockWidget& below);

    void giveBack();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isInFront() const;
    void follow();
    void take();

    QMainWindow& m_window;
    QDockWidget& m_dock;
    QDockWidget& m_below;
    QPointer<QDockWidget> m_sharing; // another one of its place, while more is taken; else null
    int m_place = 0; // heights before
    int m_rest = 0;
    QTimer m_resized; // the window; there may be more to take, or less
};

}
