// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/tradeoffpane.h"

#include "ui/charts/delegates.h"
#include "ui/mainwindow/workbench.h"
#include "ui/models/candidatemodel.h"
#include "ui/support/forms.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace stagecraft {

TradeoffPane::TradeoffPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("chart"), parent)
    , m_workbench(workbench)
    , m_chart(new TradeoffChart(workbench.plans()))
    , m_model(new CandidateModel(this))
    , m_table(makeTable(tr("Throughput and peak memory, as a table")))
    , m_across(new QComboBox)
{
    setObjectName(QStringLiteral("tradeoffPane"));
    setUpTable();
    describe(m_across, QStringLiteral("across"), tr("Across"),
             tr("What the plans are laid out by, from left to right"));
    m_across->setSizeAdjustPolicy(QComboBox::AdjustToContents); // what can be shown is known only with a plan
    header()->insertWidget(1, m_across, 0, Qt::AlignTop);
    connect(m_across, &QComboBox::activated, this,
            [this] { m_chart->setAcross(static_cast<TradeoffChart::Across>(m_across->currentData().toInt())); });
    setContent(m_chart);
    setTwin(m_table);
    setTabOrder(m_across, tableButton());
    setTabOrder(tableButton(), m_chart);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &TradeoffPane::show);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &TradeoffPane::showCurrent);
    show();
}

void TradeoffPane::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(CandidateModel::Plan, new BadgeDelegate(this));
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setResizeContentsPrecision(50);
    for (int column = 0; column < CandidateModel::ColumnCount; ++column) {
        header->setSectionResizeMode(
            column, column == CandidateModel::Plan ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid()) {
                    m_workbench.plans().select(current.row());
                }
            });
}

void TradeoffPane::show()
{
    const auto result = m_workbench.plans().result();
    m_model->setResult(result, m_workbench.plans().bills());
    fillAcross();
    const QList<int> shown = shownColumns();
    for (int column = 0; column < CandidateModel::ColumnCount; ++column) {
        m_table->setColumnHidden(column, !shown.contains(column));
    }
    if (m_model->rowCount() == 0) {
        showEmpty(tr("No plans to compare"),
                  tr("Each plan becomes a point: to the right faster, further down leaner."));
        return;
    }
    setSummary(m_chart->summary());
    showContent();
}

// The columns of the table, which says the same as the chart.
QList<int> TradeoffPane::shownColumns() const
{
    QList<int> columns {CandidateModel::Plan, CandidateModel::Peak, CandidateModel::Throughput};
    if (m_model->hasCosts()) {
        columns << CandidateModel::Cost << CandidateModel::CostPerMillion;
    }
    if (m_model->hasRun()) {
        columns << CandidateModel::TrainTime;
    }
    return columns;
}

// What these plans do not tell is not offered; a choice comes back with plans that do.
void TradeoffPane::fillAcross()
{
    using Across = TradeoffChart::Across;
    m_across->clear();
    for (const Across across : {Across::Throughput, Across::Cost, Across::TrainTime, Across::Devices}) {
        if (m_chart->canShow(across)) {
            m_across->addItem(TradeoffChart::acrossName(across), static_cast<int>(across));
        }
    }
    m_across->setCurrentIndex(std::max(0, m_across->findData(static_cast<int>(m_chart->across()))));
}

void TradeoffPane::showCurrent(int candidate)
{
    if (candidate >= 0 && candidate != m_table->currentIndex().row()) {
        m_table->selectRow(candidate);
    }
}

}
