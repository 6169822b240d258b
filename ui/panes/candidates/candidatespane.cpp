// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/candidatespane.h"

#include "core/framework/framework.h"
#include "ui/app/profilerunner.h"
#include "ui/app/settings.h"
#include "ui/app/workbench.h"
#include "ui/models/candidatemodel.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/candidates/candidatefilter.h"
#include "ui/panes/candidates/listedcandidates.h"
#include "ui/panes/candidates/objectivebar.h"
#include "ui/panes/candidates/pickcards.h"
#include "ui/panes/candidates/remedylist.h"
#include "ui/style/icons.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/fullheightarea.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/tablepage.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/words.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

constexpr int fewestRows = 2; // rows of the table that stay visible

bool isOfCosts(int column)
{
    return column == CandidateModel::Cost || column == CandidateModel::CostPerMillion
        || column == CandidateModel::RunCost;
}

// Default visibility of a column for these plans; the user's choice overrides it.
bool isWorthShowing(const CandidateModel& model, int column)
{
    switch (column) {
    case CandidateModel::Devices:
        return false; // follows from the parallelism
    case CandidateModel::CostPerMillion:
        return false; // proportional to the total cost
    case CandidateModel::RunCost:
        return model.hasCosts() && model.hasRun();
    case CandidateModel::TrainTime:
        return model.hasRun();
    case CandidateModel::Mfu:
        return model.hasMfu();
    case CandidateModel::PeakBounds:
    case CandidateModel::StepBounds:
        return model.hasBounds(column);
    case CandidateModel::Zero:
    case CandidateModel::Activations:
    case CandidateModel::OnHost:
        return model.isDistinguishable(column);
    case CandidateModel::SplitPoints:
        return model.hasEqualsButForSplitPoints();
    default:
        return true;
    }
}

}

CandidatesPane::CandidatesPane(Workbench& workbench, Settings& settings, QWidget* parent)
    : Pane(QStringLiteral("table"), parent)
    , m_workbench(workbench)
    , m_settings(settings)
    , m_model(new CandidateModel(this))
    , m_filter(new CandidateFilter(this))
    , m_peaks(new PeakDelegate(this))
    , m_picks(new PickCards(workbench))
    , m_table(new TableView(tr("Candidates")))
    , m_again(new QPushButton(tr("Search again")))
    , m_few(new MutedLabel)
    , m_gaps(new MutedLabel)
    , m_copyTable(new QAction(lineIcon(QStringLiteral("copy")), tr("Copy table as &CSV"), this))
    , m_copyCommand(new QAction(lineIcon(QStringLiteral("terminal")), tr("Copy plan as command &line"), this))
{
    setObjectName(QStringLiteral("candidatesPane"));
    m_filter->setSourceModel(m_model);
    setUpTable();
    m_tools = makeTools();
    m_few->setObjectName(QStringLiteral("foremost"));
    m_few->setWordWrap(true);
    m_few->setContentsMargins(12, 0, 10, 0);
    m_few->hide();
    m_gaps->setObjectName(QStringLiteral("frameworkGaps"));
    m_gaps->setWordWrap(true);
    m_gaps->setContentsMargins(12, 0, 10, 0);
    m_gaps->hide();
    setContent(makeContent());
    header()->addWidget(m_again, 0, Qt::AlignTop);
    m_again->hide();

    connect(m_copyTable, &QAction::triggered, this, [this] { copyTable(*m_table); });
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &CandidatesPane::showPlans);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &CandidatesPane::showCurrent);
    connect(&m_workbench, &Workbench::planStateChanged, this, &CandidatesPane::showState);
    // Marks the plans as outdated if the search takes longer than this.
    m_patience.setSingleShot(true);
    m_patience.setInterval(300);
    connect(&m_workbench, &Workbench::searchingChanged, &m_patience, qOverload<>(&QTimer::start));
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_workbench.isSearching() && !isEmptyShown()) {
            setNotice(tr("Searching… The plans shown predate your last change."));
        }
    });
    connect(&m_workbench, &Workbench::searchingChanged, this, &CandidatesPane::showAge);
    connect(m_again, &QPushButton::clicked, &m_workbench, &Workbench::searchAgain);
    connect(m_profile, &QPushButton::clicked, this, &CandidatesPane::profile);
    connect(&m_workbench.profile(), &ProfileRunner::runningChanged, this, &CandidatesPane::showMissing);
    connect(empty(), &EmptyState::clicked, this, [this] {
        if (m_workbench.wasCancelled()) {
            m_workbench.searchAgain();
        } else if (frameworkRefusal()) {
            planWithoutFramework();
        } else if (isRefusedByTarget()) {
            planForAnyTarget();
        } else {
            profile();
        }
    });
    showState();
}

// In a low pane the part above the table scrolls, so that some rows of the table stay visible.
QWidget* CandidatesPane::makeContent()
{
    auto* above = new QWidget;
    auto* parts = new QVBoxLayout(above);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(4);
    parts->addWidget(new RemedyList(m_workbench));
    parts->addWidget(makeNotice());
    parts->addWidget(m_gaps);
    parts->addWidget(new ObjectiveBar(m_workbench));
    parts->addWidget(m_picks);
    parts->addWidget(m_few);
    parts->addStretch(1);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    constexpr int twoRowsOfCards = 160;
    layout->addWidget(new FullHeightArea(above, twoRowsOfCards));
    layout->addWidget(m_tools);
    layout->addWidget(m_table, 1);
    m_picks->setPane(*content);
    const int rows = fewestRows * m_table->verticalHeader()->defaultSectionSize();
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() + rows
                              + m_table->horizontalScrollBar()->sizeHint().height());
    return content;
}

void CandidatesPane::setUpTable()
{
    m_table->setModel(m_filter);
    m_table->setProperty(copiesHidden, true);
    m_table->setItemDelegateForColumn(CandidateModel::Plan, new BadgeDelegate(this));
    m_table->setItemDelegateForColumn(CandidateModel::Peak, m_peaks);
    m_table->setSortingEnabled(true);
    m_filter->sort(-1); // search order until a header is clicked
    QHeaderView* header = m_table->horizontalHeader();
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    header->setSectionsMovable(true);
    restoreColumns();
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addAction(m_copyCommand);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection); // to compare several plans
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CandidatesPane::selectionChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_showing && current.isValid()) {
                    m_choosing = true;
                    m_workbench.plans().select(m_filter->mapToSource(current).row());
                    m_choosing = false;
                }
            });
}

std::vector<int> CandidatesPane::selectedCandidates() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    std::vector<int> candidates;
    for (const QModelIndex& row : std::as_const(rows)) {
        candidates.push_back(m_filter->mapToSource(row).row());
    }
    return candidates;
}

void CandidatesPane::restoreColumns()
{
    QHeaderView* header = m_table->horizontalHeader();
    if (header->restoreState(m_settings.value(Setting::CandidateColumns).toByteArray())) {
        header->setSortIndicator(-1, Qt::AscendingOrder);
        return;
    }
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto room = [&](const char* text) { return metrics.horizontalAdvance(QLatin1String(text)) + 14; };
    const auto title = [&](int column) { // titles are longer in other languages
        return metrics.horizontalAdvance(header->model()->headerData(column, Qt::Horizontal).toString()) + 14;
    };
    for (const auto& [column, width] : {
             std::pair {CandidateModel::Plan, room("DeepSpeed uniform") + 22},
             std::pair {CandidateModel::Degrees, room("PP16 TP8 DP16 +SP")},
             std::pair {CandidateModel::Schedule, room("Sequential")},
             std::pair {CandidateModel::MicroBatch, room("Micro-batch")},
             std::pair {CandidateModel::Zero, room("ZeRO")},
             std::pair {CandidateModel::Activations, room("Selective recomputation")},
             std::pair {CandidateModel::OnHost, room("CPU offload")},
             std::pair {CandidateModel::Peak, room("0.999 GiB") + 60},
             std::pair {CandidateModel::Throughput, room("Samples/s")},
             std::pair {CandidateModel::Step, room("412 ms (+18.2 %)")},
             std::pair {CandidateModel::Bubble, room("Bubble") + 4},
             std::pair {CandidateModel::Cost, room("$0.000563 (+18.2 %)")},
             std::pair {CandidateModel::CostPerMillion, room("Cost/10^6 samples")},
             std::pair {CandidateModel::RunCost, room("$123,000,000")},
             std::pair {CandidateModel::TrainTime, room("Time to train")},
             std::pair {CandidateModel::Mfu, room("99.9 %")},
             std::pair {CandidateModel::PeakBounds, room("0.999 GiB to 0.999 GiB")},
             std::pair {CandidateModel::StepBounds, room("99.9 ms to 99.9 ms")},
             std::pair {CandidateModel::Devices, room("16,384")},
             std::pair {CandidateModel::SplitPoints, room("0, 11, 21, 31, 41, 51, 62, 72, 82")},
         }) {
        m_table->setColumnWidth(column, std::max(width, title(column)));
    }
    // Results come before settings, because a narrow pane clips the last columns.
    int place = header->visualIndex(CandidateModel::Degrees);
    for (const int column :
         {CandidateModel::Peak, CandidateModel::Throughput, CandidateModel::Step, CandidateModel::Cost}) {
        header->moveSection(header->visualIndex(column), ++place);
    }
    header->moveSection(header->visualIndex(CandidateModel::SplitPoints), header->visualIndex(CandidateModel::Mfu));
}

void CandidatesPane::saveColumns()
{
    m_settings.setValue(Setting::CandidateColumns, m_table->horizontalHeader()->saveState());
}

QString CandidatesPane::frontText(bool complete)
{
    const QString front =
        tr("Show only Pareto-optimal plans: no other plan has both a lower peak and a higher throughput");
    return complete
        ? front
        : front + QLatin1Char('\n') + tr("The Pareto front may be incomplete: a complete search would take too long");
}

QWidget* CandidatesPane::makeTools()
{
    auto* tools = new QWidget;
    auto* fits = makeChip(tr("Fits"), tr("Show only plans that fit in device memory"));
    m_front = makeChip(tr("Pareto-optimal"), QString());
    auto* baselines = makeChip(tr("Baselines"), tr("Show the plans of baseline partitioners"));
    baselines->setChecked(true);
    m_text = new QLineEdit;
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setAccessibleName(tr("Filter candidates"));
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(220);
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 2, 10, 0);
    layout->setSpacing(6);
    layout->addWidget(fits);
    layout->addWidget(m_front);
    layout->addWidget(baselines);
    layout->addStretch(1);
    layout->addWidget(m_text, 2);
    connect(fits, &QToolButton::toggled, this,
            [this](bool on) { refilter([=, this] { m_filter->setOnlyFitting(on); }); });
    connect(m_front, &QToolButton::toggled, this,
            [this](bool on) { refilter([=, this] { m_filter->setOnlyFront(on); }); });
    connect(baselines, &QToolButton::toggled, this,
            [this](bool on) { refilter([=, this] { m_filter->setBaselinesShown(on); }); });
    connect(m_text, &QLineEdit::textChanged, this,
            [this](const QString& text) { refilter([&] { m_filter->setText(text); }); });
    return tools;
}

QWidget* CandidatesPane::makeNotice()
{
    m_notice = new QWidget;
    m_notice->hide();
    m_unmeasured = new InlineMessage;
    m_profile = new QPushButton(tr("Profile now…"));
    auto* layout = new QHBoxLayout(m_notice);
    layout->setContentsMargins(12, 0, 10, 0);
    layout->addWidget(m_unmeasured, 1, Qt::AlignVCenter);
    layout->addWidget(m_profile, 0, Qt::AlignVCenter);
    return m_notice;
}

void CandidatesPane::showMissing()
{
    const auto result = m_workbench.plans().result();
    const auto missing = result ? result->missing : std::nullopt;
    m_notice->setVisible(missing.has_value());
    m_unmeasured->setText(missing ? missingSentence(*missing) : QString());
    const QString why = m_workbench.whyNoProfile();
    m_profile->setEnabled(why.isEmpty());
    const bool dry = m_workbench.prefersDryRun();
    m_profile->setText(dry ? tr("Dry run now") : tr("Profile now…"));
    const QString what = dry ? tr("This machine has no GPU. A dry run executes each unique layer on a simulated GPU, "
                                  "which allocates the same memory but computes nothing. It takes seconds.")
                             : tr("Measure each unique layer separately (takes seconds to minutes)");
    m_profile->setToolTip(plainToolTip(why.isEmpty() ? what : why));
}

void CandidatesPane::profile()
{
    if (!m_workbench.runDry()) {
        Q_EMIT profileRequested();
    }
}

void CandidatesPane::showGaps()
{
    const auto session = m_workbench.plans().session();
    const auto result = m_workbench.plans().result();
    const QStringList gaps = session && result ? frameworkGaps(session->problem) : QStringList();
    m_gaps->setVisible(!gaps.isEmpty());
    m_gaps->setText(gaps.isEmpty() ? QString()
                                   : tr("Not searched, because %1 does not support it: %2.")
                                         .arg(frameworkTitle(session->problem.constraints.framework.name),
                                              gaps.join(QStringLiteral(", "))));
    m_gaps->setToolTip(plainToolTip(tr("The search varies these options, but the framework does not support them. To "
                                       "search them, set the framework to Generic PyTorch.")));
}

void CandidatesPane::showPlans()
{
    m_showing = true;
    const auto result = m_workbench.plans().result();
    double most = 1;
    if (result) {
        for (const Candidate& candidate : result->candidates) {
            most = std::max(most, fullestShare(candidate.estimate));
        }
    }
    m_peaks->setScale(std::min(most, 1.3)); // a plan far over capacity must not flatten the others
    std::vector<bool> listed = result ? listedCandidates(*result) : std::vector<bool>();
    m_few->setVisible(!listed.empty());
    m_few->setText(tr("Showing %2 of %1 plans: the Pareto front, and the plan with the lowest peak for each "
                      "parallelism and schedule.")
                       .arg(countText(static_cast<qint64>(listed.size())),
                            countText(std::count(listed.begin(), listed.end(), true))));
    m_front->setToolTip(plainToolTip(frontText(!result || result->front_complete)));
    m_filter->setListed({});
    m_model->setResult(result, m_workbench.plans().training_costs());
    m_filter->setListed(std::move(listed));
    for (int column = 1; column < CandidateModel::ColumnCount; ++column) {
        m_table->setColumnOffered(column, !isOfCosts(column) || m_model->hasCosts());
        m_table->setColumnPriority(column, isWorthShowing(*m_model, column));
    }
    m_showing = false;
    showGaps();
    const bool any = m_model->rowCount() > 0;
    m_copyTable->setEnabled(any);
    m_copyCommand->setEnabled(any);
    showCurrent(m_workbench.plans().currentIndex());
}

// Hiding the current row makes the table choose another one. The selected plan does not change; its row becomes current
// again when it is visible.
void CandidatesPane::refilter(const std::function<void()>& change)
{
    m_showing = true;
    change();
    m_showing = false;
    showCurrent(m_workbench.plans().currentIndex());
}

void CandidatesPane::showCurrent(int candidate)
{
    const QModelIndex index = candidate < 0 ? QModelIndex() : m_filter->mapFromSource(m_model->index(candidate, 0));
    const bool selected = index.isValid() && m_table->selectionModel()->isRowSelected(index.row());
    if ((selected || m_choosing) && m_table->currentIndex().row() == index.row()) {
        return; // a click or key first makes a row current, then selects or deselects it
    }
    m_showing = true;
    if (selected) { // keeps a multiple selection
        m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        m_table->scrollTo(index);
    } else if (index.isValid()) {
        m_table->selectionModel()->setCurrentIndex(index,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_table->scrollTo(index);
    } else {
        m_table->selectionModel()->clear();
    }
    m_showing = false;
}

void CandidatesPane::step(int rows)
{
    if (const QModelIndex next = m_filter->index(m_table->currentIndex().row() + rows, 0); next.isValid()) {
        m_table->selectionModel()->setCurrentIndex(next,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

// After a canceled search, the plans of the previous problem stay, with a notice.
void CandidatesPane::showAge()
{
    const bool old = m_workbench.wasCancelled() && !isEmptyShown();
    m_again->setVisible(old);
    if (old) {
        setNotice(tr("The search was canceled. The plans shown predate your last change."));
    }
}

// The reason if the framework does not support the problem.
std::optional<QString> CandidatesPane::frameworkRefusal() const
{
    const auto session = m_workbench.document().session();
    const auto& error = m_workbench.planError();
    return session && error && m_workbench.planState() == Workbench::PlanState::Failed
        ? stagecraft::frameworkRefusal(session->problem, *error)
        : std::nullopt;
}

void CandidatesPane::planWithoutFramework()
{
    Problem problem = m_workbench.document().session()->problem;
    const QString name = frameworkTitle(problem.constraints.framework.name);
    useFramework(problem, Framework::Libtorch);
    m_workbench.edit(problem, m_workbench.newEditId(), tr("Plan without %1").arg(name));
}

bool CandidatesPane::isRefusedByTarget() const
{
    const auto& error = m_workbench.planError();
    return m_workbench.document().session() && m_workbench.planState() == Workbench::PlanState::Failed && error
        && error->code == ErrorCode::TargetUnsupported;
}

void CandidatesPane::planForAnyTarget()
{
    Problem problem = m_workbench.document().session()->problem;
    problem.target = Target::Any;
    m_workbench.edit(problem, m_workbench.newEditId(), tr("Allow any export target"));
}

void CandidatesPane::showRefusal()
{
    const auto& error = m_workbench.planError();
    if (const auto refusal = frameworkRefusal()) {
        const QString name = frameworkTitle(m_workbench.document().session()->problem.constraints.framework.name);
        showEmpty(tr("%1 does not support this problem").arg(name), tr("%1.").arg(*refusal),
                  tr("Plan without %1").arg(name));
    } else if (isRefusedByTarget()) {
        const std::string_view target = titleOf(m_workbench.document().session()->problem.target);
        const QString name = QString::fromUtf8(target.data(), static_cast<qsizetype>(target.size()));
        showEmpty(tr("Plans for this problem cannot be exported to %1").arg(name), tr("%1.").arg(errorText(*error)),
                  tr("Allow any export target"));
    } else {
        showEmpty(tr("No plans for this problem"), error ? errorText(*error) : QString());
    }
    setEmptyAges();
}

void CandidatesPane::showState()
{
    const bool planned = m_workbench.planState() == Workbench::PlanState::Planned;
    if (m_workbench.wasCancelled() && !planned) {
        showEmpty(tr("The search was canceled"), tr("There are no plans for the current settings."),
                  tr("Search again"));
        showAge();
        return;
    }
    switch (m_workbench.planState()) {
    case Workbench::PlanState::Empty:
        showEmpty(tr("No model yet"),
                  m_workbench.document().measurements()->empty()
                      ? tr("Choose a model in the Problem pane, or drop its config.json here.")
                      : tr("This workspace contains measurements. In the Problem pane, choose the model that was "
                           "measured, or drop its config.json here."));
        return;
    case Workbench::PlanState::Searching:
        showEmpty(tr("Searching"), tr("The first plans appear in a moment."));
        return;
    case Workbench::PlanState::NotMeasured: {
        const auto session = m_workbench.document().session();
        const QString model = session ? QString::fromStdString(session->problem.model.name) : QString();
        const QString why = m_workbench.whyNoProfile();
        const auto code = m_workbench.planError() ? m_workbench.planError()->code : ErrorCode::NotMeasured;
        const QString title = code == ErrorCode::MeasuredElsewhere
            ? tr("%1 was measured on a different device type").arg(model)
            : code == ErrorCode::LayerTooLarge ? tr("A layer of %1 ran out of memory").arg(model)
                                               : tr("%1 has not been measured for this workload").arg(model);
        const QString words = code == ErrorCode::LayerTooLarge
            ? tr("Profile with a smaller micro-batch size, or free device memory and try again.")
            : tr("Plans are computed from measured layers. Profiling runs each unique layer separately and takes "
                 "seconds to minutes.");
        showEmpty(title, why.isEmpty() ? words : words + QLatin1Char('\n') + why,
                  !why.isEmpty()                    ? QString()
                      : m_workbench.prefersDryRun() ? tr("Dry run now")
                                                    : tr("Profile now…"));
        return;
    }
    case Workbench::PlanState::Failed:
        showRefusal();
        return;
    case Workbench::PlanState::Planned:
        break;
    }
    const auto result = m_workbench.plans().result();
    if (!result || result->candidates.empty()) {
        showEmpty(tr("No plan is possible"), result ? outcomeSentence(*result) : QString());
        return;
    }
    setSummary(answerSentence(*result), outcomeSentence(*result));
    showMissing();
    showContent();
    showAge();
}

}
