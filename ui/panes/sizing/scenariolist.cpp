// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/scenariolist.h"

#include "core/plan/givenname.h"
#include "ui/app/workbench.h"
#include "ui/panes/pane.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/messagetext.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

namespace {

// "A" to "Z", then "A 2", ...
std::string freeLetter(const std::vector<Scenario>& scenarios)
{
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        const std::string name(1, letter);
        if (std::none_of(scenarios.begin(), scenarios.end(), [&](const Scenario& s) { return s.name == name; })) {
            return name;
        }
    }
    return freeName(scenarios, "A");
}

}

ScenarioList::ScenarioList(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_model(new ScenarioModel(this))
    , m_table(new TableView(tr("Pinned scenarios")))
    , m_none(new MutedLabel)
    , m_refusal(new InlineMessage)
    , m_compare(new QPushButton(tr("Compare")))
    , m_remove(new QPushButton(tr("Remove")))
{
    m_table->setModel(m_model);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_none->setText(tr("No scenarios. Click Pin to save the current what-if values and their plan as a scenario."));
    m_none->setWordWrap(true);
    m_none->setContentsMargins(12, 10, 12, 10);
    m_compare->setToolTip(tr("Add the selected scenario to the Compare pane"));
    m_remove->setToolTip(tr("Remove the selected scenario (can be undone)"));
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 4, 12, 8);
    buttons->addStretch(1);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_remove);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_none);
    layout->addWidget(m_table, 1);
    m_refusal->setContentsMargins(12, 0, 12, 0);
    layout->addWidget(m_refusal);
    layout->addLayout(buttons);
    layout->addStretch(0);
    connect(m_remove, &QPushButton::clicked, this, &ScenarioList::remove);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        const auto row = static_cast<std::size_t>(m_table->currentIndex().row());
        if (row < m_model->scenarios().size()) {
            Q_EMIT compareRequested(Scenario(m_model->scenarios()[row])); // copy: the receiver may reset the model
        }
    });
    // Queued, because the edit resets the model and the cell editor must close first.
    connect(m_model, &ScenarioModel::renamed, this, &ScenarioList::rename, Qt::QueuedConnection);
    connect(m_model, &QAbstractItemModel::dataChanged, m_table, [this] { m_table->resizeColumnsToContents(); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ScenarioList::updateButtons);
    connect(&m_workbench, &Workbench::sessionChanged, this, &ScenarioList::show);
    show();
}

void ScenarioList::show()
{
    const auto session = m_workbench.document().session();
    const std::vector<Scenario> now = session ? session->scenarios : std::vector<Scenario>();
    m_none->setVisible(now.empty());
    m_table->setVisible(!now.empty());
    m_compare->setVisible(!now.empty());
    m_remove->setVisible(!now.empty());
    const bool editable = !m_workbench.document().isReadOnly();
    if (now == m_model->scenarios() && editable == m_model->isEditable() && !now.empty()) {
        return;
    }
    const int row = m_table->currentIndex().row();
    m_model->setScenarios(now, editable);
    m_table->setColumnOffered(ScenarioModel::RunBill, m_model->isOfRun());
    m_table->setColumnOffered(ScenarioModel::RunTime, m_model->isOfRun());
    m_table->resizeColumnsToContents();
    m_table->selectRow(std::clamp(row, 0, std::max(0, m_model->rowCount() - 1)));
    m_refusal->setText({});
    updateButtons();
    Q_EMIT scenariosChanged();
}

void ScenarioList::updateButtons()
{
    const bool changeable = m_model->isEditable() && m_table->selectionModel()->hasSelection();
    m_compare->setEnabled(changeable);
    m_remove->setEnabled(changeable);
}

void ScenarioList::pin(const Problem& problem, const Plan& plan)
{
    if (const auto before = m_workbench.document().session()) {
        PlanningSession session = *before;
        session.scenarios.push_back({freeLetter(session.scenarios), problem, plan});
        m_workbench.edit(session, m_workbench.newEditId(), tr("Pin scenario"));
    }
}

void ScenarioList::rename(int row, const QString& name)
{
    const auto before = m_workbench.document().session();
    if (!before || row >= static_cast<int>(before->scenarios.size())) {
        return;
    }
    const auto valid = validateName(name.toStdString());
    m_refusal->setText(valid ? QString()
                             : tr("%1. The scenario keeps its previous name.").arg(errorText(valid.error())));
    if (!valid) {
        return;
    }
    PlanningSession session = *before;
    Scenario& scenario = session.scenarios[static_cast<std::size_t>(row)];
    const std::string old = std::exchange(scenario.name, {});
    scenario.name = freeName(session.scenarios, name.toStdString());
    for (Compared& column : session.comparison.columns) {
        if (column.name == old && column.problem == scenario.problem && column.plan == scenario.plan) {
            column.name = scenario.name;
        }
    }
    m_workbench.edit(session, m_workbench.newEditId(), tr("Rename scenario"));
}

void ScenarioList::remove()
{
    const auto before = m_workbench.document().session();
    const int row = m_table->currentIndex().row();
    if (!before || row < 0 || row >= static_cast<int>(before->scenarios.size())) {
        return;
    }
    PlanningSession session = *before;
    session.scenarios.erase(session.scenarios.begin() + row);
    m_workbench.edit(session, m_workbench.newEditId(), tr("Remove scenario"));
}

}
