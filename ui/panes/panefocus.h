// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QDockWidget;
class QWidget;

namespace stagecraft::panefocus {

// Keyboard navigation between panes.

// Focuses the last focused control of the pane, otherwise its table or chart, otherwise its first control. Does nothing
// if the pane has no such control.
void into(QDockWidget& dock);

// Moves the focus to the next (1) or previous (-1) visible pane, from the top left to the bottom right, with
// wraparound.
void step(const QList<QDockWidget*>& docks, int by);

// True if the focus is on a visible control.
bool isSeen(const QWidget* focus);

// True if the dock is behind another tab.
bool isBehind(const QDockWidget& dock);

// Brings a pane to the front of its tabs and opens it if it is closed. Only for panes that the user asked to see: focus
// alone never raises a pane.
void raise(QDockWidget& dock);

// Returns the pane that contains a control. Null if there is none.
QDockWidget* paneOf(const QList<QDockWidget*>& docks, const QWidget* widget);

// Replacement for a focused control that was disabled or hidden: the last focused control of `pane`, otherwise its
// table or chart, otherwise its first control. Null if the control is still there or nothing of the pane is visible.
QWidget* insteadOf(const QWidget& gone, const QDockWidget* pane);

// Returns the control after (or, backward, before) the focused one in tab order, skipping panes behind tabs. Null if
// there is no other.
QWidget* next(QWidget& window, const QList<QDockWidget*>& docks, bool forward);

}
