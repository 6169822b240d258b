// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/memorypane.h"

#include "ui/app/workbench.h"
#include "ui/charts/compareddevices.h"
#include "ui/models/devicemodel.h"
#include "ui/panes/memory/noderows.h"
#include "ui/panes/memory/tracepanel.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/problemname.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int lettersOfPlan = 12; // letters of a plan's name in the label of a bar

QString besideTitle(const Candidate& candidate)
{
    return QStringLiteral("%1 · %2").arg(planName(candidate), degreesText(candidate.plan));
}

}

MemoryPane::MemoryPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("memory"), parent)
    , m_workbench(workbench)
    , m_model(new DeviceModel(this))
    , m_both(new ComparedDevices(this))
    , m_bars(new MemoryBars)
    , m_table(new TableView(tr("Memory per device, as a table")))
    , m_pages(new QStackedWidget)
    , m_runChip(makeChip(tr("Recorded run"), tr("Show the memory of a recorded run over time, next to its prediction")))
    , m_tools(new QWidget)
    , m_beside(new QComboBox)
{
    setObjectName(QStringLiteral("memoryPane"));
    m_table->setModel(m_model);
    m_bars->setChoosable();
    describe(m_beside, QStringLiteral("beside"), tr("Compare with"),
             tr("Plan from the Compare pane whose bars are also shown"));
    m_beside->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_beside->setMinimumWidth(90); // elides in a narrow pane
    setContent(makeContent());
    setTableView(m_table);
    header()->insertWidget(1, m_runChip, 0, Qt::AlignTop);
    setTabOrder(m_runChip, tableButton());
    setTabOrder(tableButton(), m_beside);
    setTabOrder(m_beside, m_bars);
    connect(m_beside, &QComboBox::activated, this, &MemoryPane::chooseBeside);
    connect(m_bars, &MemoryBars::chosen, this, &MemoryPane::choose);
    connect(m_bars, &MemoryBars::opened, this, &MemoryPane::open);
    connect(m_runChip, &QToolButton::toggled, this, &MemoryPane::show);
    connect(&m_workbench.document(), &Document::tracesChanged, this, &MemoryPane::followTraces);
    connect(&m_workbench.document(), &Document::opened, this, &MemoryPane::followTraces);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &MemoryPane::show);
    connect(&m_workbench.plans(), &PlanSelection::stageChanged, this, &MemoryPane::showStage);
    connect(&m_workbench, &Workbench::sessionChanged, this, [this] {
        const int before = other();
        fillBeside();
        if (other() != before) {
            show();
        }
    });
    followTraces();
}

QWidget* MemoryPane::makeContent()
{
    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(12, 2, 10, 0);
    tools->setSpacing(6);
    auto* label = new MutedLabel(tr("Compare with"));
    label->setBuddy(m_beside);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    tools->addWidget(label);
    tools->addWidget(m_beside);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_tools);
    layout->addWidget(m_bars, 1);
    m_pages->addWidget(content);
    return m_pages;
}

QStringList MemoryPane::layerNames() const
{
    QStringList names;
    if (const auto session = m_workbench.plans().session()) {
        for (const Layer& layer : session->problem.model.layers) {
            names += QString::fromStdString(layer.name);
        }
    }
    return names;
}

bool MemoryPane::isRunShown() const
{
    return m_runChip->isChecked() && !m_runChip->isHidden() && m_traces;
}

void MemoryPane::setRunShown(bool shown)
{
    m_runChip->setChecked(shown);
}

// Removes the page of recorded runs if there are none, because its minimum size exceeds that of the bars.
void MemoryPane::followTraces()
{
    const bool any = !m_workbench.document().traces().empty();
    if (any && !m_traces) {
        makeTraces();
    }
    if (any && m_pages->indexOf(m_traces) < 0) {
        m_pages->addWidget(m_traces);
    } else if (!any && m_traces) {
        m_pages->removeWidget(m_traces);
        m_traces->hide();
    }
    m_runChip->setVisible(any);
    show();
}

void MemoryPane::makeTraces()
{
    m_traces = new TracePanel(m_workbench, m_pages);
    connect(m_traces, &TracePanel::changed, this, [this] {
        if (isRunShown()) {
            setSummary(m_traces->summary());
        }
    });
    connect(m_traces, &TracePanel::removeRequested, this, &MemoryPane::removeRequested);
}

void MemoryPane::show()
{
    const bool run = isRunShown();
    m_pages->setCurrentIndex(run ? 1 : 0);
    if (run) {
        setTableShown(false); // the page of recorded runs contains its own tables
    }
    showPlan();
    if (run) {
        setSummary(m_traces->summary());
        showContent();
        tableButton()->hide();
    }
}

void MemoryPane::showPlan()
{
    fillBeside();
    const Candidate* candidate = m_workbench.plans().current();
    if (!candidate) {
        m_candidates.clear();
        m_model->setDevices({}, {});
        m_bars->setDevices({}, {});
        showEmpty(tr("No plan selected"), tr("The memory of each device appears here with the first plan."));
        return;
    }
    const int beside = other();
    const QStringList names = layerNames();
    const auto session = m_workbench.plans().session();
    m_bars->setSubject(session ? std::optional(planSubject(session->problem, candidate->plan, planName(*candidate)))
                               : std::nullopt);
    if (beside < 0) {
        showDevices(*candidate, names);
        setSummary(QStringLiteral("%1. %2").arg(besideTitle(*candidate), m_bars->summary()));
    } else {
        const Candidate& second = m_workbench.plans().result()->candidates[static_cast<std::size_t>(beside)];
        showBoth(*candidate, second, names);
        m_bars->setSubject(session ? std::optional(problemName(session->problem)) : std::nullopt);
        setSummary(tr("%1 peaks at %2, %3 at %4.")
                       .arg(besideTitle(*candidate), bytesText(candidate->estimate.peak), besideTitle(second),
                            bytesText(second.estimate.peak)));
    }
    // Measures only the first rows; measuring a thousand devices would be slow.
    m_table->horizontalHeader()->setResizeContentsPrecision(20);
    m_table->resizeColumnsToContents();
    showContent();
}

// Equal devices share a bar. If that leaves too many bars, the devices of a node share one.
std::vector<MemoryRow> MemoryPane::rowsOf(const Candidate& candidate)
{
    const auto& devices = candidate.estimate.devices;
    const auto groups = equalDevices(devices);
    if (groups.size() <= mostDeviceBars) {
        std::vector<int> firsts;
        for (const DeviceGroup& group : groups) {
            firsts.resize(static_cast<std::size_t>(group.last()) + 1, group.first);
        }
        setGroups(false, firsts);
        return equalRows(devices, groups, m_opened);
    }
    const auto session = m_workbench.plans().session();
    if (!session) {
        return memoryRows(devices, mostDeviceBars);
    }
    const std::vector<int> nodes = nodesOf(candidate.plan, session->problem.cluster);
    setGroups(true, nodes);
    return nodes.size() == devices.size() ? nodeRows(devices, nodes, m_opened) : memoryRows(devices, mostDeviceBars);
}

// If the grouping changes, the expanded bars no longer exist.
void MemoryPane::setGroups(bool nodes, const std::vector<int>& groups)
{
    const std::pair now(nodes, groups);
    if (m_groups != now) {
        m_groups = now;
        m_opened.clear();
    }
}

void MemoryPane::showDevices(const Candidate& candidate, const QStringList& layerNames)
{
    std::vector<MemoryRow> rows = rowsOf(candidate);
    m_candidates.assign(rows.size(), m_workbench.plans().currentIndex());
    m_model->setDevices(candidate.estimate.devices, layerNames);
    m_bars->setRows(std::move(rows), layerNames);
    setModel(m_model);
}

void MemoryPane::showBoth(const Candidate& candidate, const Candidate& other, const QStringList& layerNames)
{
    std::vector<ComparedPlan> plans;
    for (const Candidate* each : {&candidate, &other}) {
        ComparedPlan plan;
        plan.title = planName(*each);
        plan.plan = each->plan;
        plan.estimate = each->estimate;
        plans.push_back(std::move(plan));
    }
    const std::vector<ComparedBar> bars = comparedBars(plans);
    const int columns[] {m_workbench.plans().currentIndex(), this->other()};
    std::vector<MemoryRow> rows;
    m_candidates.clear();
    for (const ComparedBar& bar : bars) {
        rows.push_back(bar.row);
        rows.back().label = QStringLiteral("%1 · %2").arg(bar.device, shortened(bar.plan, lettersOfPlan));
        m_candidates.push_back(columns[bar.column]);
    }
    m_both->setBars(bars);
    m_bars->setRows(std::move(rows), layerNames);
    setModel(m_both);
}

void MemoryPane::setModel(QAbstractItemModel* model)
{
    if (m_table->model() != model) {
        m_table->setModel(model);
    }
}

int MemoryPane::other() const
{
    const int index = m_beside->currentIndex();
    return index > 0 ? m_beside->itemData(index).toInt() : -1;
}

// Plans of the comparison that are among the shown candidates. A choice is restored when its plan reappears.
void MemoryPane::fillBeside()
{
    m_beside->clear();
    m_beside->addItem(tr("None"));
    const auto session = m_workbench.document().session();
    const auto result = m_workbench.plans().result();
    const int current = m_workbench.plans().currentIndex();
    if (session && result) {
        const auto& candidates = result->candidates;
        for (const Compared& column : session->comparison.columns) {
            const auto found = std::find_if(candidates.begin(), candidates.end(),
                                            [&](const Candidate& c) { return c.plan == column.plan; });
            const int index = static_cast<int>(found - candidates.begin());
            if (column.problem || found == candidates.end() || index == current) {
                continue;
            }
            m_beside->addItem(besideTitle(*found), index);
            if (m_other == column.plan) {
                m_beside->setCurrentIndex(m_beside->count() - 1);
            }
        }
    }
    m_tools->setVisible(m_beside->count() > 1);
}

void MemoryPane::chooseBeside()
{
    const int beside = other();
    m_other.reset();
    if (beside >= 0) {
        m_other = m_workbench.plans().result()->candidates[static_cast<std::size_t>(beside)].plan;
    }
    show();
}

void MemoryPane::choose(int row)
{
    const auto at = static_cast<std::size_t>(row);
    if (m_candidates[at] == m_workbench.plans().currentIndex()) {
        m_workbench.plans().selectStage(m_bars->layout().rows[at].estimate.stage);
    }
}

void MemoryPane::open(int row)
{
    const auto at = static_cast<std::size_t>(row);
    const MemoryRow shown = m_bars->layout().rows[at];
    if (shown.group < 0) {
        Q_EMIT explainRequested(m_candidates[at], shown.device);
        return;
    }
    if (m_opened.erase(shown.group) == 0) {
        m_opened.insert(shown.group);
    }
    show();
    m_bars->setCurrent(row);
}

// Selects the fullest device or node of the stage that is selected in another pane.
void MemoryPane::showStage(int stage)
{
    const auto& rows = m_bars->layout().rows;
    const int now = m_bars->current();
    const int current = m_workbench.plans().currentIndex();
    const auto isOf = [&](int row) {
        const auto at = static_cast<std::size_t>(row);
        return m_candidates[at] == current && rows[at].estimate.stage == stage;
    };
    if (now >= 0 && isOf(now)) {
        return;
    }
    int best = -1;
    for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        const auto peak = [&](int of) { return rows[static_cast<std::size_t>(of)].estimate.peak; };
        if (isOf(row) && (best < 0 || peak(row) > peak(best))) {
            best = row;
        }
    }
    m_bars->setCurrent(best);
}

}
