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

// Sets the objective of the problem as one undo step, and marks the question of the bar as answered.
void chooseObjective(Workbench& workbench, Objective objective);

// Asks once in a new workspace for the objective of the search. Without an answer it remains the least memory.
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
