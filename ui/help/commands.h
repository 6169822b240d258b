// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>

#include <vector>

class QAction;
class QMainWindow;

namespace stagecraft {

// A command of the window.
struct Command {
    QPointer<QAction> action;
    QString name; // "Plan as JSON…"
    QString place; // menu path "File › Export", or its pane: "Timeline"
};

// Returns all commands: those of the menus in menu order, then those of single panes. Submenus and separators are
// excluded.
std::vector<Command> commandsOf(const QMainWindow& window);

QString keysOf(const QAction& action); // "Ctrl+Shift+Z, Ctrl+Y"; empty if none

}
