// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/plan/planpane.h"

#include "ui/app/workbench.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/moneywords.h"
#include "ui/words/plaintext.h"
#include "ui/words/plandetails.h"
#include "ui/words/planrole.h"

#include <QDate>
#include <QGridLayout>
#include <QScrollArea>

namespace stagecraft {

namespace {

QLabel* readable(QLabel* label)
{
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void addGroup(QGridLayout* grid, const PlanDetailGroup& group)
{
    int row = grid->rowCount();
    grid->addWidget(makeHeading(group.title, row == 1), row, 0, 1, 2);
    for (const PlanDetail& detail : group.details) {
        ++row;
        QLabel* words = readable(new PlainLabel(detail.words));
        if (detail.what.isEmpty()) {
            grid->addWidget(words, row, 0, 1, 2);
            continue;
        }
        words->setToolTip(plainToolTip(detail.how));
        words->setAccessibleName(QStringLiteral("%1: %2").arg(detail.what, detail.words));
        grid->addWidget(new MutedLabel(detail.what), row, 0, Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(words, row, 1, Qt::AlignTop);
    }
}

}

PlanPane::PlanPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("table"), parent), m_workbench(workbench), m_area(new QScrollArea)
{
    setObjectName(QStringLiteral("planPane"));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setAccessibleName(tr("Details of the selected plan"));
    setContent(m_area);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, [this] {
        m_stale = true;
        if (isVisible()) {
            show();
        }
    });
    show();
}

void PlanPane::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    if (m_stale) {
        show();
    }
}

void PlanPane::show()
{
    m_stale = false;
    const Candidate* candidate = m_workbench.plans().current();
    if (!candidate) {
        m_area->setWidget(new QWidget);
        showEmpty(tr("No plan selected"), tr("The settings, estimates and basis of the selected plan appear here."));
        return;
    }
    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(12, 2, 12, 12);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    const auto& training_costs = m_workbench.plans().training_costs();
    const auto training_cost = training_costs
        ? trainingCostDetails(training_costs->of(m_workbench.plans().currentIndex()), training_costs->problem(),
                              QDate::currentDate())
        : std::vector<PlanDetailGroup>();
    for (const PlanDetailGroup& group : planDetails(*candidate, training_cost)) {
        addGroup(grid, group);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    m_area->setWidget(page);
    setSummary(QStringLiteral("%1 · %2").arg(planLabels(*candidate), degreesText(candidate->plan)));
    showContent();
}

}
