// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/partitioners/partitionerspane.h"

#include "core/session/knowncosts.h"
#include "ui/app/workbench.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/partitioners/partitionerbars.h"
#include "ui/panes/partitioners/partitionermodel.h"
#include "ui/panes/partitioners/partitionerwords.h"
#include "ui/words/messagetext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>

namespace stagecraft {

PartitionersPane::PartitionersPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("chart"), parent)
    , m_workbench(workbench)
    , m_mode(new QComboBox)
    , m_keep(new QPushButton(tr("Add to candidates")))
    , m_bars(new PartitionerBars)
    , m_model(new PartitionerModel(this))
    , m_table(new TableView(tr("Partitioners and their plans")))
{
    setObjectName(QStringLiteral("partitionersPane"));
    setUpHeader();
    setUpTable();
    auto* area = new QScrollArea;
    area->setWidget(m_bars);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    setContent(area);
    setTableView(m_table);
    setTabOrder(tableButton(), m_mode);
    setTabOrder(m_mode, m_keep);
    setTabOrder(m_keep, m_bars);
    connect(m_bars, &PartitionerBars::currentChanged, this, &PartitionersPane::choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { choose(current.row()); });
    connect(m_keep, &QPushButton::clicked, this, &PartitionersPane::keep);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &PartitionersPane::refresh);
    showNothing({});
}

PartitionersPane::~PartitionersPane()
{
    m_stop.request_stop();
}

void PartitionersPane::setUpHeader()
{
    m_mode->setObjectName(QStringLiteral("comparisonMode"));
    m_mode->setAccessibleName(tr("Comparison mode"));
    m_mode->addItem(tr("Split points only"), static_cast<int>(ComparisonMode::Fair));
    m_mode->setItemData(0,
                        tr("Each partitioner chooses the split points of the recommended plan: same parallelism, "
                           "micro-batch size and schedule"),
                        Qt::ToolTipRole);
    m_mode->addItem(tr("Complete plans"), static_cast<int>(ComparisonMode::Own));
    m_mode->setItemData(
        1, tr("Each partitioner also chooses the parallelism and micro-batch size that are best by its rule"),
        Qt::ToolTipRole);
    m_keep->setObjectName(QStringLiteral("keepPartitionerPlan"));
    m_keep->setToolTip(tr("Add the plan of the selected partitioner to the candidates as a user-defined plan"));
    m_keep->setEnabled(false);
    header()->addWidget(m_mode, 0, Qt::AlignTop);
    header()->addWidget(m_keep, 0, Qt::AlignTop);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &PartitionersPane::refresh);
}

void PartitionersPane::setUpTable()
{
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setResizeContentsPrecision(50);
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void PartitionersPane::setShown(bool shown)
{
    m_shown = shown;
    if (m_shown && m_stale) {
        refresh();
    }
}

void PartitionersPane::refresh()
{
    m_stale = !m_shown;
    m_stop.request_stop();
    m_running = false;
    setResultsOld(false);
    if (m_shown) {
        compare();
    }
}

void PartitionersPane::compare()
{
    const auto session = m_workbench.plans().session();
    const auto result = m_workbench.plans().result();
    const Candidate* as = result ? comparedCandidate(*result) : nullptr;
    if (!session || !as) {
        showNothing(
            result
                ? tr("The search found no plan with the same parallelism in all stages, which the comparison requires.")
                : QString());
        return;
    }
    if (session->problem.cluster.groups.size() > 1) {
        showNothing(
            tr("Partitioners can be compared on a single device type only; this cluster has several device groups."));
        return;
    }
    m_stop = std::stop_source();
    m_running = true;
    setResultsOld(true);
    const Document& document = m_workbench.document();
    const Bytes capacity = fullestCapacity(as->estimate);
    const ComparisonRequest request {static_cast<ComparisonMode>(m_mode->currentData().toInt()), {}};
    m_background.run(
        [session, plan = as->plan, request, measurements = document.measurements(), probes = document.probes(),
         stop = m_stop.get_token()]() -> Result<PartitionerComparison> {
            const CostModel costs = knownCosts(session->problem, measurements, probes);
            return comparePartitioners(session->problem, costs, plan, request, stop);
        },
        [this, capacity, stop = m_stop.get_token()](const Result<PartitionerComparison>& comparison) {
            if (!stop.stop_requested()) {
                m_running = false;
                setResultsOld(false);
                showComparison(comparison, capacity);
            }
        });
}

void PartitionersPane::showComparison(const Result<PartitionerComparison>& comparison, Bytes capacity)
{
    if (!comparison) {
        showNothing(errorText(comparison.error()));
        return;
    }
    m_comparison = std::make_shared<const PartitionerComparison>(*comparison);
    m_bars->setComparison(m_comparison, capacity);
    m_model->setComparison(m_comparison);
    m_table->resizeColumnsToContents();
    m_keep->setEnabled(false);
    setSummary(m_bars->summary());
    showContent();
    Q_EMIT refreshed();
}

void PartitionersPane::showNothing(const QString& why)
{
    m_comparison.reset();
    m_bars->setComparison(nullptr, {});
    m_model->setComparison(nullptr);
    m_keep->setEnabled(false);
    showEmpty(tr("Nothing to compare"),
              why.isEmpty() ? tr("Plans of other partitioners appear here once the search has found a plan.") : why);
    Q_EMIT refreshed();
}

void PartitionersPane::choose(int row)
{
    if (!m_comparison || row < 0) {
        return;
    }
    m_bars->setCurrent(row);
    if (m_table->currentIndex().row() != row) {
        m_table->selectRow(row);
    }
    const PartitionerRow& chosen = m_comparison->rows[static_cast<std::size_t>(row)];
    m_keep->setEnabled(chosen.candidate && !isExactSearch(chosen) && !m_workbench.document().isReadOnly());
}

void PartitionersPane::keep()
{
    const int row = m_bars->current();
    if (m_comparison && row >= 0) {
        const PartitionerRow& chosen = m_comparison->rows[static_cast<std::size_t>(row)];
        m_workbench.addUserPlan(chosen.candidate->plan, nameOf(chosen), tr("Add a partitioner's plan"));
    }
}

}
