// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/commands.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace stagecraft {

namespace {

QString plain(QString text)
{
    return text.remove(u'&');
}

bool isCommand(const QAction& action)
{
    return !action.isSeparator() && !action.menu() && !action.text().isEmpty() && action.isVisible();
}

void addMenu(std::vector<Command>& commands, const QList<QAction*>& actions, const QString& place)
{
    for (QAction* action : actions) {
        if (const QMenu* menu = action->menu()) {
            const QString name = plain(action->text());
            addMenu(commands, menu->actions(), place.isEmpty() ? name : place + QStringLiteral(" › ") + name);
        } else if (isCommand(*action)) {
            commands.push_back({action, plain(action->text()), place});
        }
    }
}

// Returns the name of the nearest object that has the action.
QString ownerOf(const QAction& action)
{
    for (const QObject* above = action.parent(); above; above = above->parent()) {
        const auto* widget = qobject_cast<const QWidget*>(above);
        if (widget && !widget->accessibleName().isEmpty()) {
            return widget->accessibleName();
        }
        if (const auto* dock = qobject_cast<const QDockWidget*>(above)) {
            return dock->windowTitle();
        }
    }
    return {};
}

}

std::vector<Command> commandsOf(const QMainWindow& window)
{
    std::vector<Command> commands;
    addMenu(commands, window.menuBar()->actions(), {});
    const auto isKnown = [&commands](const QAction* action) {
        return std::any_of(commands.begin(), commands.end(),
                           [action](const Command& command) { return command.action == action; });
    };
    for (QAction* action : window.findChildren<QAction*>()) {
        // Actions that a dock or a field creates are listed elsewhere or are not commands.
        const bool own = qobject_cast<QDockWidget*>(action->parent()) || action->parent()->inherits("QLineEdit");
        if (isCommand(*action) && !own && !isKnown(action)) {
            commands.push_back({action, plain(action->text()), ownerOf(*action)});
        }
    }
    return commands;
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts()) {
        keys << sequence.toString(QKeySequence::NativeText);
    }
    return keys.join(QStringLiteral(", "));
}

}
