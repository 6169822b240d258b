// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/breakdown/breakdown.h"
#include "ui/support/background.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace stagecraft {

// "How was this computed?": the figures of one plan, each with the terms that make it, their formulas and sources.
class BreakdownDialog : public QDialog {
    Q_OBJECT
public:
    explicit BreakdownDialog(const BreakdownWish& wish, QWidget* parent = nullptr);

    QTreeWidget* tree() const { return m_tree; } // a figure a branch; empty until it is computed
    QString explanation() const; // of the current row
    QString message() const; // while there is none, or why there is none
    QString csv() const; // all rows, as they stand

private:
    void showFigures(const std::vector<BreakdownFigure>& figures);

    QLabel* m_message;
    QLabel* m_how; // of the current row, in full
    QTreeWidget* m_tree;
    QPushButton* m_copy = nullptr;
    bool m_ofDevice; // one device's layers were asked for
    Background m_background; // last: it ends before the others go
};

}
