// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMainWindow;

namespace stagecraft {

class ManualWindow;

// The window's help: the manual page of where one is, all commands, all shortcuts.
class Help : public QObject {
    Q_OBJECT
public:
    explicit Help(QMainWindow& window); // which must outlive this

    QList<QAction*> actions() const { return m_actions; } // for a menu
    ManualWindow* manual() const { return m_manual; } // null until it was asked for

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
