// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QTableView;

namespace stagecraft {

// Sizes a table's columns by their contents, but gives the column of long names only what the others leave: numbers
// and names of 40 letters stay whole, longer names lose their middle. A width that the user has given it stays.
class NameColumn : public QObject {
    Q_OBJECT
public:
    NameColumn(QTableView* table, int column); // the table owns it

    void fit(); // to what the table shows now

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QTableView* m_table;
    int m_column;
    int m_wanted = 0; // for the longest name
    int m_others = 0; // all other columns
    int m_placed = -1; // the width that it was given last
};

}
