// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/background.h"
#include "ui/dialogs/breakdown.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace stagecraft {

// "How was this computed?": the figures of one plan with their terms, formulas and sources.
class BreakdownDialog : public QDialog {
    Q_OBJECT
public:
    explicit BreakdownDialog(const BreakdownInput& input, QWidget* parent = nullptr);

    QTreeWidget* tree() const { return m_tree; } // one branch per figure; empty until the figures are computed
    QString explanation() const; // explanation of the current row
    QString message() const; // shown without figures: progress or error
    QString csv() const; // all rows as shown

private:
    void showFigures(const std::vector<BreakdownFigure>& figures);

    QLabel* m_message;
    QLabel* m_how; // full explanation of the current row
    QTreeWidget* m_tree;
    QPushButton* m_copy = nullptr;
    bool m_ofDevice; // the breakdown is of one device
    Background m_background; // last, so that it is destroyed first
};

}
