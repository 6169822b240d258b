// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

class QDockWidget;
class QMainWindow;

namespace stagecraft {

// Gives a tabbed dock its preferred height while it is in front, at the cost of the docks below. The heights are
// restored once another tab comes to the front.
class FrontDockHeight : public QObject {
    Q_OBJECT
public:
    // All must outlive this. `below`: one of the docks that shrink.
    FrontDockHeight(QMainWindow& window, QDockWidget& dock, QDockWidget& below);

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
    QPointer<QDockWidget> m_sharing; // dock in the same tabs, while the height is enlarged; otherwise null
    int m_place = 0; // heights before the enlargement
    int m_rest = 0;
    QTimer m_resized; // the window was resized: the height may have to change
};

}
