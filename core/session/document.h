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
using Probes = std::shared_ptr<const std::vector<DeviceProbe>>; // the latest of each device
using Traces = std::vector<std::shared_ptr<const MemoryTrace>>; // of memory snapshots

// The open workspace: one planning session at a time and all measurements. Lives on the GUI thread; the file itself is
// touched by one store thread only, so that nothing here blocks. Every edit is saved as it is made; what cannot be
// saved then is kept and tried again, with each edit and from time to time. The planning session has one owner: while
// another process (or document) has the workspace open, this one only reads.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override; // waits for the store thread: all edits are in the file, but for what cannot be written

    // Each of these answers later by opened() or failed(); on failure the document stays as it was.
    // The same path once more: reads what others have added, and owns it where who owned it has gone.
    void open(const QString& path);
    // A file that was made for this alone: it is removed again unless something is edited.
    void openTemporary(const QString& path);
    void openDefault(); // the workspace shared with the command line, made if there is none
    // A new one in the application's data folder, with this planning session; removed again if it is left empty.
    void createUntitled(const std::optional<PlanningSession>& first = {});
    void saveAs(
        const QString& path); // copy over what is there, then switch to the copy; an untitled original is removed

    bool isOpen() const;
    bool isOpening() const { return m_loading > 0; } // another workspace is on its way
    bool isReadOnly() const; // the file is, or someone else has it open
    std::optional<Error> whyReadOnly() const; // WorkspaceReadOnly, WorkspaceBusy; nothing where it is not
    bool isUntitled() const; // lies in the data folder
    bool isTemporary() const { return m_temporary; } // by openTemporary(), and not edited since
    bool isAt(const QString& path) const; // it is what is open now
    QString path() const;

    // Why the newest state is not in the file; nothing where it is, or is on its way.
    const std::optional<Error>& whyNotStored() const { return m_notStored; }
    void storeAgain(); // tries once more
    // Waits until every edit has been tried: true if all are in the file.
    bool settle();

    // Immutable, replaced as a whole. Null until the user has chosen a model.
    std::shared_ptr<const PlanningSession> session() const;
    std::shared_ptr<const Measurements> measurements() const; // never null
    const Probes& probes() const { return m_probes; } // as they were when the workspace was opened; never null
    // Memory snapshots that were imported, in the order in which they were.
    const Traces& traces() const { return m_traces; }

    // Replaces the planning session and saves it. failed(WorkspaceReadOnly, WorkspaceBusy) and no change where
    // isReadOnly().
    void setSession(const PlanningSession& session);
    void setSession(std::shared_ptr<const PlanningSession> session); // the same without a copy; not null
    // Adds a measurement in memory and in the file, as Workspace::addMeasurement() does. Refused like setSession().
    void addMeasurement(const Measurement& measurement, const QString& job, qint64 sequence);
    // Removes these, by point and device, from memory and from the file. Refused like setSession().
    void removeMeasurements(const Measurements& measurements);
    // Adds memory traces in memory and in the file; those that are there already change nothing. Refused like
    // setSession().
    void addTraces(const Traces& traces);
    // Removes them from both. Refused like setSession().
    void removeTraces(const Traces& traces);

Q_SIGNALS:
    // Another workspace: everything here may differ. `continued`: it goes on with the one before, as its copy or read
    // again; then the planning session is the same.
    void opened(bool continued);
    void openingChanged(); // isOpening(); after opened() or failed()
    void sessionChanged(); // by setSession()
    void measurementsChanged(); // by addMeasurement() and removeMeasurements()
    void tracesChanged(); // by addTraces() and removeTraces()
    void failed(const stagecraft::Error& error);
    // After opened(): so many measurements of the file cannot be read; all others are there.
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
    std::int64_t m_changes = 0; // of the planning session and the measurements
    std::stop_source m_ended;
    std::int64_t m_openings = 0; // of other workspaces than the one before
    int m_loading = 0; // of these, that are under way
    bool m_temporary = false;
    std::optional<Error> m_notStored;
    std::int64_t m_attempts = 0; // to store what is edited
    std::int64_t m_answered = 0; // of them, the newest: earlier ones tell nothing new
    QTimer m_retry;
    std::shared_ptr<const PlanningSession> m_session;
    std::shared_ptr<const Measurements> m_measurements;
    Probes m_probes = std::make_shared<std::vector<DeviceProbe>>();
    Traces m_traces;
    Traces m_removedTraces; // as m_removed
    Measurements m_removed; // since the last opening or copying began: what that brings still has them
};

}
