// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/objective.h"

#include <QWidget>

#include <map>

class QPushButton;
class QToolButton;

namespace stagecraft {

class Workbench;

// Makes this the objective of the question, as one step of undo, and counts as the answer to the bar below.
void chooseObjective(Workbench& workbench, Objective objective);

// Asks once, of a new workspace, which of its plans is to be recommended. It stands in no one's way: who answers
// nothing gets the plan with the least memory.
class ObjectiveBar : public QWidget {
    Q_OBJECT
public:
    explicit ObjectiveBar(Workbench& workbench, QWidget* parent = nullptr);

    QPushButton* button(Objective objective) const { return m_buttons.at(objective); }
    QToolButton* closeButton() const { return m_close; }

private:
    void refresh();

    Workbench& m_workbench;
    std::map<Objective, QPushButton*> m_buttons;
    QToolButton* m_close;
};

}
