// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/workbench.h"

#include "core/base/filenames.h"
#include "core/base/files.h"
#include "core/exchange/defaultproblem.h"
#include "core/framework/framework.h"
#include "core/measuring/dryrequest.h"
#include "core/model/model.h"
#include "core/search/remedychanges.h"
#include "core/session/localgpus.h"
#include "ui/app/bundle.h"
#include "ui/app/calibrationrunner.h"
#include "ui/app/commandline.h"
#include "ui/app/profilerunner.h"
#include "ui/app/scriptrunner.h"
#include "ui/app/sizingjob.h"
#include "ui/app/snapshotimporter.h"
#include "ui/words/messagetext.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

constexpr int coalesce = 30; // ms between searches; one search answers all edits in between
// An undo step stores a whole planning session: up to a few hundred KiB, since each scenario stores all layers again.
constexpr int mostUndone = 500;
const QString searchJob = QStringLiteral("search");
const QString remediesJob = QStringLiteral("remedies");

}

Workbench::Workbench(QObject* parent) : QObject(parent), m_profile(new ProfileRunner(m_document, m_jobs, this))
{
    m_undo.setUndoLimit(mostUndone);
    m_replan.setSingleShot(true);
    connect(&m_replan, &QTimer::timeout, this, &Workbench::replan);
    connect(&m_document, &Document::opened, this, &Workbench::onOpened);
    connect(&m_document, &Document::failed, this, &Workbench::failed);
    connect(&m_document, &Document::openingChanged, this, &Workbench::searchingChanged);
    connect(&m_document, &Document::sessionChanged, this, [this] {
        noteOffers();
        replanSoon();
        Q_EMIT sessionChanged();
    });
    connect(&m_document, &Document::measurementsChanged, this, &Workbench::replanSoon);
    connect(&m_planner, &Planner::planned, this, &Workbench::onPlanned);
    connect(&m_planner, &Planner::failed, this, &Workbench::onPlanFailed);
    connect(&m_planner, &Planner::busyChanged, this, &Workbench::onBusy);
    connect(&m_planner, &Planner::progressed, this, [this](qint64 done, qint64 total) {
        m_jobs.change(searchJob, [=](Job& job) {
            job.done = static_cast<int>(done);
            job.total = static_cast<int>(total);
        });
    });
    connect(&m_planner, &Planner::findingRemedies, this, &Workbench::onFindingRemedies);
    connect(&m_planner, &Planner::remediesFound, this, &Workbench::onRemedies);
    connect(&m_planner, &Planner::remediesStopped, this, &Workbench::onRemediesStopped);
    connect(&m_planner, &Planner::remediesProgressed, this, [this](qint64 done) {
        m_jobs.change(remediesJob, [=](Job& job) { job.done = static_cast<int>(done); }); // the total grows meanwhile
    });
    connect(m_profile, &ProfileRunner::failed, this, &Workbench::failed);
    connect(&m_files, &FileReader::failed, this, &Workbench::failed);
    connect(&m_files, &FileReader::readingChanged, this, &Workbench::searchingChanged);
}

Workbench::~Workbench() = default;

void Workbench::openWorkspace(const QString& path)
{
    giveUpReading();
    m_document.open(path);
}

void Workbench::newWorkspace()
{
    giveUpReading();
    m_document.createUntitled();
}

void Workbench::newFromModel(const QString& source, const std::function<void()>& read)
{
    m_files.readModel(source, [this, read](const FileReader::FoundModel& found) {
        if (read) {
            read();
        }
        m_opensNew = true;
        m_document.createUntitled(PlanningSession {found.begins});
    });
}

void Workbench::newFromPlan(const QString& path)
{
    giveUpReading();
    m_files.readPlan(path, [this, path](const PlanDocument& plan) {
        const std::string name = QFileInfo(path).completeBaseName().toStdString();
        PlanningSession session {plan.problem};
        session.plans.push_back({name.empty() ? "plan" : name, plan.plan});
        m_pickOnceOpen = session.plans.back().name;
        m_document.createUntitled(session);
    });
}

void Workbench::openExample()
{
    giveUpReading();
    m_background.run([] { return bundle::unpackExample(); },
                     [this](const Result<QString>& path) {
                         if (!path) {
                             Q_EMIT failed(path.error());
                         } else if (bundle::isWorkspace(*path)) {
                             m_document.openTemporary(*path);
                         } else {
                             newFromModel(*path);
                         }
                     });
}

void Workbench::saveAs(const QString& path)
{
    m_document.saveAs(path);
}

void Workbench::chooseModel(const QString& source)
{
    m_files.readModel(source, [this, workspace = m_workspaces](const FileReader::FoundModel& found) {
        if (workspace == m_workspaces) {
            askAbout(found);
        }
    });
}

void Workbench::askAbout(const FileReader::FoundModel& found)
{
    const auto session = m_document.session();
    Problem problem = found.begins;
    const Model& model = found.begins.model;
    if (session) {
        const Problem& before = session->problem;
        problem.cluster = before.cluster;
        problem.constraints = before.constraints;
        problem.target = before.target;
        problem.constraints.split_points.reset(); // they refer to other layers
        problem.constraints.pipeline.reset();
        if (model.sample != SampleKind::Tokens) { // frameworks only train on tokens
            useFramework(problem, Framework::Libtorch);
        }
        const std::int64_t sequence = problem.workload.sequence;
        problem.workload = before.workload;
        problem.workload.precision = found.precision.value_or(before.workload.precision);
        if (before.model.sample != model.sample || before.workload.sequence > model.longest_sequence
            || before.workload.sequence == defaultSequence(before.model) || scriptOf(model)) {
            problem.workload.sequence = sequence;
        }
        problem.billing = before.billing;
        if (before.model.sample != model.sample) {
            problem.billing.amount = 0; // a number of tokens is not a number of samples
        }
        if (!withTrainable(model, problem.workload.trainable)) {
            problem.workload.trainable = {}; // its names refer to layers that the new model lacks
        }
    }
    PlanningSession next {problem};
    if (session) {
        // scenarios include their models; plans refer to the layers of the previous model
        next.scenarios = session->scenarios;
        next.comparison.columns = session->comparison.columns;
        std::erase_if(next.comparison.columns, [](const Compared& column) { return !column.problem; });
    }
    edit(next, newEditId(), tr("Model %1").arg(QString::fromStdString(model.name)));
}

void Workbench::giveUpReading()
{
    m_pickOnceOpen.clear();
    m_opensNew = false;
    m_files.giveUp();
}

void Workbench::edit(const Problem& problem, int editId, const QString& text)
{
    const auto before = m_document.session();
    PlanningSession session = before ? *before : PlanningSession();
    session.problem = problem;
    edit(session, editId, text);
}

void Workbench::edit(const PlanningSession& session, int editId, const QString& text)
{
    const auto before = m_document.session();
    if (before && *before == session) {
        return;
    }
    if (!before || m_document.isReadOnly()) {
        setAsksObjective(m_asksObjective || (!before && !m_document.isReadOnly()));
        m_document.setSession(session); // the first session is not an undo step; reports an error
        return;
    }
    if (before->problem.constraints.objective != session.problem.constraints.objective) {
        setAsksObjective(false); // answered or dismissed
    }
    m_edits.push(
        std::make_unique<SessionEdit>(m_document, std::make_shared<const PlanningSession>(session), editId, text));
}

void Workbench::addUserPlan(const Plan& plan, const QString& name, const QString& text)
{
    const auto before = m_document.session();
    if (!before) {
        return;
    }
    PlanningSession session = *before;
    session.plans.push_back({freeName(session.plans, name.toStdString()), plan});
    m_plans.pickUserPlan(session.plans.back().name);
    edit(session, newEditId(), text);
}

void Workbench::onOpened(bool continued)
{
    if (!continued) {
        ++m_workspaces;
        m_offers = {};
        m_plans.clear();
        m_planner.cancel();
        m_jobs.removeIf([](const Job& job) { // jobs of the previous workspace
            return job.state != JobState::Running || job.id == searchJob || job.id == remediesJob;
        });
        m_profile->abandon();
        m_undo.clear();
        setState(m_document.session() ? PlanState::Searching : PlanState::Empty);
        if (const std::string user_plan = std::exchange(m_pickOnceOpen, {}); !user_plan.empty()) {
            m_plans.pickUserPlan(user_plan);
        }
        setAsksObjective(std::exchange(m_opensNew, false));
    }
    noteOffers();
    Q_EMIT opened();
    Q_EMIT sessionChanged();
    replanSoon();
}

void Workbench::noteOffers()
{
    if (const auto session = m_document.session()) {
        m_offers.note(session->problem.cluster);
    }
}

void Workbench::setAsksObjective(bool asks)
{
    if (m_asksObjective != asks) {
        m_asksObjective = asks;
        Q_EMIT objectiveAskedChanged();
    }
}

// Starts at once after a single edit; later edits do not delay it.
void Workbench::replanSoon()
{
    m_cancelled = false;
    m_planner.stopRemedies(); // the search for the previous problem
    m_remediesCancelled = false;
    if (!m_replan.isActive()) {
        const bool alone = !m_replanned.isValid() || m_replanned.hasExpired(coalesce);
        m_replan.start(alone ? 0 : coalesce);
    }
}

void Workbench::replan()
{
    m_replanned.start();
    const auto session = m_document.session();
    if (!session) {
        m_planner.cancel();
        m_plans.setResult(nullptr);
        setState(PlanState::Empty);
        return;
    }
    if (m_state == PlanState::Empty) {
        setState(PlanState::Searching);
    }
    m_asked = session;
    m_planner.plan(session, m_document.measurements(), m_document.probes());
}

void Workbench::searchAgain()
{
    replanSoon();
    Q_EMIT searchingChanged();
}

void Workbench::cancelSearch()
{
    if (!isSearching()) {
        return;
    }
    m_cancelled = true;
    m_replan.stop();
    m_planner.cancel();
    Q_EMIT searchingChanged();
    Q_EMIT planStateChanged(); // only the age of the plans changed
}

void Workbench::setState(PlanState state, std::optional<Error> error)
{
    m_state = state;
    m_planError = std::move(error);
    Q_EMIT planStateChanged();
}

void Workbench::onPlanned(const std::shared_ptr<const SearchResult>& result, const std::vector<RefusedPlan>& refused)
{
    m_jobs.change(searchJob, [&](Job& job) {
        job.state = JobState::Done;
        job.phase = searchEffort(*result);
        job.log = QStringList {outcomeSentence(*result)};
    });
    m_remedies.clear(); // they belong to the previous problem
    m_knowsRemedies = false;
    m_plans.setResult(result, refused, m_asked);
    setState(PlanState::Planned);
    Q_EMIT remediesChanged();
}

void Workbench::onPlanFailed(const Error& error)
{
    m_jobs.change(searchJob, [&](Job& job) {
        job.state = JobState::Failed;
        job.phase = tr("Search failed");
        job.log = QStringList {errorText(error)};
    });
    m_plans.setResult(nullptr);
    const bool unmeasured = error.code == ErrorCode::NotMeasured || error.code == ErrorCode::LayerTooLarge
        || error.code == ErrorCode::MeasuredElsewhere;
    setState(unmeasured ? PlanState::NotMeasured : PlanState::Failed, error);
}

void Workbench::onBusy(bool busy)
{
    Q_EMIT searchingChanged();
    if (busy) {
        Job job;
        job.id = searchJob;
        job.title = tr("Search");
        job.phase = tr("Searching");
        m_jobs.put(job);
        return;
    }
    m_jobs.change(searchJob, [this](Job& job) {
        if (job.state == JobState::Running) { // canceled by the user
            job.state = JobState::Cancelled;
            job.phase =
                m_plans.result() ? tr("Canceled. The plans shown are those of the previous search.") : tr("Canceled");
        }
    });
}

void Workbench::onFindingRemedies()
{
    Job job;
    job.id = remediesJob;
    job.title = tr("Changes that make a plan fit");
    job.phase = tr("Searching");
    m_jobs.put(job);
    Q_EMIT remediesChanged();
}

void Workbench::onRemedies(const std::vector<Remedy>& remedies)
{
    m_remedies = remedies;
    m_knowsRemedies = true;
    m_jobs.change(remediesJob, [&](Job& job) {
        job.state = JobState::Done;
        job.phase = remedies.empty() ? tr("None found") : tr("%1 found").arg(remedies.size());
    });
    Q_EMIT remediesChanged();
}

void Workbench::onRemediesStopped()
{
    m_jobs.change(remediesJob, [](Job& job) {
        job.state = JobState::Cancelled;
        job.phase = tr("Canceled");
    });
    Q_EMIT remediesChanged();
}

void Workbench::applyRemedy(const Remedy& remedy, const QString& text)
{
    const auto session = m_document.session();
    if (!session) {
        return;
    }
    m_plans.pickNext(remedy.plan); // plan of the remedy
    // The billing options may have changed since the search.
    edit(withChanges(session->problem, remedy.changes), newEditId(), text);
}

bool Workbench::canProfile() const
{
    return whyNoProfile().isEmpty();
}

QString Workbench::whyNoProfile() const
{
    const auto session = m_document.session();
    if (!session) {
        return tr("Choose a model first.");
    }
    if (hasGivenCosts(session->problem.model)) {
        return tr("A layer table lists the costs of its layers, so there is nothing to measure.");
    }
    if (m_document.isReadOnly()) {
        return tr("This workspace is read-only.");
    }
    if (m_profile->isRunning()) {
        return tr("A profile is running.");
    }
    if (findWorker().isEmpty()) {
        return tr("The profiler is not installed on this machine.");
    }
    return {};
}

bool Workbench::prefersDryRun() const
{
    const auto session = m_document.session();
    return session && session->problem.constraints.framework.isLibtorch() && !session->problem.cluster.groups.empty()
        && !scriptOf(session->problem.model)
        && measurableHere(session->problem.cluster.groups.front().device).dry.has_value();
}

bool Workbench::runDry()
{
    if (!prefersDryRun() || !canProfile()) {
        return false;
    }
    m_profile->start(dryRequest(m_document.session()->problem), false);
    return true;
}

void Workbench::cancelJob(const QString& id)
{
    if (id == searchJob) {
        cancelSearch();
    } else if (id == FileReader::jobId()) {
        giveUpReading();
    } else if (id == remediesJob) {
        m_remediesCancelled = m_planner.isFindingRemedies();
        m_planner.stopRemedies();
    } else if (id == SizingJob::id() || id == CalibrationRunner::jobId() || id == SnapshotImporter::jobId()
               || id == ScriptRunner::jobId()) {
        Q_EMIT jobCancelRequested(id);
    } else {
        m_profile->cancel();
    }
}

bool Workbench::mayReplace(const QString& path)
{
    const auto session = m_document.session();
    const bool input = session && nameSameFile(configFile(session->problem.model.source), path.toStdString());
    if (input) {
        Q_EMIT failed({ErrorCode::FileNotWritable,
                       {tr("it is the model of this problem, which an export must not overwrite").toStdString()},
                       path.toStdString()});
    }
    return !input;
}

void Workbench::exportBy(const QString& path, std::function<Result<LauncherSettings>(const PlanDocument&)> make)
{
    const auto session = m_plans.session();
    const Candidate* candidate = m_plans.current();
    if (!session || !candidate || !mayReplace(path)) {
        return;
    }
    PlanDocument plan {session->problem, candidate->plan, candidate->estimate, candidate->partitioner,
                       "stagecraft " + QCoreApplication::applicationVersion().toStdString()};
    m_background.run(
        [path, make = std::move(make), plan = std::move(plan)]() -> Result<std::vector<Message>> {
            const auto settings = make(plan);
            if (!settings) {
                return failure(settings.error());
            }
            const auto done = stagecraft::writeFile(path.toStdString(), settings->text);
            return done ? Result<std::vector<Message>>(settings->not_expressed) : failure(done.error());
        },
        [this, path](const Result<std::vector<Message>>& lost) {
            if (!lost) {
                Q_EMIT failed(lost.error());
                return;
            }
            Q_EMIT written(path);
            if (!lost->empty()) {
                QStringList what;
                for (const Message& note : *lost) {
                    what << messageText(note);
                }
                Q_EMIT notExpressed(path, what);
            }
        });
}

void Workbench::exportPlan(const QString& path, PlanFileFormat format)
{
    exportBy(path, [format](const PlanDocument& plan) { return LauncherSettings {writePlan(plan, format), {}}; });
}

void Workbench::exportSettings(const QString& path, Target target)
{
    exportBy(path, [target](const PlanDocument& plan) { return launcherSettings(plan, target); });
}

void Workbench::writeFile(const QString& path, const QByteArray& content)
{
    if (!mayReplace(path)) {
        return;
    }
    m_background.run([path, content] { return stagecraft::writeFile(path.toStdString(), content.toStdString()); },
                     [this, path](const Result<void>& done) {
                         if (done) {
                             Q_EMIT written(path);
                         } else {
                             Q_EMIT failed(done.error());
                         }
                     });
}

QString Workbench::commandLine(const QString& planFile) const
{
    const auto session = m_plans.session();
    const Candidate* candidate = m_plans.current();
    return session && candidate ? estimateCommand(session->problem, candidate->plan, m_document.path(), planFile)
                                : QString();
}

}
