// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMainWindow;

namespace stagecraft {

class ManualWindow;

// Help of the window: the manual page for the focused pane, the list of commands and the list of shortcuts.
class Help : public QObject {
    Q_OBJECT
public:
    explicit Help(QMainWindow& window); // `window` must outlive this

    QList<QAction*> actions() const { return m_actions; } // entries for a menu
    ManualWindow* manual() const { return m_manual; } // null until first opened

    void showManual();
    void showCommands();
    void showShortcuts();

private:
    void add(const QString& text, const QKeySequence& keys, void (Help::*does)());

    QMainWindow& m_window;
    QList<QAction*> m_actions;
    ManualWindow* m_manual = nullptr;
};

}
