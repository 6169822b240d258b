// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;

namespace stagecraft {

class Workbench;

// Changes that make a plan fit, each with a button and the figures of the resulting plan. Hidden if some plan fits.
class RemedyList : public QWidget {
    Q_OBJECT
public:
    explicit RemedyList(Workbench& workbench, QWidget* parent = nullptr); // `workbench` must outlive this

    QList<QPushButton*> buttons() const; // one per remedy, in order
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
