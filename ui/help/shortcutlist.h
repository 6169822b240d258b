// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QMainWindow;
class QTreeWidget;

namespace stagecraft {

// Every command that has keys, with its keys.
class ShortcutList : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutList(const QMainWindow& window, QWidget* parent = nullptr);

    QTreeWidget* list() const { return m_list; }

private:
    QTreeWidget* m_list;
};

}
