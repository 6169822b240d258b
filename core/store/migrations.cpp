// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/migrations.h"

#include "core/base/newfile.h"
#include "core/store/filesystem.h"
#include "core/store/measurementtable.h"

#include <array>
#include <sys/stat.h>
#include <unistd.h>

namespace stagecraft {

namespace {

void createTables(SQLite::Database& sqlite)
{
    sqlite.exec(R"sql(
        CREATE TABLE meta (
            key TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE device (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            memory_bytes INTEGER NOT NULL,
            software TEXT NOT NULL,
            driver TEXT NOT NULL,
            threads INTEGER NOT NULL,
            UNIQUE (kind, name, memory_bytes, software, driver, threads)
        );

        CREATE TABLE measurement (
            id INTEGER PRIMARY KEY,
            point_key TEXT NOT NULL,
            device_id INTEGER NOT NULL REFERENCES device (id),
            signature TEXT NOT NULL,
            micro_batch INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            status TEXT NOT NULL,
            measured_at TEXT NOT NULL,
            payload TEXT NOT NULL,
            UNIQUE (point_key, device_id)
        );
        CREATE INDEX measurement_by_device ON measurement (device_id);

        CREATE TABLE worker_line (
            job TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            content_hash TEXT NOT NULL,
            PRIMARY KEY (job, sequence, content_hash)
        ) WITHOUT ROWID;

        CREATE TABLE question (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            problem TEXT NOT NULL,
            edited_at TEXT NOT NULL
        );
    )sql");
}

void addProbes(SQLite::Database& sqlite)
{
    sqlite.exec(R"sql(
        CREATE TABLE probe (
            id INTEGER PRIMARY KEY,
            device_id INTEGER NOT NULL REFERENCES device (id),
            device_index INTEGER NOT NULL,
            measured_at TEXT NOT NULL,
            content_hash TEXT NOT NULL,
            payload TEXT NOT NULL,
            UNIQUE (device_id, device_index, measured_at, content_hash)
        );
    )sql");
}

void addPlansAndScenarios(SQLite::Database& sqlite)
{
    sqlite.exec(R"sql(
        CREATE TABLE own_plan (
            position INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            plan TEXT NOT NULL
        );

        CREATE TABLE scenario (
            position INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            problem TEXT NOT NULL,
            plan TEXT NOT NULL
        );
    )sql");
}

void addComparison(SQLite::Database& sqlite)
{
    sqlite.exec(R"sql(
        CREATE TABLE compared (
            position INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            problem TEXT,
            plan TEXT NOT NULL,
            baseline INTEGER NOT NULL
        );
    )sql");
}

// Programs in a locale with decimal commas wrote keys with them (0,1 for 0.1), which matched no others.
void renewKeys(SQLite::Database& sqlite)
{
    MeasurementTable(sqlite).renewKeys();
}

void addMemoryTraces(SQLite::Database& sqlite)
{
    sqlite.exec(R"sql(
        CREATE TABLE memory_trace (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            device_index INTEGER NOT NULL,
            recorded_at TEXT NOT NULL,
            content_hash TEXT NOT NULL UNIQUE,
            payload TEXT NOT NULL,
            curve BLOB NOT NULL
        );
    )sql");
}

// From this version on values may contain codes, which earlier versions cannot read. Older rows keep their sentences.
void allowCodes(SQLite::Database&) {}

constexpr std::array<Migration, Workspace::currentVersion> migrations {
    createTables, addProbes, addPlansAndScenarios, addComparison, renewKeys, addMemoryTraces, allowCodes};

std::string backupName(const std::string& path, int version)
{
    const std::string name = path + ".backup-v" + std::to_string(version);
    std::string free = name;
    struct stat present {};
    for (int number = 2; ::lstat(free.c_str(), &present) == 0; ++number) {
        free = name + "-" + std::to_string(number);
    }
    return free;
}

// Copies under a temporary name first, so that a file with the backup's name is always complete.
Result<void> backUp(Database& database, int version)
{
    const std::string backup = backupName(database.path(), version);
    const auto part = makeNewFile(backup);
    if (!part) {
        return failure(part.error());
    }
    ::close(part->descriptor); // SQLite opens it by name
    auto copied = database.copyInto(part->path);
    if (copied) {
        copied = renameToNew(part->path, backup);
    }
    if (!copied) {
        removeDatabase(part->path);
    }
    return copied;
}

}

std::span<const Migration> allMigrations()
{
    return migrations;
}

Result<void> migrate(Database& database, std::span<const Migration> steps)
{
    const auto found = database.version();
    if (!found) {
        return failure(found.error());
    }
    const int last = static_cast<int>(steps.size());
    if (*found >= last) {
        return {};
    }
    if (database.readOnly()) {
        return failure(ErrorCode::WorkspaceReadOnly, {}, database.path());
    }
    if (*found > 0) {
        if (auto backedUp = backUp(database, *found); !backedUp) {
            return backedUp;
        }
    }
    for (int next = *found; next < last; ++next) {
        auto done = database.transaction([&] {
            SQLite::Database& sqlite = database.sqlite();
            // Another process may have migrated in the meantime.
            if (sqlite.execAndGet("PRAGMA user_version").getInt() == next) {
                steps[static_cast<std::size_t>(next)](sqlite);
                sqlite.exec("PRAGMA user_version = " + std::to_string(next + 1));
            }
        });
        if (!done) {
            return done;
        }
    }
    return {};
}

}
