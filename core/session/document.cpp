// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/document.h"

#include "core/session/connection.h"
#include "core/session/datafolder.h"
#include "core/session/mailbox.h"
#include "core/session/taskthread.h"
#include "core/session/unsavedchanges.h"
#include "core/words/store.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <future>
#include <set>

namespace stagecraft {

namespace {

constexpr int retryEvery = 10'000; // ms

}

// Result of opening, passed from the store thread.
struct Document::Content {
    std::shared_ptr<Connection> connection;
    std::optional<PlanningSession> session;
    StoredMeasurements stored;
    std::vector<DeviceProbe> probes;
    Traces traces;
    std::optional<Error> unread;
    bool edited_meanwhile = false;
};

// The thread is declared last so that it ends first, while the mailbox that it posts to still exists.
class Document::Store {
public:
    // Runs on the store thread. Returns the reason why the newest state is not in the file, if any.
    std::optional<Error> writeTo(Connection& to)
    {
        const auto done = unsaved_changes.write(to.workspace());
        return done ? std::optional<Error>() : done.error();
    }

    std::shared_ptr<Connection> connection; // its workspace is used only on the store thread
    UnsavedChanges unsaved_changes; // used only on the store thread
    std::optional<Error> readOnly;
    Mailbox mailbox;
    TaskThread thread;
};

namespace {

bool isAtPointOf(const Measurement& a, const Measurement& b)
{
    return a.device == b.device && pointKey(a.point) == pointKey(b.point);
}

// Key that is equal if isAtPointOf() is true, for fast lookup of many.
std::string placeKey(const Measurement& m)
{
    return pointKey(m.point) + "\n" + std::string(nameOf(m.device.kind)) + "\n" + m.device.name + "\n"
        + m.device.software + "\n" + m.device.driver + "\n" + std::to_string(m.device.threads) + "\n"
        + std::to_string(m.device.memory.value);
}

// Returns the measurements of `all` at points that `others` lacks.
Measurements without(Measurements all, const Measurements& others)
{
    std::set<std::string> keys;
    for (const Measurement& m : others) {
        keys.insert(placeKey(m));
    }
    std::erase_if(all, [&](const Measurement& m) { return keys.contains(placeKey(m)); });
    return all;
}

bool holds(const Traces& traces, const MemoryTrace& trace)
{
    return std::any_of(traces.begin(), traces.end(), [&](const auto& one) { return *one == trace; });
}

std::function<Result<void>(Workspace&)> adding(const Traces& traces)
{
    return [traces](Workspace& workspace) -> Result<void> {
        for (const auto& trace : traces) {
            if (const auto added = workspace.addTraces({*trace}); !added) {
                return failure(added.error());
            }
        }
        return {};
    };
}

std::function<Result<void>(Workspace&)> removing(const Traces& traces)
{
    return [traces](Workspace& workspace) -> Result<void> {
        for (const auto& trace : traces) {
            if (const auto removed = workspace.removeTrace(*trace); !removed) {
                return failure(removed.error());
            }
        }
        return {};
    };
}

// Mirrors Workspace::addMeasurement(). Returns false if nothing changes.
bool addTo(Measurements& measurements, const Measurement& added)
{
    const auto same = std::find_if(measurements.begin(), measurements.end(),
                                   [&](const Measurement& m) { return isAtPointOf(m, added); });
    if (same == measurements.end()) {
        measurements.push_back(added);
        return true;
    }
    if (same->status == MeasurementStatus::Done) {
        return false;
    }
    *same = added;
    return true;
}

}

// Runs on the store thread.
Result<Document::Content> Document::read(Result<std::shared_ptr<Connection>> connection)
{
    if (!connection) {
        return failure(connection.error());
    }
    auto session = (*connection)->workspace().session();
    if (!session) {
        return failure(session.error());
    }
    auto stored = (*connection)->workspace().storedMeasurements();
    if (!stored) {
        return failure(stored.error());
    }
    Damage damage; // damage of everything except measurements
    auto probes = (*connection)->workspace().latestProbes(&damage);
    if (!probes) {
        return failure(probes.error());
    }
    Traces traces;
    if (auto found = (*connection)->workspace().traces(&damage)) {
        for (MemoryTrace& trace : *found) {
            traces.push_back(std::make_shared<const MemoryTrace>(std::move(trace)));
        }
    }
    std::optional<Error> unread;
    if (damage.count > 0) {
        unread = Error {ErrorCode::WorkspaceFailed, {damage.reported.front()}, (*connection)->workspace().path()};
    }
    (*connection)->workspace().stopOn({}); // nothing can be lost from here on
    return Content {std::move(*connection), std::move(*session), std::move(*stored),
                    std::move(*probes),     std::move(traces),   unread};
}

Document::Document(QObject* parent)
    : QObject(parent)
    , m_store(std::make_unique<Store>())
    , m_retry(this)
    , m_measurements(std::make_shared<Measurements>())
{
    m_retry.setInterval(retryEvery);
    connect(&m_retry, &QTimer::timeout, this, &Document::storeAgain);
}

Document::~Document()
{
    m_ended.request_stop();
    m_store->thread.run([store = m_store.get(), held = std::move(m_store->connection)]() mutable {
        if (held) {
            store->writeTo(*held); // last attempt
        }
        held.reset();
    });
}

void Document::open(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const auto current = m_store->connection;
    if (current && !isReadOnly() && isSameFile(m_path, absolute)) {
        load([current] { return Result<std::shared_ptr<Connection>>(current); },
             true); // already locked by this document: only read it again
    } else {
        load([absolute, stop = m_ended.get_token()] { return Connection::open(absolute, stop); }, false);
    }
}

void Document::openDefault()
{
    if (isOpen() && isSameFile(m_path, defaultWorkspacePath())) {
        open(m_path);
    } else {
        load([stop = m_ended.get_token()] { return Connection::openOrCreate(defaultWorkspacePath(), stop); }, false);
    }
}

void Document::openTemporary(const QString& path)
{
    load([path, stop = m_ended.get_token()] { return Connection::openTemporary(path, stop); }, false);
}

void Document::createUntitled(const std::optional<PlanningSession>& first)
{
    load([first] { return Connection::createUntitled(first); }, false);
}

void Document::saveAs(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (!isOpen()) {
        Q_EMIT failed(Error {ErrorCode::WorkspaceFailed, {words::store::none_open}, absolute.toStdString()});
    } else if (isSameFile(m_path, absolute)) {
        open(absolute);
    } else {
        load([absolute, from = m_store->connection] { return Connection::copy(*from, absolute); }, true);
    }
}

// Runs `make` on the store thread, reads the opened workspace and adopts it on this thread. `continues`: it has the
// content of the currently open workspace.
void Document::load(std::function<Result<std::shared_ptr<Connection>>()> make, bool continues)
{
    m_removed.clear();
    m_removedTraces.clear();
    m_loading += continues ? 0 : 1;
    Q_EMIT openingChanged();
    m_store->thread.run(
        [this, store = m_store.get(), make = std::move(make), continues, openings = m_openings, changes = m_changes] {
            auto content = std::make_shared<Result<Content>>(read(make()));
            store->mailbox.post([this, content, continues, openings, changes] {
                m_loading -= continues ? 0 : 1;
                if (*content) {
                    // The workspace to continue may no longer be open.
                    const bool continued = continues && openings == m_openings;
                    (*content)->edited_meanwhile = continued && (changes != m_changes || m_notStored);
                    adopt(std::move(**content), continued);
                } else {
                    Q_EMIT failed(content->error());
                }
                Q_EMIT openingChanged();
            });
        });
}

void Document::adopt(Content content, bool continued)
{
    m_openings += continued ? 0 : 1;
    if (m_store->connection != content.connection) {
        m_temporary = content.connection->isTemporary();
    }
    m_store->connection.swap(content.connection);
    // The previous workspace is closed on the thread that used it. Unsaved changes still belong to it, unless this one
    // continues it.
    m_store->thread.run([this, store = m_store.get(), continued, old = std::move(content.connection)]() mutable {
        if (old && !continued) {
            if (const auto why = store->writeTo(*old)) {
                store->mailbox.post([this, why] { Q_EMIT failed(*why); });
            }
            store->unsaved_changes.clear();
        }
        old.reset();
    });
    m_store->readOnly = m_store->connection->readOnly();
    m_path = m_store->connection->path();
    if (!continued) {
        setNotStored(++m_attempts, {});
    }
    take(content);
    Q_EMIT opened(continued);
    if (const Damage& damage = content.stored.damage; damage.count > 0) {
        Q_EMIT measurementsDamaged(damage.count, damage.reported.front());
    }
    if (content.unread) {
        Q_EMIT failed(*content.unread);
    }
}

// Merges: edits made while a copy was being made are missing from it, and removed measurements are still in it.
void Document::take(Content& content)
{
    m_probes = std::make_shared<const std::vector<DeviceProbe>>(std::move(content.probes));
    if (!content.edited_meanwhile) {
        m_session = content.session ? std::make_shared<const PlanningSession>(std::move(*content.session)) : nullptr;
        m_measurements = std::make_shared<Measurements>(std::move(content.stored.measurements));
        m_traces = std::move(content.traces);
        return;
    }
    write(removing(m_removedTraces));
    write(adding(m_traces));
    write([session = m_session, measurements = m_measurements,
           removed = m_removed](Workspace& workspace) -> Result<void> {
        if (auto done = workspace.removeMeasurements(removed); !done) {
            return failure(done.error());
        }
        for (const Measurement& measurement : *measurements) {
            if (auto added = workspace.addMeasurement(measurement, {}, 0); !added) {
                return added;
            }
        }
        return session ? workspace.setSession(*session) : Result<void>();
    });
}

// Changes the file on the store thread; failed changes are kept there and retried with the next change.
void Document::write(std::function<Result<void>(Workspace&)> change)
{
    m_store->thread.run([store = m_store.get(), change = std::move(change)]() mutable {
        store->unsaved_changes.add(std::move(change));
    });
    m_store->thread.run(storing());
}

// Returns a task for the store thread.
std::function<void()> Document::storing()
{
    return [this, store = m_store.get(), connection = m_store->connection, attempt = ++m_attempts] {
        store->mailbox.post([this, attempt, why = store->writeTo(*connection)] { setNotStored(attempt, why); });
    };
}

void Document::storeAgain()
{
    if (isOpen() && !isReadOnly()) {
        m_store->thread.run(storing());
    }
}

bool Document::settle()
{
    if (!isOpen() || isReadOnly()) {
        return true;
    }
    const auto tried = std::make_shared<std::promise<std::optional<Error>>>();
    m_store->thread.run([store = m_store.get(), connection = m_store->connection, tried] {
        tried->set_value(store->writeTo(*connection));
    });
    setNotStored(++m_attempts, tried->get_future().get());
    return !m_notStored;
}

void Document::setNotStored(std::int64_t attempt, const std::optional<Error>& why)
{
    if (attempt < m_answered) {
        return;
    }
    m_answered = attempt;
    if (why == m_notStored) {
        return;
    }
    m_notStored = why;
    if (why) {
        m_retry.start();
    } else {
        m_retry.stop();
    }
    Q_EMIT storedChanged();
}

bool Document::isOpen() const
{
    return m_store->connection != nullptr;
}

bool Document::isReadOnly() const
{
    return m_store->readOnly.has_value();
}

std::optional<Error> Document::whyReadOnly() const
{
    return m_store->readOnly;
}

bool Document::isUntitled() const
{
    return isOpen() && QFileInfo(m_path).absolutePath() == QDir(dataFolder()).absolutePath();
}

bool Document::isAt(const QString& path) const
{
    return isOpen() && isSameFile(m_path, path);
}

QString Document::path() const
{
    return m_path;
}

std::shared_ptr<const PlanningSession> Document::session() const
{
    return m_session;
}

std::shared_ptr<const Measurements> Document::measurements() const
{
    return m_measurements;
}

// Emits failed() and returns true if changes are not possible now.
bool Document::refuseEdit()
{
    if (!isOpen()) {
        Q_EMIT failed(Error {ErrorCode::WorkspaceFailed, {words::store::none_open}, {}});
        return true;
    }
    if (isReadOnly()) {
        Q_EMIT failed(*m_store->readOnly);
        return true;
    }
    return false;
}

// Must be called before any change to the workspace.
void Document::edited()
{
    ++m_changes;
    if (std::exchange(m_temporary, false)) {
        m_store->thread.run([connection = m_store->connection] { connection->keep(); });
    }
}

void Document::setSession(const PlanningSession& session)
{
    setSession(std::make_shared<const PlanningSession>(session));
}

void Document::setSession(std::shared_ptr<const PlanningSession> session)
{
    if ((m_session && *m_session == *session) || refuseEdit()) {
        return;
    }
    edited();
    m_session = std::move(session);
    // Replaces waiting writes, as only the newest session counts on a slow disk.
    m_store->thread.runInstead([store = m_store.get(), saved = m_session, attempt = storing()] {
        store->unsaved_changes.setSession(saved);
        attempt();
    });
    Q_EMIT sessionChanged();
}

void Document::addMeasurement(const Measurement& measurement, const QString& job, qint64 sequence)
{
    if (refuseEdit()) {
        return;
    }
    write([measurement, job = job.toStdString(), sequence](Workspace& workspace) {
        return workspace.addMeasurement(measurement, job, sequence);
    });
    auto measurements = std::make_shared<Measurements>(*m_measurements);
    if (addTo(*measurements, measurement)) {
        edited();
        m_measurements = std::move(measurements);
        Q_EMIT measurementsChanged();
    }
}

void Document::removeMeasurements(const Measurements& removed)
{
    if (removed.empty() || refuseEdit()) {
        return;
    }
    edited();
    m_removed.insert(m_removed.end(), removed.begin(), removed.end());
    m_measurements = std::make_shared<Measurements>(without(*m_measurements, removed));
    write([removed](Workspace& workspace) -> Result<void> {
        const auto done = workspace.removeMeasurements(removed);
        return done ? Result<void>() : failure(done.error());
    });
    Q_EMIT measurementsChanged();
}

void Document::addTraces(const Traces& traces)
{
    Traces added;
    for (const auto& trace : traces) {
        if (!holds(m_traces, *trace)) {
            added.push_back(trace);
        }
    }
    if (added.empty() || refuseEdit()) {
        return;
    }
    edited();
    m_traces.insert(m_traces.end(), added.begin(), added.end());
    write(adding(added));
    Q_EMIT tracesChanged();
}

void Document::removeTraces(const Traces& traces)
{
    if (traces.empty() || refuseEdit()) {
        return;
    }
    edited();
    std::erase_if(m_traces, [&](const auto& one) { return holds(traces, *one); });
    m_removedTraces.insert(m_removedTraces.end(), traces.begin(), traces.end());
    write(removing(traces));
    Q_EMIT tracesChanged();
}

}
