// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/sizingpane.h"

#include "core/search/runlimits.h"
#include "core/search/runsizing.h"
#include "ui/app/sizingjob.h"
#include "ui/app/workbench.h"
#include "ui/panes/sizing/cataloguemodel.h"
#include "ui/panes/sizing/curvetab.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/sizinganswers.h"
#include "ui/panes/sizing/sizingcurvelayout.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/namecolumn.h"
#include "ui/widgets/staleoverlay.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/language.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/sizingwords.h"
#include "ui/words/words.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

constexpr int coalesce = 60; // ms between searches; changes in between share one search

}

SizingPane::SizingPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("chart"), parent)
    , m_workbench(workbench)
    , m_form(new SizingForm)
    , m_answers(new SizingAnswers)
    , m_curve(new CurveTab)
    , m_catalogue(new CatalogueModel(this))
    , m_table(new TableView(tr("Hardware offers, cheapest first")))
    , m_scenarios(new ScenarioList(workbench))
    , m_tabs(new QTabWidget)
{
    setObjectName(QStringLiteral("sizingPane"));
    m_job = new SizingJob(m_runner, m_workbench, this);
    m_soon.setSingleShot(true);
    setContent(makeContent());
    for (QPushButton* button : {m_form->applyButton(), m_form->pinButton(), m_form->resetButton()}) {
        header()->addWidget(button, 0, Qt::AlignTop);
    }
    // The buttons are above the content, so they come first in the tab order.
    setTabOrder(tableButton(), m_form->applyButton());
    setTabOrder(m_form->applyButton(), m_form->pinButton());
    setTabOrder(m_form->pinButton(), m_form->resetButton());
    connectParts();
    onSession();
}

QWidget* SizingPane::makeContent()
{
    m_tabs->setObjectName(QStringLiteral("sizingTabs"));
    m_tabs->setAccessibleName(tr("Sizing"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_answers, tr("Answers"));
    m_tabs->addTab(m_curve, tr("Curve"));
    m_tabs->addTab(makeCatalogue(), tr("Hardware"));
    m_tabs->addTab(m_scenarios, tr("Scenarios"));
    auto* content = new QWidget;
    auto* layout = new QHBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_form->refusalMessage());
    left->addWidget(m_form, 1);
    layout->addLayout(left, 1);
    layout->addWidget(m_tabs, 2);
    return content;
}

QWidget* SizingPane::makeCatalogue()
{
    auto* words =
        new MutedLabel(tr("Each row is an offer with enough nodes for at least the current number of devices. Unknown "
                          "interruption rates of spot "
                          "nodes are not included in the cost. Double-click a row or press Enter to try it."));
    words->setWordWrap(true);
    words->setContentsMargins(12, 8, 12, 4);
    m_table->setModel(m_catalogue);
    m_names = new NameColumn(m_table, CatalogueModel::Hardware);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(words);
    layout->addWidget(m_table, 1);
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { tryCluster(m_catalogue->cluster(index.row())); });
    return page;
}

void SizingPane::connectParts()
{
    connect(&m_workbench, &Workbench::sessionChanged, this, &SizingPane::onSession);
    connect(&m_workbench.document(), &Document::measurementsChanged, this, &SizingPane::show);
    connect(m_form, &SizingForm::whatIfValueChanged, this, &SizingPane::tryValue);
    connect(m_form, &SizingForm::limitsChanged, this, &SizingPane::onLimits);
    connect(m_form, &SizingForm::deviceChosen, this, [this](const QString& device) {
        if (!m_base) {
            return;
        }
        const Cluster now = m_tried ? m_tried->cluster : m_what_if.cluster.value_or(m_base->cluster);
        if (const auto cluster = withDevice(now, device.toStdString(), m_workbench.chosenOffers())) {
            tryCluster(*cluster);
        }
    });
    connect(m_form->applyButton(), &QPushButton::clicked, this, &SizingPane::apply);
    connect(m_form->resetButton(), &QPushButton::clicked, this, &SizingPane::reset);
    connect(m_form->pinButton(), &QPushButton::clicked, this, &SizingPane::pin);
    connect(m_curve, &CurveTab::whatIfParameterChosen, this, &SizingPane::askCurve);
    connect(m_curve->chart(), &SizingCurve::chosen, this,
            [this](double value) { tryValue(m_curve->parameter(), value); });
    connect(m_scenarios, &ScenarioList::scenariosChanged, this, &SizingPane::askScenarios);
    connect(&m_soon, &QTimer::timeout, this, &SizingPane::ask);
    connect(&m_workbench, &Workbench::jobCancelRequested, this, [this](const QString& id) {
        if (id == SizingJob::id()) {
            cancel();
        }
    });
    connect(&m_runner, &SizingRunner::planned, this, &SizingPane::onPlanned);
    connect(&m_runner, &SizingRunner::answered, this,
            [this](int request, const std::shared_ptr<const Result<SizingResult>>& result) {
                onAnswered(request, *result);
            });
    connect(&m_runner, &SizingRunner::curved, this, [this](const std::vector<CurvePoint>& points) {
        m_curve->setPoints(points);
        Q_EMIT refreshed();
    });
    connect(&m_runner, &SizingRunner::estimated, this, [this](const std::vector<Result<PlannedProblem>>& all) {
        m_scenarios->model()->setEstimates(all);
        StaleOverlay::setOld(*m_scenarios->table(), false);
    });
}

void SizingPane::setShown(bool shown)
{
    m_shown = shown;
    if (m_shown && m_stale) {
        show();
    } else if (!m_shown && m_soon.isActive()) { // visible only briefly, as during layout changes
        m_soon.stop();
        m_stale = true;
    }
}

void SizingPane::cancel()
{
    m_soon.stop();
    m_runner.stop();
    m_job->cancelled();
    m_answers->cancel();
    m_cancelled = true;
    m_summary = tr("Canceled. The next change starts a new search.");
    setSummary(summary());
}

bool SizingPane::isUpToDate() const
{
    return !m_soon.isActive() && m_runner.open() == 0;
}

void SizingPane::onSession()
{
    if (m_workspace != m_workbench.workspace()) { // limits and answers belong to the previous workspace
        m_workspace = m_workbench.workspace();
        m_form->clearLimits();
        m_answers->forget();
        m_curve->clear({});
        m_catalogue->setClusters({}, {}, {});
    }
    const auto session = m_workbench.document().session();
    if (!session) {
        m_base.reset();
        m_what_if = {};
        show();
        return;
    }
    if (m_base && *m_base == session->problem) {
        updateButtons(); // only plans or scenarios changed
        return;
    }
    if (m_base) {
        m_what_if.forgetChanged(*m_base, session->problem);
    }
    m_base = session->problem;
    show();
}

void SizingPane::tryValue(WhatIfParameter parameter, double value)
{
    if (!m_base) {
        return;
    }
    m_what_if.values[parameter] = value;
    show();
}

// Keeps what-if values of the workload and the model.
void SizingPane::tryCluster(const Cluster& cluster)
{
    if (!m_base) {
        return;
    }
    Problem other = *m_base;
    other.cluster = cluster;
    m_what_if.forgetChanged(*m_base, other);
    m_what_if.cluster = cluster;
    show();
}

void SizingPane::reset()
{
    m_what_if = {};
    m_form->clearLimits();
    show();
}

// Immediately, because new answers may take minutes.
void SizingPane::age()
{
    m_answers->age();
    m_curve->age();
    StaleOverlay::setOld(*m_table, m_catalogue->rowCount() > 0);
    StaleOverlay::setOld(*m_scenarios->table(), m_scenarios->model()->rowCount() > 0);
}

// Limits affect only some answers and the hardware table.
void SizingPane::onLimits()
{
    updateButtons();
    if (m_cancelled || !m_tried) {
        show();
        return;
    }
    if (!m_soon.isActive()) { // otherwise all searches start soon
        setSummary(summary());
        m_requests = sizingRequests(*m_tried, m_form->limits());
        m_answers->expect(*m_tried, m_requests);
        StaleOverlay::setOld(*m_table, m_catalogue->rowCount() > 0);
        m_runner.askLimited(inputFor(*m_tried), m_requests);
    }
}

void SizingPane::show()
{
    m_stale = !m_shown;
    m_cancelled = false;
    m_plan.reset();
    m_tried.reset();
    m_runner.stop(); // the running search is outdated
    age();
    if (!m_base) {
        m_soon.stop();
        m_curve->clear({});
        setButtonsShown(false);
        showEmpty(tr("No problem to size"),
                  tr("Choose a model in the Problem pane to try other hardware, batch sizes and model sizes here."));
        return;
    }
    if (!m_shown) {
        m_soon.stop();
        updateButtons();
        return;
    }
    auto tried = m_what_if.of(*m_base, m_workbench.chosenOffers());
    if (tried && *tried == *m_base) {
        m_what_if = {};
    }
    m_form->setRefusal(tried ? QString() : errorText(tried.error()));
    if (tried) {
        m_tried = *std::move(tried);
        if (m_what_if.cluster) { // remember offers only; a price from the price field is not an offer
            m_workbench.chosenOffers().note(*m_what_if.cluster);
        }
        m_form->setProblem(*m_base, *m_tried);
        askSoon();
    } else {
        m_soon.stop();
        m_summary = tr("These values are not valid. The results below are for the previous values.");
        setSummary(summary());
    }
    updateButtons();
    setButtonsShown(true);
    showContent();
}

SizingInput SizingPane::inputFor(const Problem& problem) const
{
    const Document& document = m_workbench.document();
    return {problem, document.measurements(), document.probes(), m_replays};
}

// Starts immediately after an isolated change; later changes do not delay it.
void SizingPane::askSoon()
{
    if (!m_soon.isActive()) {
        m_soon.start(!m_asked.isValid() || m_asked.hasExpired(coalesce) ? 0 : coalesce);
    }
}

void SizingPane::ask()
{
    if (!m_tried) {
        return;
    }
    m_asked.start();
    m_requests = sizingRequests(*m_tried, m_form->limits());
    m_answers->expect(*m_tried, m_requests);
    m_curve->setProblem(*m_tried);
    m_summary = tr("%1: searching…").arg(QString::fromStdString(m_tried->cluster.name));
    setSummary(summary());
    const SizingInput input = inputFor(*m_tried);
    m_runner.askPlan(input);
    m_runner.askSizes(input, m_requests);
    askCurve();
    askScenarios();
}

void SizingPane::askCurve()
{
    if (m_tried) {
        m_curve->setProblem(*m_tried);
        m_runner.askCurve(inputFor(m_curve->asked()), m_curve->parameter(), m_curve->values());
    }
}

void SizingPane::askScenarios()
{
    m_stale = m_stale || !m_shown;
    if (m_tried && m_shown) {
        m_runner.askScenarios(inputFor(*m_tried), m_scenarios->model()->scenarios());
    }
}

void SizingPane::onPlanned(const Result<PlannedProblem>& plan)
{
    const QString cluster = QString::fromStdString(m_tried->cluster.name);
    if (!plan) {
        m_summary =
            tr("%1: %2").arg(cluster, frameworkRefusal(*m_tried, plan.error()).value_or(errorText(plan.error())));
    } else {
        m_plan = *plan;
        const Estimate& estimate = plan->estimate;
        const auto cost = costPerMillion(*plan);
        const QString fares = estimate.fits
            ? tr("fits")
            : tr("does not fit: its upper bound exceeds the capacity by %1").arg(bytesText(plan->outcome.missing));
        const QString figures = tr("peak %1, %2").arg(bytesText(estimate.peak), rateText(estimate));
        const Objective objective = m_tried->constraints.objective;
        m_summary =
            tr("%1, batch %2: %3; %4")
                .arg(cluster, countText(m_tried->workload.global_batch), fares,
                     estimate.fits
                         ? tr("recommended (%1): %2").arg(language::inSentence(objectiveName(objective)), figures)
                         : figures);
        if (cost) {
            m_summary += tr(", %1 %2").arg(dollarsText(cost->value), perMillionName(m_tried->model.sample));
        }
        if (const TrainingCost training_cost = trainingCostOf(*plan);
            training_cost.total && plan->problem.billing.amount > 0) {
            m_summary += tr("; training run %1, %2")
                             .arg(dollarsText(training_cost.total->middle.value), durationText(training_cost.time));
        }
    }
    setSummary(summary());
    updateButtons();
}

// Appends the exceeded run limits, which can change while the plan stays the same.
QString SizingPane::summary() const
{
    if (m_cancelled || !m_plan || m_plan->problem.billing.amount == 0) {
        return m_summary;
    }
    const RunLimits limits = m_form->limits();
    const Problem priced = pricedFor(limits, m_plan->problem).value_or(m_plan->problem);
    const TrainingCost training_cost = trainingCostOf(m_plan->estimate, m_plan->plan, priced, priced.billing);
    const auto [budget, deadline] = excessOf(training_cost, limits);
    return m_summary + (budget && training_cost.total ? tr(", over budget") : QString())
        + (deadline ? tr(", past the deadline") : QString());
}

void SizingPane::onAnswered(int request, const Result<SizingResult>& result)
{
    m_answers->setAnswer(request, result);
    const SizingRequest& asked = m_requests[static_cast<std::size_t>(request)];
    if (asked.goal == SizingGoal::Cheapest) {
        StaleOverlay::setOld(*m_table, false);
        m_catalogue->setClusters(result ? result->clusters : std::vector<SizedCluster>(), asked.limits, m_tried->model);
        m_table->setColumnOffered(CatalogueModel::RunBill, m_catalogue->isOfRun());
        m_table->setColumnOffered(CatalogueModel::RunTime, m_catalogue->isOfRun());
        m_names->fit();
    }
}

void SizingPane::setButtonsShown(bool shown)
{
    for (QPushButton* button : {m_form->applyButton(), m_form->pinButton(), m_form->resetButton()}) {
        button->setVisible(shown);
    }
}

void SizingPane::updateButtons()
{
    const bool editable = m_base && !m_workbench.document().isReadOnly();
    const RunLimits limits = m_form->limits();
    m_form->setChanged(!m_what_if.isNone(), limits.any(), editable && m_tried.has_value());
    m_form->pinButton()->setEnabled(editable && m_plan.has_value());
}

void SizingPane::apply()
{
    if (m_tried) {
        const Problem problem = *m_tried;
        m_what_if = {};
        m_base.reset(); // discards all what-if values
        m_workbench.edit(problem, m_workbench.newEditId(), tr("Apply what-if values"));
    }
}

void SizingPane::pin()
{
    if (m_plan) {
        m_scenarios->pin(m_plan->problem, m_plan->plan);
        m_tabs->setCurrentWidget(m_scenarios);
    }
}

}
