// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/tradeoffpane.h"

#include "ui/app/workbench.h"
#include "ui/models/candidatemodel.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/plaintext.h"

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
    , m_table(new TableView(tr("Trade-off, as a table")))
{
    setObjectName(QStringLiteral("tradeoffPane"));
    setUpTable();
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeTools());
    layout->addWidget(m_chart, 1);
    setContent(content);
    setTableView(m_table);
    setTabOrder(tableButton(), m_upwards);
    setTabOrder(m_upwards, m_across);
    setTabOrder(m_across, m_colors);
    setTabOrder(m_colors, m_chart);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &TradeoffPane::show);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &TradeoffPane::showCurrent);
    show();
}

QWidget* TradeoffPane::makeTools()
{
    auto* tools = new QWidget;
    m_tools = new QBoxLayout(QBoxLayout::TopToBottom, tools);
    m_tools->setContentsMargins(12, 2, 10, 0);
    m_tools->setSpacing(4);
    auto* axes = new QHBoxLayout;
    m_upwards =
        addChoice(*axes, "upwards", tr("Vertical axis"), QStringLiteral("↑"), tr("Quantity on the vertical axis"));
    m_across =
        addChoice(*axes, "across", tr("Horizontal axis"), QStringLiteral("→"), tr("Quantity on the horizontal axis"));
    auto* colors = new QHBoxLayout;
    m_colors = addChoice(*colors, "colors", tr("Color"), tr("Color"),
                         tr("Property that the colors and shapes of the points show"));
    m_tools->addLayout(axes);
    m_tools->addLayout(colors);
    m_tools->addStretch(1);
    for (const auto grouping : {PlanGrouping::Kind, PlanGrouping::Partitioner, PlanGrouping::Schedule,
                                PlanGrouping::Pipeline, PlanGrouping::Tensor, PlanGrouping::Data}) {
        m_colors->addItem(groupingTitle(grouping), static_cast<int>(grouping));
    }
    for (const QComboBox* axis : {m_upwards, m_across}) {
        connect(axis, &QComboBox::activated, this, [this, axis] { chooseAxes(axis); });
    }
    connect(m_colors, &QComboBox::activated, this,
            [this] { m_chart->setGrouping(static_cast<PlanGrouping>(m_colors->currentData().toInt())); });
    return tools;
}

QComboBox* TradeoffPane::addChoice(QHBoxLayout& tools, const char* name, const QString& label, const QString& sign,
                                   const QString& what)
{
    auto* choice = new QComboBox;
    describe(choice, QLatin1String(name), label, what);
    tools.setSpacing(6);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents); // the entries depend on the plans
    choice->setMinimumWidth(5 * choice->fontMetrics().averageCharWidth() + 24); // elides in a narrow pane
    auto* words = new MutedLabel(sign);
    words->setToolTip(plainToolTip(what));
    words->setBuddy(choice);
    words->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    tools.addWidget(words);
    tools.addWidget(choice);
    return choice;
}

// Uses one row if the pane is wide enough.
void TradeoffPane::resizeEvent(QResizeEvent* event)
{
    const bool wide = width() >= 34 * fontMetrics().averageCharWidth() + 260;
    m_tools->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    Pane::resizeEvent(event);
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
    m_model->setResult(result, m_workbench.plans().training_costs());
    fillAxes();
    if (m_model->rowCount() == 0) {
        showEmpty(tr("No plans to compare"),
                  tr("Each plan is a point: plans further right are faster, plans further down have a lower peak."));
        return;
    }
    showAxes();
    showContent();
}

// Updates the table and the summary to match the axes of the chart.
void TradeoffPane::showAxes()
{
    const QList<int> shown = shownColumns();
    for (int column = 0; column < CandidateModel::ColumnCount; ++column) {
        m_table->setColumnPriority(column, shown.contains(column));
    }
    m_table->setAccessibleName(tr("%1, as a table").arg(m_chart->accessibleName()));
    setSummary(m_chart->summary());
}

// Columns of the table that match the axes of the chart.
QList<int> TradeoffPane::shownColumns() const
{
    QList<int> columns {CandidateModel::Plan, CandidateModel::Peak, CandidateModel::Throughput};
    if (m_chart->across() == PlanAxis::Devices || m_chart->upwards() == PlanAxis::Devices) {
        columns << CandidateModel::Devices;
    }
    if (m_model->hasCosts()) {
        columns << CandidateModel::Cost << CandidateModel::CostPerMillion;
    }
    if (m_model->hasRun()) {
        columns << CandidateModel::TrainTime;
    }
    return columns;
}

// Offers only the quantities that these plans have; the chart remembers the choice for later plans.
void TradeoffPane::fillAxes()
{
    for (const auto& [choice, chosen] :
         {std::pair {m_upwards, m_chart->upwards()}, std::pair {m_across, m_chart->across()}}) {
        choice->clear();
        for (const PlanAxis axis :
             {PlanAxis::Throughput, PlanAxis::Cost, PlanAxis::TrainTime, PlanAxis::Devices, PlanAxis::Peak}) {
            if (m_chart->canShow(axis)) {
                choice->addItem(axisName(axis), static_cast<int>(axis));
            }
        }
        choice->setCurrentIndex(std::max(0, choice->findData(static_cast<int>(chosen))));
    }
}

// The axes must differ: choosing the quantity of the other axis swaps them.
void TradeoffPane::chooseAxes(const QComboBox* changed)
{
    auto across = static_cast<PlanAxis>(m_across->currentData().toInt());
    auto upwards = static_cast<PlanAxis>(m_upwards->currentData().toInt());
    if (across == upwards) {
        (changed == m_across ? upwards : across) = changed == m_across ? m_chart->across() : m_chart->upwards();
    }
    m_chart->setAxes(across, upwards);
    fillAxes();
    showAxes();
}

void TradeoffPane::showCurrent(int candidate)
{
    if (candidate >= 0 && candidate != m_table->currentIndex().row()) {
        m_table->selectRow(candidate);
    }
}

}
