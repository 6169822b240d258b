// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/mainwindow.h"

#include "ui/app/profilerunner.h"
#include "ui/app/scriptrunner.h"
#include "ui/app/settings.h"
#include "ui/app/snapshotimporter.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/scriptdialog.h"
#include "ui/exports/exports.h"
#include "ui/mainwindow/columnmemory.h"
#include "ui/mainwindow/filedrops.h"
#include "ui/mainwindow/frontdockheight.h"
#include "ui/mainwindow/jobstatus.h"
#include "ui/mainwindow/layouts.h"
#include "ui/mainwindow/mainwindowactions.h"
#include "ui/mainwindow/panezoom.h"
#include "ui/mainwindow/readonlynotice.h"
#include "ui/mainwindow/screenfit.h"
#include "ui/mainwindow/unstorednotice.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/jobs/jobspane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/panefocus.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/start/startpage.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/style/icons.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/messagetext.h"
#include "ui/words/problemname.h"
#include "ui/words/words.h"

#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QUndoStack>

#include <algorithm>
#include <climits>

namespace stagecraft {

namespace {

// Maximum for the minimum width of a pane: wider panes do not fit beside the Problem pane on the smallest screen.
constexpr int widestNeed = 560;

QString failureTitle(ErrorCode code)
{
    switch (code) {
    case ErrorCode::FileNotReadable:
    case ErrorCode::FileTooLarge:
    case ErrorCode::NotJson:
    case ErrorCode::NotYaml:
    case ErrorCode::FormatWrong:
    case ErrorCode::FormatNewer:
    case ErrorCode::SnapshotRefused:
    case ErrorCode::SnapshotUnusable:
    case ErrorCode::WorkspaceNotOne:
    case ErrorCode::WorkspaceNewer:
        return MainWindow::tr("Cannot open the file");
    case ErrorCode::FileNotWritable:
    case ErrorCode::WorkspaceReadOnly:
    case ErrorCode::DiskFull:
        return MainWindow::tr("Cannot save the file");
    default:
        return MainWindow::tr("Operation failed");
    }
}

}

MainWindow::MainWindow(Settings& settings, Dialogs& dialogs, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_dialogs(dialogs)
    , m_comparing(m_workbench)
    , m_start(new StartPage(settings))
    , m_problem(new ProblemPane(m_workbench, dialogs, settings))
    , m_candidates(new CandidatesPane(m_workbench, settings))
    , m_memory(new MemoryPane(m_workbench))
    , m_tradeoff(new TradeoffPane(m_workbench))
    , m_jobs(new JobsPane(m_workbench))
    , m_profiles(new ProfilesPane(m_workbench, dialogs))
    , m_validation(new ValidationPane(m_workbench, dialogs, settings))
    , m_timeline(new TimelinePane(m_workbench, dialogs, settings))
    , m_plan(new PlanPane(m_workbench))
    , m_stages(new StagesPane(m_workbench))
    , m_sizing(new SizingPane(m_workbench))
    , m_partitioners(new PartitionersPane(m_workbench))
    , m_compare(new ComparePane(m_workbench, m_comparing))
    , m_notice(new ReadOnlyNotice(this))
    , m_unstored(new UnstoredNotice(this))
    , m_snapshots(new SnapshotImporter(m_workbench.document(), m_workbench.jobs(), m_workbench.undoStack(), this))
    , m_scripts(new ScriptRunner(m_workbench.jobs(), this))
    , m_jobStatus(new JobStatus(m_workbench))
    , m_status(new MutedLabel)
    , m_actions(std::make_unique<Actions>())
{
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    new FileDrops(*this);
    new WheelGuard(this);
    setDockNestingEnabled(true);
    setMinimumSize(screenfit::within(screenfit::smallestScreen, screenfit::smallestScreen));
    setCentralWidget(m_start);
    makeDocks();
    makeActions();
    m_status->setContentsMargins(0, 0, 10, 0);
    connect(m_jobStatus, &JobStatus::clicked, this, [this] { panefocus::raise(*m_docks[4]); });
    statusBar()->addPermanentWidget(m_jobStatus);
    statusBar()->addPermanentWidget(m_status);
    statusBar()->setSizeGripEnabled(false);
    connectWorkbench();
    connectComparison();
    connectNotices();
    connectSnapshots();
    connectScripts();
    connectStart(*m_start);
    rememberColumns(*this, m_settings);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        m_exports->follow(now);
        if (QDockWidget* pane = panefocus::paneOf(m_docks, now)) {
            m_pane = pane;
        }
    });
    if (!restoreGeometry(m_settings.value(Setting::WindowGeometry).toByteArray())) {
        resize(screenfit::within(QSize(1440, 900), *screen()));
    }
}

// Destroys the panes before the workbench that they show.
MainWindow::~MainWindow()
{
    qApp->disconnect(this); // the focus moves while the panes are destroyed
    qDeleteAll(m_docks);
    delete m_jobStatus;
}

void MainWindow::makeDocks()
{
    addDock(QStringLiteral("problem"), tr("Problem"), m_problem);
    addDock(QStringLiteral("candidates"), tr("Candidates"), m_candidates);
    addDock(QStringLiteral("tradeoff"), tr("Trade-off"), m_tradeoff);
    addDock(QStringLiteral("memory"), tr("Memory per device"), m_memory);
    addDock(QStringLiteral("jobs"), tr("Jobs"), m_jobs);
    addDock(QStringLiteral("profiles"), tr("Profiles"), m_profiles);
    addDock(QStringLiteral("validation"), tr("Predicted against measured"), m_validation);
    addDock(QStringLiteral("timeline"), tr("Timeline"), m_timeline);
    addDock(QStringLiteral("plan"), tr("Plan"), m_plan);
    addDock(QStringLiteral("stages"), tr("Stages"), m_stages);
    addDock(QStringLiteral("sizing"), tr("Sizing"), m_sizing);
    addDock(QStringLiteral("compare"), tr("Compare"), m_compare);
    addDock(QStringLiteral("partitioners"), tr("Partitioners"), m_partitioners);
    QDockWidget* memory = m_docks[3];
    QDockWidget* validation = m_docks[6];
    m_room = new FrontDockHeight(*this, *validation, *memory);
    connect(validation, &QDockWidget::visibilityChanged, m_validation, &ValidationPane::setShown);
    connect(m_docks[10], &QDockWidget::visibilityChanged, m_sizing, &SizingPane::setShown);
    connect(m_docks[11], &QDockWidget::visibilityChanged, m_compare, &ComparePane::setShown);
    connect(m_docks[12], &QDockWidget::visibilityChanged, m_partitioners, &PartitionersPane::setShown);
    m_zoom = new PaneZoom(*this, m_docks);
    m_layouts = new Layouts(*this, m_docks, *m_room, *m_zoom, m_settings);
    connect(m_layouts, &Layouts::changed, this, [this] {
        m_notice->follow(m_workbench.document());
        m_unstored->follow(m_workbench.document());
    });
}

// Adds a dock, hidden until a workspace is open: until then the start page fills the window.
void MainWindow::addDock(const QString& name, const QString& title, QWidget* content)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name + QStringLiteral("Dock"));
    dock->setWidget(content);
    if (content->minimumSizeHint().width() > widestNeed) { // its widest controls shrink in a narrower pane
        content->setMinimumWidth(widestNeed);
    }
    dock->hide();
    dock->toggleViewAction()->setEnabled(false);
    m_docks << dock;
}

// If the focused control is disabled or hidden, as Cancel is when a job ends, the focus stays in its pane or returns to
// the last one.
bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget* from = focusWidget();
    const QDockWidget* pane = panefocus::paneOf(m_docks, from);
    QWidget* widget = from ? panefocus::insteadOf(*from, pane ? pane : m_pane) : nullptr;
    if (!widget) {
        widget = panefocus::next(*this, m_docks, next);
    }
    if (!widget) {
        return false;
    }
    widget->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::connectWorkbench()
{
    connect(&m_workbench, &Workbench::opened, this, &MainWindow::onOpened);
    connect(&m_workbench, &Workbench::failed, this, &MainWindow::onFailed);
    connect(&m_workbench.document(), &Document::measurementsDamaged, this, [this](qint64 count, const Message& first) {
        m_dialogs.showMessage(
            this, tr("Damaged measurements"),
            tr("%Ln measurements of this workspace cannot be read and were skipped. All others are shown. "
               "First error: %1",
               nullptr, static_cast<int>(std::min<qint64>(count, INT_MAX)))
                .arg(messageText(first)));
    });
    connect(&m_workbench, &Workbench::sessionChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::sessionChanged, this, &MainWindow::updateTitle);
    connect(&m_workbench, &Workbench::planStateChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::planStateChanged, this, &MainWindow::updateStatus);
    connect(&m_workbench, &Workbench::planStateChanged, this, &MainWindow::focusPlans, Qt::QueuedConnection);
    connect(&m_workbench, &Workbench::searchingChanged, this, &MainWindow::updateStatus);
    for (const auto changed :
         {&Workbench::sessionChanged, &Workbench::searchingChanged, &Workbench::planStateChanged}) {
        connect(&m_workbench, changed, this, &MainWindow::showAge);
    }
    connect(m_problem, &ProblemPane::refusedChanged, this, &MainWindow::showAge);
    connect(&m_workbench, &Workbench::sessionChanged, this, &MainWindow::remember);
    connect(&m_workbench.profile(), &ProfileRunner::runningChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::written, this,
            [this](const QString& path) { statusBar()->showMessage(tr("Saved: %1").arg(path), 8000); });
    connect(&m_workbench, &Workbench::notExpressed, this, [this](const QString& path, const QStringList& what) {
        m_dialogs.showMessage(this, tr("Exported with limitations"),
                              tr("%1 cannot express these parts of the plan. The exported file lists them too:")
                                      .arg(QFileInfo(path).fileName())
                                  + QStringLiteral("\n\n• ") + what.join(QStringLiteral("\n• ")));
    });
    // The Problem pane shows the error beside its field if it is visible.
    connect(&m_workbench.files(), &FileReader::modelFailed, this, [this](const QString&, const Error& error) {
        if (!m_workbench.document().isOpen() || m_docks.front()->visibleRegion().isEmpty()) {
            m_dialogs.showMessage(this, tr("Cannot read the model"), errorText(error));
        }
    });
    connect(&m_workbench.files(), &FileReader::scriptNamed, this, [this](const QString& file) {
        auto* dialog = new ScriptDialog(file, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ScriptDialog::chosen, &m_workbench.files(), &FileReader::describe);
        // the dialog refers to the previous workspace
        connect(&m_workbench, &Workbench::opened, dialog, &QDialog::reject);
        dialog->open();
    });
    connect(m_candidates, &CandidatesPane::profileRequested, this, &MainWindow::showProfileDialog);
    connect(m_profiles, &ProfilesPane::profileRequested, this, &MainWindow::showProfileDialog);
    connect(m_profiles, &ProfilesPane::refreshed, this, &MainWindow::updateActions);
    connect(m_profiles, &ProfilesPane::profileProposed, this, &MainWindow::proposeProfile);
    connect(m_validation, &ValidationPane::refreshed, this, &MainWindow::updateActions);
    connect(m_timeline, &TimelinePane::refreshed, this, &MainWindow::updateActions);
    connect(m_sizing, &SizingPane::refreshed, this, &MainWindow::updateActions);
    connect(m_partitioners, &PartitionersPane::refreshed, this, &MainWindow::updateActions);
    connect(m_timeline, &TimelinePane::written, &m_workbench, &Workbench::written);
    connect(m_timeline, &TimelinePane::failed, this, &MainWindow::onFailed);
}

void MainWindow::connectComparison()
{
    connect(&m_comparing, &Comparing::reported, this,
            [this](const QString& words) { statusBar()->showMessage(words, 8000); });
    connect(m_tradeoff->chart(), &TradeoffChart::compareRequested, this, [this](int candidate) {
        if (const auto result = m_workbench.plans().result()) {
            m_comparing.toggle(Candidate(result->candidates[static_cast<std::size_t>(candidate)]));
        }
    });
    connect(m_sizing->scenarios(), &ScenarioList::compareRequested, this, [this](const Scenario& scenario) {
        m_comparing.add(scenario);
        panefocus::raise(*m_docks[11]);
    });
    connect(m_memory, &MemoryPane::explainRequested, this, [this](int candidate, int device) {
        showBreakdown(&m_workbench.plans().result()->candidates[static_cast<std::size_t>(candidate)], device);
    });
    connect(m_compare, &ComparePane::refreshed, this, &MainWindow::updateActions);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &MainWindow::updateActions);
}

void MainWindow::connectNotices()
{
    Document& document = m_workbench.document();
    connect(m_notice->againButton(), &QPushButton::clicked, this,
            [this] { m_workbench.openWorkspace(m_workbench.document().path()); });
    connect(m_notice->copyButton(), &QPushButton::clicked, this, &MainWindow::saveAs);
    connect(m_unstored->againButton(), &QPushButton::clicked, &document, &Document::storeAgain);
    connect(m_unstored->copyButton(), &QPushButton::clicked, this, &MainWindow::saveAs);
    connect(&document, &Document::storedChanged, this, [this] {
        m_unstored->follow(m_workbench.document());
        updateTitle();
    });
}

void MainWindow::onOpened()
{
    const Document& document = m_workbench.document();
    remember();
    showPanes();
    m_notice->follow(document);
    m_unstored->follow(document);
    if (!document.session()) {
        showProblem(); // to choose a model
    }
    updateTitle();
    updateActions();
}

// Adds the open workspace to the recent ones; the example counts once the user has edited it.
void MainWindow::remember()
{
    const Document& document = m_workbench.document();
    const QStringList recent = m_settings.value(Setting::RecentWorkspaces).toStringList();
    if (document.isOpen() && !document.isTemporary() && recent.value(0) != document.path()) {
        m_settings.addRecent(Setting::RecentWorkspaces, document.path());
        fillRecent();
    }
}

void MainWindow::onFailed(const Error& error)
{
    // A missing workspace is removed from the recent ones.
    if (error.code == ErrorCode::FileNotReadable || error.code == ErrorCode::WorkspaceNotOne) {
        m_settings.removeRecent(Setting::RecentWorkspaces, QString::fromStdString(error.where));
        fillRecent();
        m_start->refresh();
    }
    m_dialogs.showMessage(this, failureTitle(error.code), errorText(error));
}

void MainWindow::showPanes()
{
    if (m_start->isHidden()) {
        return;
    }
    m_start->hide();
    for (const QDockWidget* dock : std::as_const(m_docks)) {
        dock->toggleViewAction()->setEnabled(true);
    }
    m_layouts->begin();
    if (!m_workbench.document().session()) {
        panefocus::into(*m_docks[0]); // the user must choose a model first
    }
}

// Moves the focus from the start page to the plans when there are any, unless another pane got the focus before.
void MainWindow::focusPlans()
{
    if (m_workbench.planState() == Workbench::PlanState::Planned && m_start->isHidden() && panefocus::isSeen(m_docks[1])
        && !panefocus::isSeen(QApplication::focusWidget())) {
        panefocus::into(*m_docks[1]);
    }
}

void MainWindow::updateTitle()
{
    Document& document = m_workbench.document();
    if (!document.isOpen()) {
        setWindowTitle(tr("Stagecraft"));
        return;
    }
    const auto session = document.session();
    const QString file = document.isUntitled() ? QString() : workspaceName(document.path());
    QString title = session ? problemName(session->problem) : file.isEmpty() ? tr("New workspace") : file;
    if (session && document.isUntitled()) {
        m_settings.nameRecent(document.path(), title);
    }
    if (session && !file.isEmpty() && file != title) {
        title = tr("%1 – %2").arg(title, file);
    }
    setWindowTitle(document.isReadOnly()         ? tr("%1 (read-only)").arg(title)
                       : document.whyNotStored() ? tr("%1 (not saved)").arg(title)
                                                 : title);
    setWindowFilePath(document.path());
}

// Layouts create and destroy the tab bars of docks.
bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::ChildPolished) {
        if (auto* tabs = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) {
            connect(tabs, &QTabBar::tabBarClicked, this, [this, tabs](int tab) { enterTab(*tabs, tab); });
        }
    }
    return QMainWindow::event(event);
}

// A click on a dock's tab moves the focus into its pane, so that keys act on that pane.
void MainWindow::enterTab(const QTabBar& tabs, int tab)
{
    for (QDockWidget* dock : std::as_const(m_docks)) {
        if (tab >= 0 && dock->windowTitle() == tabs.tabText(tab)) {
            QMetaObject::invokeMethod(
                this,
                [dock] {
                    if (!panefocus::isBehind(*dock)) {
                        panefocus::into(*dock);
                    }
                },
                Qt::QueuedConnection);
        }
    }
}

// Sizing runs its own searches and marks outdated results itself.
void MainWindow::showAge()
{
    // Plans are outdated too while a field has an invalid value.
    const bool old = !m_workbench.isUpToDate() || m_problem->isRefused();
    for (Pane* pane : std::initializer_list<Pane*> {m_candidates, m_tradeoff, m_memory, m_timeline, m_plan, m_stages,
                                                    m_partitioners, m_compare}) {
        pane->setPlansOld(old);
    }
}

void MainWindow::updateStatus()
{
    const auto result = m_workbench.plans().result();
    if (m_workbench.isReading()) {
        m_status->setText(tr("Reading…"));
    } else if (m_workbench.isSearching()) {
        m_status->setText(tr("Searching…"));
    } else if (m_workbench.wasCancelled()) {
        m_status->setText(tr("Search canceled"));
    } else {
        m_status->setText(result ? searchEffort(*result) : QString());
    }
}

}
