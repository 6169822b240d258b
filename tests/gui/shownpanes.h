// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/layouts.h"
#include "ui/mainwindow/mainwindow.h"

#include <QAction>
#include <QDockWidget>

namespace stagecraft::test {

inline const QList<std::pair<LayoutKind, QStringList>> panesOf {
    {LayoutKind::Explore,
     {QStringLiteral("candidates"), QStringLiteral("compare"), QStringLiteral("jobs"), QStringLiteral("memory"),
      QStringLiteral("partitioners"), QStringLiteral("plan"), QStringLiteral("problem"), QStringLiteral("profiles"),
      QStringLiteral("sizing"), QStringLiteral("stages"), QStringLiteral("timeline"), QStringLiteral("tradeoff"),
      QStringLiteral("validation")}},
    {LayoutKind::Profile,
     {QStringLiteral("jobs"), QStringLiteral("problem"), QStringLiteral("profiles"), QStringLiteral("validation")}},
    {LayoutKind::Sizing,
     {QStringLiteral("compare"), QStringLiteral("memory"), QStringLiteral("plan"), QStringLiteral("problem"),
      QStringLiteral("sizing")}},
    {LayoutKind::Compare, {QStringLiteral("candidates"), QStringLiteral("compare"), QStringLiteral("tradeoff")}},
    {LayoutKind::Presentation, {QStringLiteral("memory"), QStringLiteral("plan"), QStringLiteral("tradeoff")}},
};

// Returns the names of the panes that are not closed.
inline QStringList shownPanes(MainWindow& window)
{
    QStringList names;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (!dock->isHidden()) {
            names << dock->objectName().chopped(4);
        }
    }
    names.sort();
    return names;
}

inline QDockWidget* dockOf(MainWindow& window, const char* name)
{
    return window.findChild<QDockWidget*>(QLatin1String(name) + QStringLiteral("Dock"));
}

// Returns the minimum size of each pane, for messages.
inline QString leastSizes(const MainWindow& window)
{
    QStringList sizes;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        const QSize least = dock->minimumSizeHint();
        sizes << QStringLiteral("%1 %2 x %3").arg(dock->objectName()).arg(least.width()).arg(least.height());
    }
    return sizes.join(QStringLiteral(", "));
}

inline QAction* actionOf(MainWindow& window, LayoutKind kind)
{
    return window.layouts()->actions().at(static_cast<int>(kind));
}

}
