// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>

#include <vector>

class QAction;
class QMainWindow;

namespace stagecraft {

// Something that the window can do.
struct Command {
    QPointer<QAction> action;
    QString name; // "Plan as JSON…"
    QString place; // "File › Export", or what it belongs to: "Timeline"
};

// All of them: the menus' in their order, then those of single panes. What has submenus, and lines between, are none.
std::vector<Command> commandsOf(const QMainWindow& window);

QString keysOf(const QAction& action); // "Ctrl+Shift+Z, Ctrl+Y"; empty: none

}
