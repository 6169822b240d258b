// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/mainwindowactions.h"

#include "ui/app/bundle.h"
#include "ui/app/commandline.h"
#include "ui/app/profilerunner.h"
#include "ui/app/scriptrunner.h"
#include "ui/app/settings.h"
#include "ui/charts/memorybars.h"
#include "ui/dialogs/breakdowndialog.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/exports/exports.h"
#include "ui/help/help.h"
#include "ui/mainwindow/languagemenu.h"
#include "ui/mainwindow/layouts.h"
#include "ui/mainwindow/panezoom.h"
#include "ui/mainwindow/readonlynotice.h"
#include "ui/mainwindow/searchmenu.h"
#include "ui/mainwindow/unstorednotice.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/panefocus.h"
#include "ui/panes/partitioners/partitionerbars.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/profiles/measurementspane.h"
#include "ui/panes/profiles/modelpane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/sizing/curvetab.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/panes/validation/validationresults.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/words/plaintext.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

#include <tuple>

namespace stagecraft {

namespace {

QAction* makeAction(QObject* parent, const QString& icon, const QString& text, const QKeySequence& keys = {})
{
    auto* action = new QAction(icon.isEmpty() ? QIcon() : lineIcon(icon), text, parent);
    action->setShortcut(keys);
    return action;
}

Exports::Readiness readiness(bool shown, bool upToDate)
{
    return shown ? Exports::Readiness::Ready : upToDate ? Exports::Readiness::Nothing : Exports::Readiness::Coming;
}

}

void MainWindow::makeActions()
{
    Actions& a = *m_actions;
    m_help = new Help(*this);
    m_exports = new Exports(m_workbench, m_dialogs, m_settings, *this);
    for (QDockWidget* dock : std::as_const(m_docks)) {
        m_exports->addPane(*dock->widget());
        connect(dock, &QDockWidget::visibilityChanged, m_exports, &Exports::refresh);
    }
    a.newWorkspace = makeAction(this, QStringLiteral("new"), tr("&New workspace"), QKeySequence::New);
    a.newFromModel = makeAction(this, QStringLiteral("model"), tr("New from &model…"),
                                QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    a.open = makeAction(this, QStringLiteral("open"), tr("&Open…"), QKeySequence::Open);
    a.save = makeAction(this, QStringLiteral("save"), tr("&Save"), QKeySequence::Save);
    a.saveAs =
        makeAction(this, QStringLiteral("save"), tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    a.exportJson = makeAction(this, {}, tr("Plan as &JSON…"), QKeySequence(Qt::CTRL | Qt::Key_E));
    a.exportYaml = makeAction(this, {}, tr("Plan as &YAML…"));
    makeSettingsActions();
    a.exportTradeoff = makeAction(this, {}, tr("&Trade-off chart as an image…"));
    a.exportMemory = makeAction(this, {}, tr("&Memory chart as an image…"));
    a.exportTimeline = makeAction(this, {}, tr("T&imeline as an image…"));
    a.exportStages = makeAction(this, {}, tr("Sta&ges as an image…"));
    a.exportSizing = makeAction(this, {}, tr("Sizing cur&ve as an image…"));
    a.exportPartitioners = makeAction(this, {}, tr("Pa&rtitioners as an image…"));
    a.exportMeasured = makeAction(this, {}, tr("Pro&file chart as an image…"));
    a.exportModel = makeAction(this, {}, tr("M&odel chart as an image…"));
    a.exportCompared = makeAction(this, {}, tr("Compare&d memory as an image…"));
    a.exportValidation = makeAction(this, {}, tr("Predicted &against measured as an image…"));
    a.quit = makeAction(this, QStringLiteral("quit"), tr("&Quit"), QKeySequence::Quit);
    a.dryRun = makeAction(this, QStringLiteral("dryrun"), tr("&Dry run of a training script…"));
    a.profile = makeAction(this, QStringLiteral("profile"), tr("&Profile…"), QKeySequence(Qt::CTRL | Qt::Key_R));
    a.compare =
        makeAction(this, QStringLiteral("columns"), tr("Add to co&mparison"), QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(a.compare, &QAction::triggered, this, &MainWindow::compareSelected);
    connect(m_candidates, &CandidatesPane::selectionChanged, this, &MainWindow::updateActions);
    a.zoom = makeAction(this, {}, tr("Ma&ximize pane"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M));
    a.zoom->setCheckable(true);
    a.zoom->setToolTip(tr("Maximize the focused pane. Press the same key again to restore the others."));
    connect(a.zoom, &QAction::triggered, this, &MainWindow::zoomPane);
    connect(m_zoom, &PaneZoom::changed, a.zoom, &QAction::setChecked);
    a.explain =
        makeAction(this, QStringLiteral("info"), tr("&How was this computed?"), QKeySequence(Qt::CTRL | Qt::Key_I));
    connect(a.explain, &QAction::triggered, this, [this] { showBreakdown(m_workbench.plans().current()); });
    connect(m_candidates->copyCommandAction(), &QAction::triggered, this, &MainWindow::copyCommand);
    m_candidates->table()->insertAction(m_candidates->table()->actions().value(0), a.explain);
    m_candidates->table()->insertAction(a.explain, a.compare);
    m_plan->addActions({a.compare, a.explain});
    m_plan->setContextMenuPolicy(Qt::ActionsContextMenu);
    a.undo = m_workbench.undoStack().createUndoAction(this, tr("&Undo"));
    a.undo->setIcon(lineIcon(QStringLiteral("undo")));
    a.undo->setShortcut(QKeySequence::Undo);
    a.redo = m_workbench.undoStack().createRedoAction(this, tr("&Redo"));
    a.redo->setIcon(lineIcon(QStringLiteral("redo")));
    // Otherwise the tooltips would contain names from files, which Qt may interpret as rich text.
    a.undo->setToolTip(plainToolTip(tr("Undo")));
    a.redo->setToolTip(plainToolTip(tr("Redo")));
    a.redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});

    connect(a.newWorkspace, &QAction::triggered, this, &MainWindow::newWorkspace);
    connect(a.newFromModel, &QAction::triggered, this, &MainWindow::newFromModel);
    connect(a.open, &QAction::triggered, this, &MainWindow::open);
    connect(a.save, &QAction::triggered, this, &MainWindow::save);
    connect(a.saveAs, &QAction::triggered, this, &MainWindow::saveAs);
    connect(a.exportJson, &QAction::triggered, this, [this] { exportPlan(PlanFileFormat::Json); });
    connect(a.exportYaml, &QAction::triggered, this, [this] { exportPlan(PlanFileFormat::Yaml); });
    connect(a.exportTradeoff, &QAction::triggered, this, [this] { m_exports->save(*m_tradeoff->chart()); });
    connect(a.exportMemory, &QAction::triggered, this, [this] { m_exports->save(*m_memory->bars()); });
    connect(a.exportTimeline, &QAction::triggered, this, [this] {
        m_exports->saveOnceReady(*m_timeline->chart(),
                                 [this] { return readiness(!m_timeline->isEmptyShown(), m_timeline->isUpToDate()); });
    });
    connect(a.exportStages, &QAction::triggered, this, [this] { m_exports->save(*m_stages->strip()); });
    connect(a.exportSizing, &QAction::triggered, this, [this] {
        m_exports->saveOnceReady(*m_sizing->curve()->chart(), [this] {
            return readiness(!m_sizing->curve()->chart()->points().empty(),
                             m_sizing->isUpToDate() && !m_sizing->isStale());
        });
    });
    connect(a.exportPartitioners, &QAction::triggered, this, [this] {
        m_exports->saveOnceReady(*m_partitioners->chart(), [this] {
            return readiness(!m_partitioners->isEmptyShown(), m_partitioners->isUpToDate());
        });
    });
    connect(a.exportMeasured, &QAction::triggered, this,
            [this] { m_exports->save(*m_profiles->measurements()->chart()); });
    connect(a.exportModel, &QAction::triggered, this, [this] { m_exports->save(*m_profiles->model()->chart()); });
    connect(a.exportCompared, &QAction::triggered, this, [this] { m_exports->save(*m_compare->bars()); });
    connect(a.exportValidation, &QAction::triggered, this, [this] { m_exports->save(*m_validation->results()); });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.profile, &QAction::triggered, this, &MainWindow::showProfileDialog);
    connect(a.dryRun, &QAction::triggered, this, &MainWindow::showDryRunDialog);
    makeFileMenu();
    makeOtherMenus();
    makeToolBar();
    updateActions();
    updateTitle();
}

void MainWindow::makeSettingsActions()
{
    struct Settings {
        Target target;
        QString text;
        QString file;
        QString filter;
    };
    for (const Settings& settings :
         {Settings {Target::Megatron, tr("Megatron-&LM arguments…"), QStringLiteral("megatron.sh"), tr("Shell (*.sh)")},
          Settings {Target::DeepSpeed, tr("D&eepSpeed settings…"), QStringLiteral("deepspeed.json"),
                    tr("JSON (*.json)")},
          Settings {Target::Torchtitan, tr("Torchtita&n settings…"), QStringLiteral("torchtitan.toml"),
                    tr("TOML (*.toml)")}}) {
        QAction* action = makeAction(this, {}, settings.text);
        m_actions->exportSettings << action;
        connect(action, &QAction::triggered, this, [this, settings] {
            askExport(settings.file, settings.filter, [this, target = settings.target](const QString& path) {
                m_workbench.exportSettings(path, target);
            });
        });
    }
}

void MainWindow::makeFileMenu()
{
    Actions& a = *m_actions;
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(a.newWorkspace);
    file->addAction(a.newFromModel);
    file->addAction(a.open);
    a.recent = file->addMenu(tr("Open &recent"));
    connect(a.recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent); // names may have changed
    file->addSeparator();
    file->addActions({a.save, a.saveAs});
    a.exports = file->addMenu(lineIcon(QStringLiteral("export")), tr("&Export"));
    a.exports->addActions({a.exportJson, a.exportYaml});
    a.exports->addActions(a.exportSettings);
    a.exports->addSeparator();
    a.exports->addActions({m_exports->copyAction(), m_exports->saveAction(), m_exports->printAction()});
    a.exports->addSeparator();
    a.exports->addActions({a.exportTradeoff, a.exportMemory, a.exportTimeline, a.exportStages, a.exportSizing,
                           a.exportPartitioners, a.exportCompared, a.exportMeasured, a.exportModel,
                           a.exportValidation});
    file->addSeparator();
    file->addAction(a.quit);
    fillRecent();
}

void MainWindow::makeOtherMenus()
{
    Actions& a = *m_actions;
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({a.undo, a.redo});
    edit->addSeparator();
    edit->addActions({m_candidates->copyTableAction(), m_candidates->copyCommandAction(), a.compare, a.explain});
    edit->addSeparator();
    QAction* filter = makeAction(this, QStringLiteral("search"), tr("&Filter candidates"), QKeySequence::Find);
    connect(filter, &QAction::triggered, m_candidates->filterField(),
            [dock = m_docks[1], field = m_candidates->filterField()] {
                panefocus::raise(*dock);
                field->setFocus();
            });
    edit->addAction(filter);

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (int i = 0; i < m_docks.size(); ++i) {
        view->addAction(makeDockAction(m_docks[i], i + 1));
    }
    view->addSeparator();
    for (const auto& [text, keys, by] : {std::tuple {tr("&Next pane"), QKeySequence(Qt::Key_F6), 1},
                                         std::tuple {tr("Pre&vious pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6), -1}}) {
        QAction* go = makeAction(this, {}, text, keys);
        connect(go, &QAction::triggered, this, [this, by = by] { panefocus::step(m_docks, by); });
        view->addAction(go);
    }
    view->addAction(a.zoom);
    view->addSeparator();
    makeLayoutMenu(view->addMenu(tr("&Layout")));
    makeAppearanceMenu(view->addMenu(tr("&Appearance")));
    view->addMenu(new LanguageMenu(m_settings, m_dialogs, this));

    QMenu* problem = menuBar()->addMenu(tr("&Problem"));
    QAction* model =
        makeAction(this, QStringLiteral("model"), tr("Open &model…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    connect(model, &QAction::triggered, this, [this] {
        if (m_workbench.document().isOpen()) {
            m_problem->browseForModel();
        } else {
            newFromModel();
        }
    });
    problem->addAction(model);
    problem->addAction(a.profile);
    problem->addAction(a.dryRun);
    menuBar()->addMenu(new SearchMenu(m_workbench, *m_candidates, this));

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions(m_help->actions());
    help->addSeparator();
    help->addAction(tr("&Start page…"), this, &MainWindow::showStartPage);
    if (bundle::hasExampleWorkspace()) {
        help->addAction(tr("Open the &example"), this, &MainWindow::openExample);
    }
    help->addSeparator();
    help->addAction(tr("&About Stagecraft"), this, &MainWindow::about);
    help->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt);
}

// Shows or hides a pane: Alt and a digit, with Shift from the eleventh pane on. A pane behind another tab is raised
// first.
QAction* MainWindow::makeDockAction(QDockWidget* dock, int number)
{
    const QAction* toggle = dock->toggleViewAction();
    auto* action = new QAction(toggle->text(), this);
    action->setCheckable(true);
    const auto digit = static_cast<Qt::Key>(Qt::Key_0 + number % 10);
    action->setShortcut(QKeySequence(number > 10 ? Qt::ALT | Qt::SHIFT | digit : Qt::ALT | digit));
    const auto follow = [action, toggle] {
        action->setChecked(toggle->isChecked());
        action->setEnabled(toggle->isEnabled());
    };
    follow();
    connect(toggle, &QAction::changed, action, follow);
    connect(action, &QAction::triggered, dock, [this, dock, follow] {
        const bool wanted = m_zoom->isZoomed() && dock->isHidden(); // it may be behind the maximized pane
        m_zoom->giveBack();
        if (panefocus::isBehind(*dock)) {
            dock->raise();
        } else if (!wanted || dock->isHidden()) {
            dock->toggleViewAction()->trigger();
        }
        if (!dock->isHidden()) {
            panefocus::raise(*dock); // a reopened pane may be behind a tab
            panefocus::into(*dock);
        }
        follow();
    });
    return action;
}

void MainWindow::makeLayoutMenu(QMenu* menu)
{
    menu->setToolTipsVisible(true);
    menu->addActions(m_layouts->actions());
    menu->addSeparator();
    QAction* restore =
        makeAction(this, {}, tr("Restore &default layout"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0));
    restore->setToolTip(tr("Move the panes of this layout back to their default positions"));
    connect(restore, &QAction::triggered, m_layouts, &Layouts::restoreDefault);
    menu->addAction(restore);
}

void MainWindow::makeAppearanceMenu(QMenu* menu)
{
    auto* group = new QActionGroup(menu);
    const auto now = fromName<Appearance>(m_settings.value(Setting::Appearance).toString().toStdString())
                         .value_or(Appearance::System);
    for (const auto& [appearance, text] :
         {std::pair {Appearance::System, tr("Follow &system")}, std::pair {Appearance::Light, tr("&Light")},
          std::pair {Appearance::Dark, tr("&Dark")}}) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(appearance == now);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, appearance = appearance] {
            m_settings.setValue(Setting::Appearance, QString::fromUtf8(nameOf(appearance).data()));
            theme::apply(appearance);
        });
    }
}

void MainWindow::makeToolBar()
{
    Actions& a = *m_actions;
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addActions({a.newWorkspace, a.open});
    bar->addSeparator();
    bar->addActions({a.undo, a.redo});
    bar->addSeparator();
    bar->addAction(a.profile);
    auto* exports = new QToolButton;
    exports->setMenu(a.exports);
    exports->setIcon(lineIcon(QStringLiteral("export")));
    exports->setText(tr("Export"));
    exports->setToolTip(tr("Export the selected plan or a chart"));
    exports->setAccessibleName(tr("Export"));
    exports->setPopupMode(QToolButton::InstantPopup);
    exports->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exports->setAutoRaise(true);
    bar->addWidget(exports);
    connect(a.exports->menuAction(), &QAction::changed, exports,
            [exports, menu = a.exports] { exports->setEnabled(menu->isEnabled()); });
    for (NoticeBar* notice : {static_cast<NoticeBar*>(m_notice), static_cast<NoticeBar*>(m_unstored)}) {
        addToolBarBreak();
        addToolBar(notice);
        notice->hide();
    }
    for (QAction* action : {a.undo, a.redo}) {
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action))) {
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        }
    }
}

void MainWindow::fillRecent()
{
    QMenu* menu = m_actions->recent;
    menu->clear();
    for (const QString& path : m_settings.value(Setting::RecentWorkspaces).toStringList()) {
        QString text = m_settings.recentName(path);
        text.replace(u'&', QStringLiteral("&&"));
        QAction* action = menu->addAction(text, this, [this, path] { openPath(path); });
        action->setToolTip(plainToolTip(path));
    }
    menu->setToolTipsVisible(true);
    menu->setEnabled(!menu->isEmpty());
}

void MainWindow::updateActions()
{
    Actions& a = *m_actions;
    const bool planned = m_workbench.plans().current() != nullptr;
    a.save->setEnabled(m_workbench.document().isOpen());
    a.saveAs->setEnabled(m_workbench.document().isOpen());
    const bool measured = !m_profiles->measurements()->isEmptyShown();
    const bool summarized = !m_profiles->model()->isEmptyShown();
    const bool validated = !m_validation->isEmptyShown();
    m_exports->refresh();
    a.exports->setEnabled(planned || measured || summarized || validated);
    a.exportValidation->setEnabled(validated);
    a.exportMeasured->setEnabled(measured);
    a.exportStages->setEnabled(!m_stages->isEmptyShown());
    a.exportModel->setEnabled(summarized);
    for (QAction* action : {a.exportJson, a.exportYaml, a.exportTradeoff, a.exportMemory, a.exportTimeline,
                            a.exportSizing, a.exportPartitioners}) {
        action->setEnabled(planned);
    }
    for (QAction* action : std::as_const(a.exportSettings)) {
        action->setEnabled(planned);
    }
    a.exportCompared->setEnabled(!m_compare->isEmptyShown());
    a.explain->setEnabled(planned);
    const auto selected = static_cast<int>(m_candidates->selectedCandidates().size());
    const Candidate* one = planCompared();
    const bool compared = one && selected < 2 && m_comparing.has(*one);
    a.compare->setText(compared           ? tr("Remove from co&mparison")
                           : selected > 1 ? tr("Add %n plans to co&mparison", nullptr, selected)
                                          : tr("Add to co&mparison"));
    a.compare->setEnabled(planned && !m_comparing.isReadOnly());
    const QString whyNot = m_workbench.whyNoProfile();
    a.profile->setEnabled(whyNot.isEmpty());
    a.dryRun->setEnabled(!m_scripts->isRunning());
    a.profile->setToolTip(plainToolTip(whyNot.isEmpty() ? tr("Measure the model's layers on this machine") : whyNot));
}

// The plan of the only selected row, otherwise the current plan. Null if there is none.
const Candidate* MainWindow::planCompared()
{
    const auto result = m_workbench.plans().result();
    const auto selected = m_candidates->selectedCandidates();
    return result && selected.size() == 1 ? &result->candidates[static_cast<std::size_t>(selected.front())]
                                          : m_workbench.plans().current();
}

// All selected rows, or the selected plan alone, which the same key removes again.
void MainWindow::compareSelected()
{
    const auto result = m_workbench.plans().result();
    const Candidate* current = planCompared();
    if (!result || !current) {
        return;
    }
    std::vector<Candidate> chosen;
    for (const int index : m_candidates->selectedCandidates()) {
        chosen.push_back(result->candidates[static_cast<std::size_t>(index)]);
    }
    const bool removes = chosen.size() < 2 && m_comparing.has(*current);
    if (chosen.size() > 1) {
        m_comparing.add(chosen);
    } else {
        m_comparing.toggle(Candidate(*current));
    }
    if (!removes) {
        panefocus::raise(*m_docks[11]);
        if (!panefocus::isSeen(m_docks[1])) { // the comparison now covers the table
            panefocus::into(*m_docks[11]);
        }
    }
}

// The focused pane, otherwise the first visible one.
void MainWindow::zoomPane()
{
    if (m_zoom->isZoomed()) { // the maximized pane may be closed
        m_zoom->giveBack();
        m_actions->zoom->setChecked(false);
        return;
    }
    const QWidget* focus = QApplication::focusWidget();
    QDockWidget* chosen = nullptr;
    for (QDockWidget* dock : std::as_const(m_docks)) {
        const bool seen = panefocus::isSeen(dock);
        if (focus && dock->isAncestorOf(focus) && seen) {
            chosen = dock;
            break;
        }
        chosen = chosen || !seen ? chosen : dock;
    }
    if (chosen) {
        m_zoom->zoom(*chosen);
    }
    m_actions->zoom->setChecked(m_zoom->isZoomed());
}

void MainWindow::exportPlan(PlanFileFormat format)
{
    const bool json = format == PlanFileFormat::Json;
    askExport(json ? QStringLiteral("plan.json") : QStringLiteral("plan.yaml"),
              json ? tr("JSON (*.json)") : tr("YAML (*.yaml *.yml)"),
              [this, format](const QString& path) { m_workbench.exportPlan(path, format); });
}

void MainWindow::askExport(const QString& name, const QString& filter, std::function<void(const QString&)> then)
{
    Dialogs::File file;
    file.title = tr("Export plan");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.suggestion = name;
    file.filters = QStringList {filter};
    m_dialogs.askSaveFile(this, file, [this, then = std::move(then)](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        then(path);
    });
}

void MainWindow::showBreakdown(const Candidate* candidate, int device)
{
    const auto session = m_workbench.plans().session();
    if (!candidate || !session) {
        return;
    }
    const Document& document = m_workbench.document();
    auto* dialog = new BreakdownDialog({session, document.measurements(), document.probes(), *candidate, device}, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

// If the command reads the plan from a file, that file is written first.
void MainWindow::copyCommand()
{
    const Candidate* candidate = m_workbench.plans().current();
    if (!candidate) {
        return;
    }
    if (optionsExpress(candidate->plan)) {
        QApplication::clipboard()->setText(m_workbench.commandLine());
        return;
    }
    Dialogs::File file;
    file.title = tr("Save the plan file that the command reads");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.suggestion = QStringLiteral("plan.json");
    file.filters = QStringList {tr("JSON (*.json)")};
    m_dialogs.askSaveFile(this, file, [this](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        m_workbench.exportPlan(path, PlanFileFormat::Json);
        QApplication::clipboard()->setText(m_workbench.commandLine(path));
    });
}

void MainWindow::showProfileDialog()
{
    openProfileDialog(nullptr);
}

void MainWindow::proposeProfile(const ProfileRequest& request)
{
    openProfileDialog(&request);
}

void MainWindow::openProfileDialog(const ProfileRequest* proposal)
{
    if (!m_workbench.canProfile()) {
        return;
    }
    const auto session = m_workbench.document().session();
    auto* dialog = new ProfileDialog(session, m_workbench.document().measurements(), this);
    const auto& unfinished = m_workbench.profile().unfinished();
    if (proposal) {
        dialog->propose(*proposal);
    } else if (unfinished && session && unfinished->model == session->problem.model
               && unfinished->workload == session->problem.workload) {
        dialog->propose(*unfinished); // continues the stopped profile with its request
    }
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProfileDialog::chosen, this,
            [this](const ProfileRequest& request, bool retry) { m_workbench.profile().start(request, retry); });
    dialog->open();
}

void MainWindow::about()
{
    m_dialogs.inform(this, tr("Stagecraft %1").arg(QApplication::applicationVersion()),
                     tr("A planner for training neural networks that do not fit on one device.\n\nThe window is free "
                        "software under the GNU General Public License, version 3 or later; the core and the command "
                        "line are under the Apache License 2.0."));
}

}
