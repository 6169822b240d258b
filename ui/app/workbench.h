// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/launcher.h"
#include "core/hardware/chosenoffers.h"
#include "core/measuring/request.h"
#include "core/session/document.h"
#include "core/session/planner.h"
#include "ui/app/background.h"
#include "ui/app/filereader.h"
#include "ui/app/planselection.h"
#include "ui/app/sessionedit.h"
#include "ui/models/jobmodel.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QUndoStack>

#include <functional>

namespace stagecraft {

class ProfileRunner;

// State of the window without widgets: the document, its plans, undo, jobs and their interactions. Widgets show and
// call it. GUI thread; files are read and written on other threads.
class Workbench : public QObject {
    Q_OBJECT
public:
    enum class PlanState {
        Empty, // no planning session yet
        Searching, // the first plans are being computed
        Planned,
        NotMeasured, // some layers cannot be expressed by formulas, or did not fit when they were measured
        Failed,
    };

    explicit Workbench(QObject* parent = nullptr);
    ~Workbench() override;

    Document& document() { return m_document; }
    PlanSelection& plans() { return m_plans; }
    // Last offer used for each kind of node while this workspace was open, also by what-if scenarios.
    ChosenOffers& chosenOffers() { return m_offers; }
    QUndoStack& undoStack() { return m_undo; }
    JobModel& jobs() { return m_jobs; }
    FileReader& files() { return m_files; }
    ProfileRunner& profile() { return *m_profile; }

    // Each emits opened() or failed(), and cancels the models that are still being read.
    void openWorkspace(const QString& path); // rereads a workspace that is already open and keeps its edits
    void newWorkspace();
    // Creates a workspace about this model. `read`, unless empty, is called when the model has been read and the
    // previous workspace is still open.
    void newFromModel(const QString& source, const std::function<void()>& read = {});
    void newFromPlan(const QString& path); // creates a workspace with a plan file's problem and selects its plan
    void openExample(); // opens a fresh copy of the bundled workspace, kept if it is edited, or else the bundled model
    void saveAs(const QString& path);

    // Replaces the model of the planning session and keeps the other settings as far as they fit. Canceled if another
    // workspace is opened meanwhile.
    void chooseModel(const QString& source);

    // Changes the planning session as one undo step; edits with the same id merge into one step. The second function
    // changes only the problem.
    void edit(const PlanningSession& session, int editId, const QString& text);
    void edit(const Problem& problem, int editId, const QString& text);
    int newEditId() { return ++m_editIds; }
    int workspace() const { return m_workspaces; } // number of the open workspace; unique in this process
    // True for a workspace whose first problem was made in this session, until the objective is chosen or dismissed.
    bool asksObjective() const { return m_asksObjective; }
    void setObjectiveAsked() { setAsksObjective(false); }
    // Adds a user-defined plan and selects it. A name that is taken gets a number.
    void addUserPlan(const Plan& plan, const QString& name, const QString& text);

    PlanState planState() const { return m_state; }
    // False while the displayed plans are those of an earlier planning session, and while a file with another planning
    // session is being read.
    bool isUpToDate() const { return !isSearching() && !m_cancelled && !isReading(); }
    bool isReading() const { return !m_files.reading().isEmpty() || m_document.isOpening(); }
    bool isSearching() const { return m_replan.isActive() || m_planner.isBusy(); }
    bool wasCancelled() const { return m_cancelled; } // cancelJob() stopped the search for the current session
    void searchAgain();
    void cancelSearch();
    const std::optional<Error>& planError() const { return m_planError; }

    // Changes that make a plan fit if none fits; empty while the search for them runs.
    const std::vector<Remedy>& remedies() const { return m_remedies; }
    bool isFindingRemedies() const { return m_planner.isFindingRemedies(); }
    bool knowsRemedies() const { return m_knowsRemedies; } // remedies() is valid for the displayed result
    // cancelJob() stopped the search for remedies; reset by the next search
    bool remediesCancelled() const { return m_remediesCancelled; }
    void applyRemedy(const Remedy& remedy, const QString& text); // one undo step

    bool canProfile() const;
    QString whyNoProfile() const; // reason why no profile can run; empty if one can
    // True if this machine lacks GPUs of the first group's type; a dry run of the layers takes seconds. False for
    // TorchScript models, which the user must trust first, and for frameworks, whose plans use no profile.
    bool prefersDryRun() const;
    // Starts a dry run if it is preferred and possible. False: the user must choose what to measure.
    bool runDry();
    void cancelJob(const QString& id);

    // False, with failed(), if that file is the model of the open planning session. The functions below check it.
    bool mayReplace(const QString& path);
    // Exports the selected plan as a plan file or as settings of a framework. Emits written(), and notExpressed() if
    // parts of the plan are lost, or failed().
    void exportPlan(const QString& path, PlanFileFormat format);
    void exportSettings(const QString& path, Target target);
    void writeFile(const QString& path, const QByteArray& content);
    // Command that estimates the selected plan; it reads this file if options cannot express the plan.
    QString commandLine(const QString& planFile = QStringLiteral("plan.json")) const;

Q_SIGNALS:
    void opened();
    void sessionChanged(); // also after opened()
    void planStateChanged();
    void searchingChanged(); // also wasCancelled() and isReading()
    void remediesChanged(); // also isFindingRemedies()
    void objectiveAskedChanged();
    void failed(const stagecraft::Error& error);
    void written(const QString& path);
    // parts of the plan that the file just written cannot express
    void notExpressed(const QString& path, const QStringList& what);
    void jobCancelRequested(const QString& id); // cancelJob() was called for a job that a pane or the window runs

private:
    // Makes a file from the selected plan and writes it on another thread.
    void exportBy(const QString& path, std::function<Result<LauncherSettings>(const PlanDocument&)> make);
    void giveUpReading();
    void askAbout(const FileReader::FoundModel& found);
    void setState(PlanState state, std::optional<Error> error = {});
    void onOpened(bool continued);
    void onPlanned(const std::shared_ptr<const SearchResult>& result, const std::vector<RefusedPlan>& refused);
    void onPlanFailed(const Error& error);
    void onBusy(bool busy);
    void onFindingRemedies();
    void onRemedies(const std::vector<Remedy>& remedies);
    void onRemediesStopped();
    void noteOffers();
    void replanSoon();
    void replan();
    void setAsksObjective(bool asks);

    Document m_document;
    PlanSelection m_plans;
    Planner m_planner;
    ChosenOffers m_offers;
    QUndoStack m_undo;
    EditSteps m_edits {m_undo};
    JobModel m_jobs;
    FileReader m_files {m_jobs};
    ProfileRunner* m_profile;
    QTimer m_replan;
    QElapsedTimer m_replanned; // time since the last search was requested
    PlanState m_state = PlanState::Empty;
    std::optional<Error> m_planError;
    std::vector<Remedy> m_remedies;
    bool m_knowsRemedies = false;
    bool m_remediesCancelled = false;
    std::shared_ptr<const PlanningSession> m_asked; // session that the planner answers next
    bool m_cancelled = false;
    bool m_asksObjective = false;
    bool m_opensNew = false; // the next workspace starts with its first planning session
    int m_workspaces = 0; // number of workspaces opened so far
    std::string m_pickOnceOpen; // plan to select when the next workspace is open
    int m_editIds = 0;
    Background m_background; // last member: it stops before the others are destroyed
};

}
