// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QDockWidget;
class QWidget;

namespace stagecraft::panefocus {

// Keyboard navigation between panes.

// Gives the focus to what had it last in the pane, else to its table or chart, else to its first control. Nothing
// happens where a pane has none.
void into(QDockWidget& dock);

// To the next (1) or the previous (-1) of the panes in sight, from the top left to the bottom right and around.
void step(const QList<QDockWidget*>& docks, int by);

// True if the focus is on a visible control.
bool isSeen(const QWidget* focus);

// True if the dock is behind another tab.
bool isBehind(const QDockWidget& dock);

// Brings a pane to the front: of the tabs that it shares a place with, and from being closed. Only for what the user
// asked to see: focus alone never raises a pane.
void raise(QDockWidget& dock);

// The pane that a control is in; null where it is in none.
QDockWidget* paneOf(const QList<QDockWidget*>& docks, const QWidget* widget);

// Replacement for a focused control that was disabled or hidden: the last focused control of `pane`, otherwise its
// table or chart, otherwise its first control. Null if the control is still there or nothing of the pane is visible.
QWidget* insteadOf(const QWidget& gone, const QDockWidget* pane);

// The control that Tab (or, backward, Shift+Tab) goes to from the one with the focus; panes behind others are passed
// over. Null where there is no other.
QWidget* next(QWidget& window, const QList<QDockWidget*>& docks, bool forward);

}
