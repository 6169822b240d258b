// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help.h"

#include "ui/help/commandpalette.h"
#include "ui/help/manualwindow.h"
#include "ui/help/shortcutlist.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>

namespace stagecraft {

Help::Help(QMainWindow& window) : QObject(&window), m_window(window)
{
    add(tr("&Manual"), QKeySequence::HelpContents, &Help::showManual);
    add(tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::Key_P), &Help::showCommands);
    add(tr("&Keyboard shortcuts"), QKeySequence(Qt::Key_Question), &Help::showShortcuts);
}

void Help::add(const QString& text, const QKeySequence& keys, void (Help::*does)())
{
    auto* action = new QAction(text, &m_window);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, does);
    m_actions << action;
}

void Help::showManual()
{
    const QWidget* focus = QApplication::focusWidget(); // may be in a floating pane
    if (!focus || (m_manual && m_manual->isAncestorOf(focus))) {
        focus = m_window.focusWidget();
    }
    const QString page = ManualWindow::pageOf(focus);
    if (!m_manual) {
        m_manual = new ManualWindow(&m_window);
    }
    m_manual->showPage(page);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

void Help::showCommands()
{
    auto* palette = new CommandPalette(m_window, &m_window);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void Help::showShortcuts()
{
    auto* list = new ShortcutList(m_window, &m_window);
    list->setAttribute(Qt::WA_DeleteOnClose);
    list->open();
}

}
