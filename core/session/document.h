// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/planningsession.h"
#include "core/profile/deviceprobe.h"
#include "core/profile/measurement.h"
#include "core/snapshot/memorytrace.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

class Connection;
class Workspace;

using Measurements = std::vector<Measurement>;
using Probes = std::shared_ptr<const std::vector<DeviceProbe>>; // latest per device
using Traces = std::vector<std::shared_ptr<const MemoryTrace>>; // imported memory snapshots

// The open workspace: its planning session and all measurements. Belongs to the GUI thread; only the store thread
// accesses the file, so nothing here blocks. Every edit is saved immediately; failed writes are kept and retried, with
// each later edit and at intervals. The planning session has one owner: read-only while another process (or document)
// has the workspace open.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override; // waits for the store thread; all edits are then in the file unless they cannot be written

    // The calls below emit opened() or failed() later; after a failure the document is unchanged. Opening the current
    // path again reads additions by others and takes ownership if the former owner is gone.
    void open(const QString& path);
    // Opens a file made only for this purpose; it is removed again unless something is edited.
    void openTemporary(const QString& path);
    void openDefault(); // the workspace shared with the command line, created if missing
    // Creates a workspace in the application's data folder with this planning session. It is removed again if it stays
    // empty.
    void createUntitled(const std::optional<PlanningSession>& first = {});
    void saveAs(const QString& path); // overwrites `path` with a copy and switches to it; removes an untitled original

    bool isOpen() const;
    bool isOpening() const { return m_loading > 0; } // another workspace is being opened
    bool isReadOnly() const; // the file is read-only, or it is open elsewhere
    std::optional<Error> whyReadOnly() const; // WorkspaceReadOnly, WorkspaceBusy; empty if not read-only
    bool isUntitled() const; // true if the file is in the data folder
    bool isTemporary() const { return m_temporary; } // opened by openTemporary() and not edited since
    bool isAt(const QString& path) const; // true if `path` is the open workspace
    QString path() const;

    // Reason why the newest state is not in the file. Empty if it is stored, or being stored.
    const std::optional<Error>& whyNotStored() const { return m_notStored; }
    void storeAgain(); // retries failed writes
    // Waits until the write of every edit has been attempted. Returns true if all are in the file.
    bool settle();

    // Immutable, replaced as a whole. Null until the user has selected a model.
    std::shared_ptr<const PlanningSession> session() const;
    std::shared_ptr<const Measurements> measurements() const; // never null
    const Probes& probes() const { return m_probes; } // as of opening the workspace; never null
    // Imported memory snapshots, in order of import.
    const Traces& traces() const { return m_traces; }

    // Replaces the planning session and saves it. If isReadOnly(), nothing changes and failed() reports
    // WorkspaceReadOnly or WorkspaceBusy.
    void setSession(const PlanningSession& session);
    void setSession(std::shared_ptr<const PlanningSession> session); // same without a copy; not null
    // Adds a measurement in memory and to the file, like Workspace::addMeasurement(). Refused like setSession().
    void addMeasurement(const Measurement& measurement, const QString& job, qint64 sequence);
    // Removes measurements, identified by point and device, from memory and from the file. Refused like setSession().
    void removeMeasurements(const Measurements& measurements);
    // Adds memory traces in memory and to the file; duplicates change nothing. Refused like setSession().
    void addTraces(const Traces& traces);
    // Removes memory traces from memory and from the file. Refused like setSession().
    void removeTraces(const Traces& traces);

Q_SIGNALS:
    // Emitted after another workspace was opened: all content may have changed. `continued`: it is a copy of the
    // previous one, or the same one read again; the planning session is then unchanged.
    void opened(bool continued);
    void openingChanged(); // isOpening(); emitted after opened() or failed()
    void sessionChanged(); // from setSession()
    void measurementsChanged(); // from addMeasurement() and removeMeasurements()
    void tracesChanged(); // from addTraces() and removeTraces()
    void failed(const stagecraft::Error& error);
    // Emitted after opened() with the number of unreadable measurements in the file; all others are loaded.
    void measurementsDamaged(qint64 count, const stagecraft::Message& first);
    void storedChanged(); // whyNotStored()

private:
    class Store;
    struct Content;
    static Result<Content> read(Result<std::shared_ptr<Connection>> connection);
    void load(std::function<Result<std::shared_ptr<Connection>>()> make, bool continues);
    void adopt(Content content, bool continued);
    void take(Content& content);
    void write(std::function<Result<void>(Workspace&)> change);
    std::function<void()> storing();
    void setNotStored(std::int64_t attempt, const std::optional<Error>& why);
    void edited();
    bool refuseEdit();

    std::unique_ptr<Store> m_store;
    QString m_path;
    std::int64_t m_changes = 0; // number of changes to the planning session and the measurements
    std::stop_source m_ended;
    std::int64_t m_openings = 0; // number of times that another workspace was opened
    int m_loading = 0; // openings in progress
    bool m_temporary = false;
    std::optional<Error> m_notStored;
    std::int64_t m_attempts = 0; // attempts to store edits
    std::int64_t m_answered = 0; // newest attempt with a result; results of older ones are obsolete
    QTimer m_retry;
    std::shared_ptr<const PlanningSession> m_session;
    std::shared_ptr<const Measurements> m_measurements;
    Probes m_probes = std::make_shared<std::vector<DeviceProbe>>();
    Traces m_traces;
    Traces m_removedTraces; // like m_removed
    Measurements m_removed; // removed since the last opening or copying began, whose result still contains them
};

}
