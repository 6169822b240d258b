// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/candidatespane.h"

#include "core/framework/framework.h"
#include "ui/candidates/objectivebar.h"
#include "ui/candidates/pickcards.h"
#include "ui/charts/delegates.h"
#include "ui/exports/tablepage.h"
#include "ui/mainwindow/profilerunner.h"
#include "ui/mainwindow/remedylist.h"
#include "ui/mainwindow/workbench.h"
#include "ui/models/candidatefilter.h"
#include "ui/models/candidatemodel.h"
#include "ui/models/foremost.h"
#include "ui/models/tablecsv.h"
#include "ui/support/errortext.h"
#include "ui/support/frameworkwords.h"
#include "ui/support/icons.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/numbers.h"
#include "ui/support/plaintext.h"
#include "ui/support/quietlabel.h"
#include "ui/support/settings.h"
#include "ui/support/tallarea.h"
#include "ui/support/words.h"

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

constexpr int fewestRows = 2; // of the table in sight

bool isOfCosts(int column)
{
    return column == CandidateModel::Cost || column == CandidateModel::CostPerMillion
        || column == CandidateModel::RunCost;
}

// Whether a column has something to say of these plans. The user's choice counts for more.
bool isWorthShowing(const CandidateModel& model, int column)
{
    switch (column) {
    case CandidateModel::Devices:
        return false; // the degrees tell them
    case CandidateModel::CostPerMillion:
        return false; // says the same as the whole bill, to those who ask for it
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
        return model.tellsApart(column);
    case CandidateModel::SplitPoints:
        return model.hasTwinsButForSplits();
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
    , m_few(new QuietLabel)
    , m_gaps(new QuietLabel)
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
    // A search that one waits for: what is on show meanwhile is marked.
    m_patience.setSingleShot(true);
    m_patience.setInterval(300);
    connect(&m_workbench, &Workbench::searchingChanged, &m_patience, qOverload<>(&QTimer::start));
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_workbench.isSearching() && !isEmptyShown()) {
            setNotice(tr("Searching… These plans answer the question before your last change."));
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

// In a low pane what stands above the table scrolls, and the table keeps some rows.
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
    layout->addWidget(new TallArea(above, twoRowsOfCards));
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
    m_filter->sort(-1); // as the search found them, until a header is clicked
    QHeaderView* header = m_table->horizontalHeader();
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    header->setSectionsMovable(true);
    restoreColumns();
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addAction(m_copyCommand);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection); // several are compared at once
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
    const auto title = [&](int column) { // which other languages make longer
        return metrics.horizontalAdvance(header->model()->headerData(column, Qt::Horizontal).toString()) + 14;
    };
    for (const auto& [column, width] : {
             std::pair {CandidateModel::Plan, room("DeepSpeed uniform") + 22},
             std::pair {CandidateModel::Degrees, room("P16 T8+S D16")},
             std::pair {CandidateModel::Schedule, room("Sequential")},
             std::pair {CandidateModel::MicroBatch, room("Micro-batch")},
             std::pair {CandidateModel::Zero, room("ZeRO")},
             std::pair {CandidateModel::Activations, room("Recompute selectively")},
             std::pair {CandidateModel::OnHost, room("On the host")},
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
    // What plans are compared by stands before what they are made of: a narrow pane cuts the latter.
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
    const QString front = tr("Only plans that no other beats in both memory and speed");
    return complete
        ? front
        : front + QLatin1Char('\n') + tr("Plans between them may be missing: to look for all would take too long");
}

QWidget* CandidatesPane::makeTools()
{
    auto* tools = new QWidget;
    auto* fits = makeChip(tr("Fits"), tr("Only plans that fit the devices"));
    m_front = makeChip(tr("Front"), QString());
    auto* baselines = makeChip(tr("Baselines"), tr("Also the plans of other partitioners"));
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
    const QString what = dry ? tr("This machine has no GPU: run each distinct layer on one that computes nothing. Its "
                                  "bytes are those of a real "
                                  "one; it takes seconds.")
                             : tr("Measure each distinct layer alone: it takes seconds to minutes");
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
    const auto question = m_workbench.plans().question();
    const auto result = m_workbench.plans().result();
    const QStringList gaps = question && result ? frameworkGaps(question->problem) : QStringList();
    m_gaps->setVisible(!gaps.isEmpty());
    m_gaps->setText(gaps.isEmpty() ? QString()
                                   : tr("Framework %1 skips: %2.")
                                         .arg(frameworkTitle(question->problem.constraints.framework.name),
                                              gaps.join(QStringLiteral(", "))));
    m_gaps->setToolTip(plainToolTip(tr("The search varies these options, but this framework does not have them. Choose "
                                       "Framework: None to search them, too.")));
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
    m_peaks->setScale(std::min(most, 1.3)); // a hopeless plan must not flatten the others
    std::vector<bool> listed = result ? foremostOf(*result) : std::vector<bool>();
    m_few->setVisible(!listed.empty());
    m_few->setText(
        tr("%1 plans are too many for a table. It has the front and the leanest of each kind, which is one of "
           "degrees and schedule: %2 plans.")
            .arg(countText(static_cast<qint64>(listed.size())),
                 countText(std::count(listed.begin(), listed.end(), true))));
    m_front->setToolTip(plainToolTip(frontText(!result || result->front_complete)));
    m_filter->setListed({});
    m_model->setResult(result, m_workbench.plans().bills());
    m_filter->setListed(std::move(listed));
    for (int column = 1; column < CandidateModel::ColumnCount; ++column) {
        m_table->setColumnOffered(column, !isOfCosts(column) || m_model->hasCosts());
        m_table->setColumnWorth(column, isWorthShowing(*m_model, column));
    }
    m_showing = false;
    showGaps();
    const bool any = m_model->rowCount() > 0;
    m_copyTable->setEnabled(any);
    m_copyCommand->setEnabled(any);
    showCurrent(m_workbench.plans().currentIndex());
}

// The table moves its current row away from one that is hidden; the selected plan stays, and is shown again with its
// row.
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
        return; // a click or key makes a row current first, and selects or deselects it next
    }
    m_showing = true;
    if (selected) { // among others, which stay so
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

// After a cancelled search the plans stay, and that they are of an earlier question.
void CandidatesPane::showAge()
{
    const bool old = m_workbench.wasCancelled() && !isEmptyShown();
    m_again->setVisible(old);
    if (old) {
        setNotice(tr("The search was cancelled. These plans answer the question before your last change."));
    }
}

// Why the framework refuses the problem, if that is what refuses it.
std::optional<QString> CandidatesPane::frameworkRefusal() const
{
    const auto question = m_workbench.document().question();
    const auto& error = m_workbench.planError();
    return question && error && m_workbench.planState() == Workbench::PlanState::Failed
        ? stagecraft::frameworkRefusal(question->problem, *error)
        : std::nullopt;
}

void CandidatesPane::planWithoutFramework()
{
    Problem problem = m_workbench.document().question()->problem;
    const QString name = frameworkTitle(problem.constraints.framework.name);
    useFramework(problem, Framework::Libtorch);
    m_workbench.edit(problem, m_workbench.newEditId(), tr("Plan without %1").arg(name));
}

bool CandidatesPane::isRefusedByTarget() const
{
    const auto& error = m_workbench.planError();
    return m_workbench.document().question() && m_workbench.planState() == Workbench::PlanState::Failed && error
        && error->code == ErrorCode::TargetUnsupported;
}

void CandidatesPane::planForAnyTarget()
{
    Problem problem = m_workbench.document().question()->problem;
    problem.target = Target::Any;
    m_workbench.edit(problem, m_workbench.newEditId(), tr("Plan for any target"));
}

void CandidatesPane::showRefusal()
{
    const auto& error = m_workbench.planError();
    if (const auto refusal = frameworkRefusal()) {
        const QString name = frameworkTitle(m_workbench.document().question()->problem.constraints.framework.name);
        showEmpty(tr("Framework %1 does not support this problem").arg(name), tr("%1.").arg(*refusal),
                  tr("Plan without %1").arg(name));
    } else if (isRefusedByTarget()) {
        const std::string_view target = titleOf(m_workbench.document().question()->problem.target);
        const QString name = QString::fromUtf8(target.data(), static_cast<qsizetype>(target.size()));
        showEmpty(tr("%1 cannot run plans of this problem").arg(name), tr("%1.").arg(errorText(*error)),
                  tr("Plan for any target"));
    } else {
        showEmpty(tr("No plans for this problem"), error ? errorText(*error) : QString());
    }
    setEmptyAges();
}

void CandidatesPane::showState()
{
    const bool planned = m_workbench.planState() == Workbench::PlanState::Planned;
    if (m_workbench.wasCancelled() && !planned) {
        showEmpty(tr("The search was cancelled"), tr("There are no plans for what is asked now."), tr("Search again"));
        showAge();
        return;
    }
    switch (m_workbench.planState()) {
    case Workbench::PlanState::Empty:
        showEmpty(tr("No model yet"),
                  m_workbench.document().measurements()->empty()
                      ? tr("Choose a model in the problem pane, or drop its config.json here.")
                      : tr("This workspace has measurements. Choose the model they are of in the problem pane, or drop "
                           "its config.json here."));
        return;
    case Workbench::PlanState::Searching:
        showEmpty(tr("Searching"), tr("The first plans appear in a moment."));
        return;
    case Workbench::PlanState::NotMeasured: {
        const auto question = m_workbench.document().question();
        const QString model = question ? QString::fromStdString(question->problem.model.name) : QString();
        const QString why = m_workbench.whyNoProfile();
        const auto code = m_workbench.planError() ? m_workbench.planError()->code : ErrorCode::NotMeasured;
        const QString title = code == ErrorCode::MeasuredElsewhere
            ? tr("%1 was measured on another kind of device").arg(model)
            : code == ErrorCode::LayerTooLarge ? tr("A layer of %1 did not fit into memory").arg(model)
                                               : tr("%1 has not been measured for this workload").arg(model);
        const QString words = code == ErrorCode::LayerTooLarge
            ? tr("Profile it at a smaller micro-batch, or try again where more memory is free now.")
            : tr("Plans rest on measured layers. A profile runs each distinct layer alone: it takes seconds to "
                 "minutes.");
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
    setSummary(outcomeSentence(*result));
    showMissing();
    showContent();
    showAge();
}

}
