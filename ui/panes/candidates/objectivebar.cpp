// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/objectivebar.h"

#include "ui/app/workbench.h"
#include "ui/panes/candidates/pickwords.h"
#include "ui/style/icons.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/plaintext.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace stagecraft {

void chooseObjective(Workbench& workbench, Objective objective)
{
    workbench.setObjectiveAsked();
    if (const auto session = workbench.document().session()) {
        Problem problem = session->problem;
        problem.constraints.objective = objective;
        workbench.edit(problem, workbench.newEditId(), ObjectiveBar::tr("Objective"));
    }
}

ObjectiveBar::ObjectiveBar(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_close(new QToolButton)
{
    setObjectName(QStringLiteral("objectiveBar"));
    auto* label = new MutedLabel(tr("Optimize for"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 10, 0);
    layout->setSpacing(6);
    layout->addWidget(label, 1);
    for (const auto& [pick, name] : enumNames<Pick>) {
        auto* button = new QPushButton(pickName(pick));
        button->setToolTip(plainToolTip(optimizeFor(pick)));
        const Objective objective = objectiveOf(pick);
        m_buttons[objective] = button;
        connect(button, &QPushButton::clicked, this, [this, objective] { chooseObjective(m_workbench, objective); });
        layout->addWidget(button);
    }
    m_close->setIcon(lineIcon(QStringLiteral("close")));
    m_close->setAccessibleName(tr("Keep the current objective"));
    m_close->setToolTip(tr("Keep the current objective. Change it later with the stars below or in the Problem pane."));
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_close->setAutoRaise(true);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, &m_workbench, &Workbench::setObjectiveAsked);
    connect(&m_workbench, &Workbench::objectiveAskedChanged, this, &ObjectiveBar::refresh);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &ObjectiveBar::refresh);
    refresh();
}

void ObjectiveBar::refresh()
{
    const auto result = m_workbench.plans().result();
    const bool any = result && result->recommended() != nullptr;
    m_buttons.at(Objective::Cost)->setVisible(any && result->labeled(Label::Cheapest) != nullptr);
    setVisible(any && m_workbench.asksObjective() && !m_workbench.document().isReadOnly());
}

}
