// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/sizing/scenariomodel.h"
#include "ui/widgets/tableview.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stagecraft {

class InlineMessage;
class Workbench;

// Table of pinned scenarios with compare, rename and remove. Every change is one undo step.
class ScenarioList : public QWidget {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit ScenarioList(Workbench& workbench, QWidget* parent = nullptr);

    // Adds a scenario named with the first unused letter A, B, C, ...
    void pin(const Problem& problem, const Plan& plan);
    InlineMessage* refusal() const { return m_refusal; } // message about a rejected name
    ScenarioModel* model() const { return m_model; }
    QTableView* table() const { return m_table; }
    QPushButton* removeButton() const { return m_remove; }
    QPushButton* compareButton() const { return m_compare; }

Q_SIGNALS:
    void scenariosChanged(); // the scenarios need new estimates
    void compareRequested(const stagecraft::Scenario& scenario);

private:
    void show();
    void rename(int row, const QString& name);
    void remove();
    void updateButtons();

    Workbench& m_workbench;
    ScenarioModel* m_model;
    TableView* m_table;
    QLabel* m_none;
    InlineMessage* m_refusal;
    QPushButton* m_compare;
    QPushButton* m_remove;
};

}
