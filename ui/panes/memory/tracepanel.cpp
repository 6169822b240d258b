// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/tracepanel.h"

#include "ui/app/workbench.h"
#include "ui/models/timelinework.h"
#include "ui/panes/memory/categorymodel.h"
#include "ui/panes/memory/peakgroupmodel.h"
#include "ui/panes/memory/tracewords.h"
#include "ui/panes/pane.h"
#include "ui/style/icons.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/tableview.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

namespace {

QToolButton* makeTool(const QString& icon, const QString& name, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setIcon(lineIcon(icon));
    describe(button, name, toolTip, toolTip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

}

TracePanel::TracePanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_runs(new QComboBox)
    , m_ranks(new QComboBox)
    , m_time(makeChip(tr("By time"), tr("Use time instead of allocation events as the horizontal axis")))
    , m_peak(
          makeTool(QStringLiteral("search"), QStringLiteral("goToPeak"), tr("Show the training step of the peak (P)")))
    , m_remove(makeTool(QStringLiteral("close"), QStringLiteral("removeRun"), tr("Remove this run from the workspace")))
    , m_chart(new TraceChart)
    , m_groupModel(new PeakGroupModel(this))
    , m_categoryModel(new CategoryModel(this))
    , m_groups(new TableView(tr("Stack frames at the peak")))
    , m_categories(new TableView(tr("Difference by category")))
    , m_newest(std::make_shared<std::atomic<int>>(0))
{
    setObjectName(QStringLiteral("tracePanel"));
    m_groups->setModel(m_groupModel);
    m_groups->horizontalHeader()->setStretchLastSection(true);
    m_categories->setModel(m_categoryModel);
    auto* tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_groups);
    tables->addWidget(m_categories);
    tables->setStretchFactor(0, 1);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->addWidget(m_chart);
    parts->addWidget(tables);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    makeTools();
    layout->addWidget(parts, 1);
    const QList<QWidget*> order {m_runs, m_ranks, m_time, m_peak, m_remove, m_chart, m_groups, m_categories};
    for (qsizetype i = 1; i < order.size(); ++i) {
        setTabOrder(order[i - 1], order[i]);
    }
    connect(m_runs, &QComboBox::activated, this, &TracePanel::chooseRun);
    connect(m_ranks, &QComboBox::activated, this, [this] {
        m_chosenRank = m_ranks->currentData().toInt();
        chooseRank();
    });
    connect(m_time, &QToolButton::toggled, this,
            [this](bool time) { m_chart->setUnit(time ? TraceUnit::Time : TraceUnit::Events); });
    connect(m_peak, &QToolButton::clicked, m_chart, &TraceChart::showPeak);
    connect(m_remove, &QToolButton::clicked, this, [this] {
        if (const auto trace = current()) {
            Q_EMIT removeRequested(trace);
        }
    });
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &TracePanel::predict);
    connect(&m_workbench.document(), &Document::tracesChanged, this, &TracePanel::fillRuns);
    connect(&m_workbench.document(), &Document::opened, this, &TracePanel::fillRuns);
    fillRuns();
    predict();
}

TracePanel::~TracePanel()
{
    ++*m_newest; // cancels pending requests
}

void TracePanel::makeTools()
{
    describe(m_runs, QStringLiteral("recordedRun"), tr("Run"), tr("Recorded run to show"));
    describe(m_ranks, QStringLiteral("predictedRank"), tr("Prediction"),
             tr("Pipeline rank of the selected plan whose prediction is drawn over the recorded run"));
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(12, 2, 10, 0);
    tools->setSpacing(6);
    for (QComboBox* choice : {m_runs, m_ranks}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(10);
        auto* label = new MutedLabel(choice->accessibleName());
        label->setBuddy(choice);
        label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
        tools->addWidget(label);
        tools->addWidget(choice, 1);
    }
    for (QToolButton* button : {m_time, m_peak, m_remove}) {
        tools->addWidget(button);
    }
    static_cast<QVBoxLayout*>(layout())->addLayout(tools);
}

void TracePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        predict();
    }
}

std::shared_ptr<const MemoryTrace> TracePanel::current() const
{
    const auto& traces = m_workbench.document().traces();
    const auto index = static_cast<std::size_t>(m_runs->currentIndex());
    return m_runs->currentIndex() >= 0 && index < traces.size() ? traces[index] : nullptr;
}

// Keeps the selected run if it still exists. Selects a new run.
void TracePanel::fillRuns()
{
    const auto& traces = m_workbench.document().traces();
    const bool more = static_cast<int>(traces.size()) > m_runs->count();
    const auto shown = m_data ? m_data->trace : nullptr;
    int index = static_cast<int>(traces.size()) - 1;
    m_runs->clear();
    for (std::size_t i = 0; i < traces.size(); ++i) {
        m_runs->addItem(traceTitle(*traces[i]));
        if (!more && shown && *traces[i] == *shown) {
            index = static_cast<int>(i);
        }
    }
    m_runs->setCurrentIndex(index);
    chooseRun();
}

void TracePanel::showRun(const MemoryTrace& trace)
{
    const auto& traces = m_workbench.document().traces();
    const auto found = std::ranges::find_if(traces, [&](const auto& one) { return *one == trace; });
    if (found != traces.end()) {
        m_runs->setCurrentIndex(static_cast<int>(found - traces.begin()));
        chooseRun();
    }
}

void TracePanel::chooseRun()
{
    const auto trace = current();
    if (!trace || !m_data || m_data->trace != trace) {
        m_data = trace ? std::make_shared<const TraceData>(trace) : nullptr;
        m_groupModel->setTrace(trace);
        m_chart->setData(m_data);
        m_groups->horizontalHeader()->setResizeContentsPrecision(20);
        m_groups->resizeColumnsToContents();
    }
    fillRanks();
}

// Fills in the plan's pipeline ranks and selects the likely one, unless the user has selected another.
void TracePanel::fillRanks()
{
    m_ranks->clear();
    m_ranks->addItem(tr("None"), -1);
    for (const TracePrediction& prediction : m_predictions) {
        m_ranks->addItem(prediction.name, prediction.pipeline_rank);
    }
    int rank = m_chosenRank;
    if (rank < 0 && m_data && m_plan) {
        rank = likelyPipelineRank(*m_data->trace, *m_plan, m_predictions);
    }
    m_ranks->setCurrentIndex(std::max(0, m_ranks->findData(rank)));
    m_ranks->setEnabled(!m_predictions.empty());
    chooseRank();
}

void TracePanel::chooseRank()
{
    const auto found =
        std::ranges::find(m_predictions, m_ranks->currentData().toInt(), &TracePrediction::pipeline_rank);
    const TracePrediction* prediction = found == m_predictions.end() ? nullptr : &*found;
    m_chart->setPrediction(prediction ? std::optional(*prediction) : std::nullopt);
    m_categoryModel->setRows(m_data ? categoryDifferences(*m_data->trace, prediction)
                                    : std::vector<CategoryDifference>());
    m_categories->resizeColumnsToContents();
    Q_EMIT changed();
}

void TracePanel::setPredictions(const TimelineData* simulated)
{
    const Candidate* candidate = m_workbench.plans().current();
    m_predictions.clear();
    if (!candidate) {
        m_plan.reset();
        m_chosenRank = -1;
    } else {
        if (m_plan != candidate->plan) {
            m_chosenRank = -1;
        }
        m_plan = candidate->plan;
        m_predictions = tracePredictions(candidate->plan, candidate->estimate, simulated);
    }
    fillRanks();
}

// Shows the peaks at once, and the memory over the step when it is simulated.
void TracePanel::predict()
{
    const int number = ++*m_newest;
    const Candidate* candidate = m_workbench.plans().current();
    const auto session = m_workbench.plans().session();
    m_stale = !isVisible();
    if (m_stale) {
        m_answered = number;
        return;
    }
    setPredictions(nullptr);
    if (!candidate || !session || timelineSpans(candidate->plan) > mostTimelineSpans) {
        m_answered = number;
        return;
    }
    using Answer = Result<std::shared_ptr<const TimelineData>>;
    m_background.run(
        [input = timelineInput(session, m_workbench.document(), *candidate), newest = m_newest, number]() -> Answer {
            return *newest == number ? simulatedTimeline(input) : failure(ErrorCode::Cancelled);
        },
        [this, number](const Answer& simulated) {
            if (number == *m_newest) {
                m_answered = number;
                setPredictions(simulated ? simulated->get() : nullptr);
            }
        });
}

}
