// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QEvent;
class QDialog;
class QFormLayout;
class QLabel;
class QSpinBox;
class QString;
class QVBoxLayout;
class QWidget;

namespace stagecraft {

// The column of all that stands in a dialog, with the margins of dialogs.
QVBoxLayout* layOut(QDialog* dialog);

// Above a group of fields.
QLabel* makeHeading(const QString& text, bool first = false);

// A number from 1.
QSpinBox* makeNumber(const QString& label, const QString& toolTip, int most);

// A row of a form whose label shows each character of its text (the form's own addRow() takes what looks like HTML for
// that) and leads to the field.
void addFormRow(QFormLayout* form, const QString& label, QWidget* field);

// Gives a field its names for programs, for readers of the screen and for the pointer.
void describe(QWidget* field, const QString& name, const QString& label, const QString& toolTip);

// For event filters of fields whose every change is a step of the window's undo: their own undo of what was typed would
// keep the keys from the window. Whether the event asks for undo or redo, and is left to the window by that.
bool leaveUndoToWindow(QEvent* event);

// Puts each label of the forms beside the middle of its field, and makes all labels equally wide.
void alignLabels(const QList<QFormLayout*>& forms);

}
