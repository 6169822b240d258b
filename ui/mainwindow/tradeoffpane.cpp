// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/tradeoffpane.h"

#include "ui/charts/delegates.h"
#include "ui/mainwindow/workbench.h"
#include "ui/models/candidatemodel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>

namespace stagecraft {

TradeoffPane::TradeoffPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("chart"), parent)
    , m_workbench(workbench)
    , m_chart(new TradeoffChart(workbench.plans()))
    , m_model(new CandidateModel(this))
    , m_table(makeTable(tr("Throughput and peak memory, as a table")))
{
    setObjectName(QStringLiteral("tradeoffPane"));
    setUpTable();
    m_cost =
        makeChip(tr("Cost"), tr("What a million tokens or samples cost, instead of how many there are in a second"));
    m_cost->setObjectName(QStringLiteral("costAcross"));
    header()->insertWidget(1, m_cost, 0, Qt::AlignTop);
    connect(m_cost, &QToolButton::toggled, this, [this](bool on) {
        m_chart->setAcross(on ? TradeoffChart::Across::Cost : TradeoffChart::Across::Throughput);
    });
    setContent(m_chart);
    setTwin(m_table);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &TradeoffPane::show);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &TradeoffPane::showCurrent);
    show();
}

void TradeoffPane::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(CandidateModel::Plan, new BadgeDelegate(this));
    for (int column = 0; column < CandidateModel::ColumnCount; ++column) {
        m_table->setColumnHidden(column,
                                 column != CandidateModel::Plan && column != CandidateModel::Peak
                                     && column != CandidateModel::Throughput && column != CandidateModel::Cost);
    }
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setResizeContentsPrecision(50);
    header->setSectionResizeMode(CandidateModel::Plan, QHeaderView::Stretch);
    header->setSectionResizeMode(CandidateModel::Peak, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(CandidateModel::Throughput, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(CandidateModel::Cost, QHeaderView::ResizeToContents);
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
    m_model->setResult(result);
    m_cost->setVisible(m_model->hasCosts());
    m_table->setColumnHidden(CandidateModel::Cost, !m_model->hasCosts());
    if (m_model->rowCount() == 0) {
        showEmpty(tr("No plans to compare"),
                  tr("Each plan becomes a point: to the right faster, further down leaner."));
        return;
    }
    setSummary(m_chart->summary());
    showContent();
}

void TradeoffPane::showCurrent(int candidate)
{
    if (candidate >= 0 && candidate != m_table->currentIndex().row()) {
        m_table->selectRow(candidate);
    }
}

}
