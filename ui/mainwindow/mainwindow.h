// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/workbench.h"
#include "ui/panes/compare/comparing.h"

#include <QMainWindow>

class QLabel;
class QTabBar;

namespace stagecraft {

class CandidatesPane;
class ComparePane;
class Dialogs;
class Exports;
class FrontDockHeight;
class Help;
class JobStatus;
class JobsPane;
class Layouts;
class MemoryPane;
class PaneZoom;
class PartitionersPane;
class PlanPane;
class ProblemPane;
class ProfilesPane;
class ScriptRunner;
class ReadOnlyNotice;
class Settings;
class SizingPane;
class SnapshotImporter;
class StagesPane;
class StartPage;
class TimelinePane;
class TradeoffPane;
class UnstoredNotice;
class ValidationPane;

// The main window with one workspace. Without a workspace it shows the start page.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // `settings` and `dialogs` must outlive this.
    MainWindow(Settings& settings, Dialogs& dialogs, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return m_workbench; }

    // Opens a workspace, or starts a new one from a model (config.json, layer table, TorchScript file) or a plan, or
    // adds a memory snapshot or a cluster to the open one. Asks before unsaved changes are lost.
    void openPath(const QString& path);

    StartPage* startPage() const { return m_start; }
    ProblemPane* problemPane() const { return m_problem; }
    CandidatesPane* candidatesPane() const { return m_candidates; }
    MemoryPane* memoryPane() const { return m_memory; }
    TradeoffPane* tradeoffPane() const { return m_tradeoff; }
    JobsPane* jobsPane() const { return m_jobs; }
    ProfilesPane* profilesPane() const { return m_profiles; }
    ValidationPane* validationPane() const { return m_validation; }
    TimelinePane* timelinePane() const { return m_timeline; }
    PlanPane* planPane() const { return m_plan; }
    StagesPane* stagesPane() const { return m_stages; }
    Exports* exports() const { return m_exports; }
    Help* help() const { return m_help; }
    SnapshotImporter* snapshotImporter() const { return m_snapshots; }
    SizingPane* sizingPane() const { return m_sizing; }
    PartitionersPane* partitionersPane() const { return m_partitioners; }
    ComparePane* comparePane() const { return m_compare; }
    Comparing& comparing() { return m_comparing; }
    Layouts* layouts() const { return m_layouts; }
    ReadOnlyNotice* readOnlyNotice() const { return m_notice; }
    UnstoredNotice* unstoredNotice() const { return m_unstored; }
    void showProfileDialog();
    void showDryRunDialog();
    void proposeProfile(const ProfileRequest& request); // opens the profile dialog with this request

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Actions;

    void enterTab(const QTabBar& tabs, int tab);
    void makeDocks();
    void addDock(const QString& name, const QString& title, QWidget* content);
    QAction* makeDockAction(QDockWidget* dock, int number);
    void makeActions();
    void makeSettingsActions();
    void makeFileMenu();
    void makeOtherMenus();
    void makeAppearanceMenu(QMenu* menu);
    void makeToolBar();
    void makeLayoutMenu(QMenu* menu);
    void connectWorkbench();
    void connectComparison();
    void connectNotices();
    void connectSnapshots();
    void connectScripts();
    void connectStart(StartPage& page);
    const Candidate* planCompared();
    void fillRecent();
    void remember(); // adds the open workspace to the recent ones

    void onOpened();
    void onFailed(const Error& error);
    void showPanes();
    void focusPlans();
    void updateActions();
    void updateTitle();
    void updateStatus();
    void showAge(); // grays outdated plans in all panes that show them

    // Asks before closing this workspace if a profile is running or changes are not saved.
    enum class Leaving { Open, Close };
    void leaveFor(Leaving leaving, std::function<void()> then);
    void askUnstored(Leaving leaving, std::function<void()> then);
    void openWorkspace(const QString& path);
    void takeFile(const QString& path, void (MainWindow::*takeModel)(const QString&));
    void openModel(const QString& path);
    void dropModel(const QString& path);
    void openCluster(const QString& path);
    void importSnapshot(const QString& path);
    void newWorkspace();
    void newFromZoo(); // opens the list of models
    void newFromModel();
    void openExample();
    void open();
    void save();
    void saveAs();
    void showStartPage();
    void showProblem();
    void openProfileDialog(const ProfileRequest* proposal);
    void exportPlan(PlanFileFormat format);
    // Asks for the file to which the selected plan is exported.
    void askExport(const QString& name, const QString& filter, std::function<void(const QString&)> then);
    void showBreakdown(const Candidate* candidate, int device = -1); // null closes the breakdown
    void copyCommand(); // copies the command of the selected plan
    void compareSelected();
    void zoomPane();
    void about();

    Settings& m_settings;
    Dialogs& m_dialogs;
    Workbench m_workbench;
    Comparing m_comparing;
    StartPage* m_start;
    ProblemPane* m_problem;
    CandidatesPane* m_candidates;
    MemoryPane* m_memory;
    TradeoffPane* m_tradeoff;
    JobsPane* m_jobs;
    ProfilesPane* m_profiles;
    ValidationPane* m_validation;
    TimelinePane* m_timeline;
    PlanPane* m_plan;
    StagesPane* m_stages;
    SizingPane* m_sizing;
    PartitionersPane* m_partitioners;
    ComparePane* m_compare;
    ReadOnlyNotice* m_notice;
    UnstoredNotice* m_unstored;
    SnapshotImporter* m_snapshots;
    ScriptRunner* m_scripts;
    JobStatus* m_jobStatus;
    QLabel* m_status;
    QList<QDockWidget*> m_docks;
    QDockWidget* m_pane = nullptr; // the last focused pane
    Exports* m_exports = nullptr;
    Help* m_help = nullptr;
    FrontDockHeight* m_room = nullptr; // height of the validation pane
    PaneZoom* m_zoom = nullptr;
    Layouts* m_layouts = nullptr;
    std::unique_ptr<Actions> m_actions;
    bool m_closing = false; // the user has confirmed closing
};

}
