// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;

namespace stagecraft {

class Workbench;

// Where no plan fits: the changes that make one fit, a button each, and how such a plan does. Hidden while some plan
// fits.
class RemedyList : public QWidget {
    Q_OBJECT
public:
    explicit RemedyList(Workbench& workbench, QWidget* parent = nullptr); // must outlive this

    QList<QPushButton*> buttons() const; // of the remedies, in their order
    QString heading() const;

private:
    void show();
    void showAge();
    QString headingText() const;
    void addRow(int row);
    void clear();

    Workbench& m_workbench;
    QLabel* m_heading;
    QPushButton* m_again;
    QGridLayout* m_rows;
};

}
