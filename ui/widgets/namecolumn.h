// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QTableView;

namespace stagecraft {

// Sizes the columns of a table to their contents; the column of long names gets the remaining width. Numbers and names
// of up to 40 letters are shown in full, longer names are elided in the middle. A width set by the user is kept.
class NameColumn : public QObject {
    Q_OBJECT
public:
    NameColumn(QTableView* table, int column); // owned by the table

    void fit(); // adapts the widths to the current contents

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QTableView* m_table;
    int m_column;
    int m_wanted = 0; // width for the longest name
    int m_others = 0; // width of all other columns
    int m_placed = -1; // width that was set last
};

}
