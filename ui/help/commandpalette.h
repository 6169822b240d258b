// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/commands.h"

#include <QDialog>

class QLineEdit;
class QTreeWidget;

namespace stagecraft {

// Finds a command by words of its name and place. Return runs the selected command, Escape closes the palette. Disabled
// commands are gray.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(const QMainWindow& window, QWidget* parent = nullptr);

    QLineEdit* field() const { return m_field; }
    QTreeWidget* list() const { return m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& text);
    void choose();

    std::vector<Command> m_commands;
    QLineEdit* m_field;
    QTreeWidget* m_list;
};

}
