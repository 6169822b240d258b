// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/workspace.h"

#include "core/base/identity.h"
#include "core/base/newfile.h"
#include "core/base/systemreason.h"
#include "core/store/database.h"
#include "core/store/descriptiontable.h"
#include "core/store/devicetable.h"
#include "core/store/filesystem.h"
#include "core/store/measurementtable.h"
#include "core/store/metatable.h"
#include "core/store/migrations.h"
#include "core/store/probetable.h"
#include "core/store/sessiontable.h"
#include "core/store/tracetable.h"
#include "core/store/workerlinetable.h"
#include "core/words/base.h"
#include "core/words/store.h"

#include <filesystem>
#include <unistd.h>

namespace stagecraft {

namespace {

tl::unexpected<Error> notWritable(const Message& why, const std::string& path)
{
    return failure(ErrorCode::FileNotWritable, {why}, path);
}

Error notScripted(const Model& model)
{
    return {ErrorCode::OptionUnsupported, {words::store::model_to_keep, model.source, words::store::script_file}, {}};
}

bool hasFolder(const std::string& path)
{
    std::error_code status;
    return std::filesystem::is_directory(std::filesystem::path(realPath(path)).parent_path(), status);
}

// Converts an error about a file being made to one about the requested file.
Error asWriteError(Error error, const std::string& path)
{
    if (error.code == ErrorCode::WorkspaceReadOnly) {
        return {ErrorCode::FileNotWritable, {words::store::folder_not_writable}, path};
    }
    if (error.code == ErrorCode::WorkspaceFailed) {
        return {ErrorCode::FileNotWritable, error.arguments, path};
    }
    error.where = path;
    return error;
}

// Makes a new, empty workspace in a file that no other process uses yet.
Result<void> makeAt(const std::string& path)
{
    auto database = Database::make(path);
    if (!database) {
        return failure(database.error());
    }
    if (auto migrated = migrate(**database, allMigrations()); !migrated) {
        return migrated;
    }
    return (*database)->transaction([&] { MetaTable((*database)->sqlite()).set("workspace", newUuid()); });
}

}

Workspace::Workspace(std::unique_ptr<Database> database) : m_database(std::move(database)) {}

Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

Result<Workspace> Workspace::create(const std::string& path)
{
    std::error_code status;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, status))) {
        return notWritable(words::store::exists_already, path);
    }
    if (!changesByLength(path)) {
        return notWritable(systemReason(ENAMETOOLONG), path);
    }
    if (!hasFolder(path)) {
        return notWritable(words::store::folder_missing, path);
    }
    if (hasPendingChanges(path)) {
        return notWritable(say(words::store::remains, path), path);
    }
    const auto file = makeNewFile(path);
    if (!file) {
        return failure(asWriteError(file.error(), path));
    }
    ::close(file->descriptor); // SQLite opens it by name
    const std::string& temporary = file->path;
    auto made = makeAt(temporary);
    if (!made) {
        made = failure(asWriteError(made.error(), path));
    } else {
        made = renameToNew(temporary, path);
    }
    if (!made) {
        removeDatabase(temporary);
        return failure(made.error());
    }
    return open(path);
}

Result<Workspace> Workspace::open(const std::string& path, OpenMode mode, std::stop_token stop)
{
    auto database = Database::open(path, mode, std::move(stop));
    if (!database) {
        return failure(database.error());
    }
    if (mode == OpenMode::ReadWrite) {
        if (auto migrated = migrate(**database, allMigrations()); !migrated) {
            return failure(migrated.error());
        }
    }
    return Workspace(std::move(*database));
}

Result<Workspace> Workspace::openOrCreate(const std::string& path, std::stop_token stop)
{
    std::error_code status;
    if (std::filesystem::exists(path, status)) {
        return open(path, OpenMode::ReadWrite, std::move(stop));
    }
    auto created = create(path);
    // Another process may have created it in the meantime.
    return !created && std::filesystem::exists(path, status) ? open(path) : std::move(created);
}

void Workspace::stopOn(std::stop_token stop)
{
    m_database->stopOn(std::move(stop));
}

const std::string& Workspace::path() const
{
    return m_database->path();
}

bool Workspace::readOnly() const
{
    return m_database->readOnly();
}

Result<void> Workspace::addMeasurement(const Measurement& measurement, const std::string& job, std::int64_t sequence)
{
    const auto added = addMeasurements({{measurement, job, sequence}});
    return added ? Result<void>() : failure(added.error());
}

Result<int> Workspace::addMeasurements(const std::vector<MeasurementLine>& lines)
{
    return addLines(lines, {}).map([](const AddedLines& added) { return added.measurements; });
}

Result<void> Workspace::addProbe(const DeviceProbe& probe)
{
    const auto added = addLines({}, {probe});
    return added ? Result<void>() : failure(added.error());
}

Result<AddedLines> Workspace::addLines(const std::vector<MeasurementLine>& lines,
                                       const std::vector<DeviceProbe>& probes, const std::vector<Model>& descriptions,
                                       const std::vector<MemoryTrace>& traces)
{
    for (const Model& model : descriptions) {
        if (!scriptOf(model)) {
            return failure(notScripted(model));
        }
    }
    return m_database->transaction([&] {
        SQLite::Database& sqlite = m_database->sqlite();
        DeviceTable devices(sqlite);
        MeasurementTable measurements(sqlite);
        ProbeTable probeTable(sqlite);
        WorkerLineTable workerLines(sqlite);
        AddedLines added;
        for (const MeasurementLine& line : lines) {
            const bool isNew = line.job.empty() || workerLines.take(line);
            if (isNew && measurements.put(line.measurement, devices.idOf(line.measurement.device))) {
                ++added.measurements;
            }
        }
        for (const DeviceProbe& probe : probes) {
            added.probes += probeTable.add(probe, devices.idOf(probe.device)) ? 1 : 0;
        }
        DescriptionTable descriptionTable(sqlite);
        for (const Model& model : descriptions) {
            const std::string hash = scriptOf(model)->file_hash;
            if (!descriptionTable.find(hash)) {
                descriptionTable.set(hash, model);
                ++added.descriptions;
            }
        }
        TraceTable traceTable(sqlite);
        for (const MemoryTrace& trace : traces) {
            added.traces += traceTable.add(trace) ? 1 : 0;
        }
        return added;
    });
}

Result<std::vector<DeviceProbe>> Workspace::latestProbes(Damage* damage) const
{
    Damage unasked;
    return m_database->attempt(
        [&] { return ProbeTable(m_database->sqlite()).latest(damage != nullptr ? *damage : unasked); });
}

Result<int> Workspace::removeMeasurements(const std::vector<Measurement>& measurements)
{
    return m_database->transaction([&] {
        SQLite::Database& sqlite = m_database->sqlite();
        DeviceTable devices(sqlite);
        MeasurementTable table(sqlite);
        WorkerLineTable workerLines(sqlite);
        int removed = 0;
        for (const Measurement& measurement : measurements) {
            removed += table.remove(measurement.point, devices.idOf(measurement.device)) ? 1 : 0;
            workerLines.forget(measurement);
        }
        return removed;
    });
}

Result<StoredMeasurements> Workspace::storedMeasurements() const
{
    return m_database->attempt([this] { return MeasurementTable(m_database->sqlite()).all(); });
}

Result<std::vector<Measurement>> Workspace::measurements() const
{
    return storedMeasurements().map([](StoredMeasurements stored) { return std::move(stored.measurements); });
}

Result<std::vector<MeasurementSummary>> Workspace::summary() const
{
    return m_database->attempt([this] { return MeasurementTable(m_database->sqlite()).summary(); });
}

Result<ReadableSummary> Workspace::readableSummary() const
{
    return m_database->attempt([this] { return MeasurementTable(m_database->sqlite()).readableSummary(); });
}

Result<std::optional<PlanningSession>> Workspace::session() const
{
    return m_database->attempt([this] { return SessionTable(m_database->sqlite()).session(); });
}

Result<std::optional<Problem>> Workspace::problem() const
{
    return m_database->attempt([this] { return SessionTable(m_database->sqlite()).problem(); });
}

Result<void> Workspace::setSession(const PlanningSession& session)
{
    return m_database->transaction([&] { SessionTable(m_database->sqlite()).setSession(session); });
}

Result<void> Workspace::keepDescription(const Model& model)
{
    const auto script = scriptOf(model);
    if (!script) {
        return failure(notScripted(model));
    }
    return m_database->transaction([&] { DescriptionTable(m_database->sqlite()).set(script->file_hash, model); });
}

Result<std::optional<Model>> Workspace::description(const std::string& file_hash) const
{
    return m_database->attempt([&] { return DescriptionTable(m_database->sqlite()).find(file_hash); });
}

Result<std::vector<Model>> Workspace::descriptions(Damage* damage) const
{
    Damage unasked;
    return m_database->attempt(
        [&] { return DescriptionTable(m_database->sqlite()).all(damage != nullptr ? *damage : unasked); });
}

Result<int> Workspace::addTraces(const std::vector<MemoryTrace>& traces)
{
    return addLines({}, {}, {}, traces).map([](const AddedLines& added) { return added.traces; });
}

Result<bool> Workspace::removeTrace(const MemoryTrace& trace)
{
    return m_database->transaction([&] { return TraceTable(m_database->sqlite()).remove(trace); });
}

Result<std::vector<MemoryTrace>> Workspace::traces(Damage* damage) const
{
    Damage unasked;
    return m_database->attempt(
        [&] { return TraceTable(m_database->sqlite()).all(damage != nullptr ? *damage : unasked); });
}

Result<void> Workspace::copyTo(const std::string& path) const
{
    std::error_code status;
    if (std::filesystem::equivalent(path, m_database->path(), status)) {
        return notWritable(words::store::itself, path);
    }
    if (std::filesystem::is_directory(path, status)) {
        return notWritable(words::base::is_folder, path);
    }
    if (!changesByLength(path)) {
        return notWritable(systemReason(ENAMETOOLONG), path);
    }
    if (!hasFolder(path)) {
        return notWritable(words::store::folder_missing, path);
    }
    // Renaming over a database with a log would attach that log to the new file and corrupt it.
    if (hasPendingChanges(path)) {
        return notWritable(words::store::in_use, path);
    }
    const auto file = makeNewFile(path);
    if (!file) {
        return failure(asWriteError(file.error(), path));
    }
    ::close(file->descriptor); // SQLite opens it by name
    const std::string& temporary = file->path;
    auto copied = m_database->copyInto(temporary);
    if (!copied) {
        copied = failure(asWriteError(copied.error(), path));
    } else {
        copied = renameOver(temporary, path);
    }
    if (!copied) {
        removeDatabase(temporary);
    }
    return copied;
}

}
