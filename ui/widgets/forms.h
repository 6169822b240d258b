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

// The main vertical layout of a dialog, with the standard margins.
QVBoxLayout* layOut(QDialog* dialog);

// Heading of a group of fields.
QLabel* makeHeading(const QString& text, bool first = false);

// Spin box for numbers from 1.
QSpinBox* makeNumber(const QString& label, const QString& toolTip, int most);

// Adds a row with a plain-text label whose buddy is the field and which shows the field's tooltip.
// QFormLayout::addRow() would interpret HTML in the label.
void addFormRow(QFormLayout* form, const QString& label, QWidget* field);

// Sets the object name, the accessible name and description, and the tooltip of a field.
void describe(QWidget* field, const QString& name, const QString& label, const QString& toolTip);

// For event filters of fields whose changes are undo steps of the window: ignores the shortcut override of undo and
// redo so that the window handles the keys instead of the field. Returns true for such an event.
bool leaveUndoToWindow(QEvent* event);

// Centers each label vertically on its field and makes all labels equally wide.
void alignLabels(const QList<QFormLayout*>& forms);

// Adds a form to a layout, with the spacing of the window's forms.
QFormLayout* addFormLayout(QVBoxLayout* layout);

}
