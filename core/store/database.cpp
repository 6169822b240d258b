// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"

#include "core/base/systemreason.h"
#include "core/store/fileheader.h"
#include "core/store/filesystem.h"
#include "core/store/schema.h"
#include "core/words/base.h"
#include "core/words/store.h"

#include <sqlite3.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace stagecraft {

namespace {

constexpr int busyTimeout = 5000; // milliseconds
constexpr int busyPause = 10; // milliseconds between two attempts where SQLite itself does not wait
constexpr int stepsBetweenStopChecks = 10'000; // SQLite steps, well below a millisecond

// URI for a read-only database in a folder where SQLite can create no files: opened as immutable.
std::string immutableUri(const std::string& path)
{
    std::string uri = "file://";
    for (const char c : realPath(path)) {
        if (c == '%' || c == '?' || c == '#') {
            constexpr std::string_view digits = "0123456789ABCDEF";
            uri += '%';
            uri += digits[static_cast<unsigned char>(c) >> 4];
            uri += digits[static_cast<unsigned char>(c) & 15];
        } else {
            uri += c;
        }
    }
    return uri + "?immutable=1";
}

Error errorOfCode(int code, int systemCode, const std::string& text, const std::string& path)
{
    const bool noSpace = systemCode == ENOSPC || systemCode == EDQUOT || systemCode == EFBIG;
    const bool noRight = systemCode == EACCES || systemCode == EPERM || systemCode == EROFS;
    switch (code & 0xff) {
    case SQLITE_FULL:
        return {ErrorCode::DiskFull, {}, path};
    case SQLITE_IOERR:
        if (noSpace) {
            return {ErrorCode::DiskFull, {}, path};
        }
        return {ErrorCode::WorkspaceFailed, {words::base::disk_error}, path};
    case SQLITE_CANTOPEN:
        if (noSpace) {
            return {ErrorCode::DiskFull, {}, path};
        }
        if (noRight) {
            return {ErrorCode::WorkspaceReadOnly, {}, path};
        }
        if (systemCode == EMFILE || systemCode == ENFILE) {
            return {ErrorCode::WorkspaceFailed, {systemReason(systemCode)}, path};
        }
        return {ErrorCode::WorkspaceFailed, {words::store::not_opened}, path};
    case SQLITE_READONLY:
        return {ErrorCode::WorkspaceReadOnly, {}, path};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::WorkspaceBusy, {}, path};
    case SQLITE_INTERRUPT:
        return {ErrorCode::Cancelled, {}, path};
    case SQLITE_NOTADB:
        return {ErrorCode::WorkspaceNotOne, {}, path};
    case SQLITE_CORRUPT:
        return {ErrorCode::WorkspaceFailed, {words::store::content_damaged}, path};
    default:
        break;
    }
    return {ErrorCode::WorkspaceFailed, {text}, path};
}

Error newer(std::int64_t version, const std::string& path)
{
    return {ErrorCode::WorkspaceNewer, {version, std::int64_t(Workspace::currentVersion)}, path};
}

}

Database::Database(std::string path, bool readOnly) : m_path(std::move(path)), m_readOnly(readOnly) {}

Error Database::errorOf(const SQLite::Exception& exception) const
{
    // SQLite keeps the system error of some failures only; for the others errno is still that of the failed call.
    const int failedCall = errno;
    const int kept = m_sqlite ? sqlite3_system_errno(m_sqlite->getHandle()) : 0;
    const int systemCode = kept != 0 ? kept : failedCall;
    return errorOfCode(exception.getErrorCode(), systemCode, exception.what(), m_path);
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, OpenMode mode, std::stop_token stop)
{
    const auto header = readFileHeader(path);
    if (!header) {
        return failure(header.error());
    }
    if (header->application_id != static_cast<std::uint32_t>(Workspace::applicationId) || header->user_version < 1) {
        return failure(ErrorCode::WorkspaceNotOne, {}, path);
    }
    if (header->user_version > Workspace::currentVersion) {
        return failure(newer(header->user_version, path));
    }
    if (mode == OpenMode::ReadWrite ? !changesByLength(path) : !opensByLength(path)) {
        return failure(mode == OpenMode::ReadWrite ? ErrorCode::FileNotWritable : ErrorCode::FileNotReadable,
                       {systemReason(ENAMETOOLONG)}, path);
    }
    if (mode == OpenMode::ReadWrite && !mayChange(path)) {
        return failure(ErrorCode::WorkspaceReadOnly, {}, path);
    }
    std::unique_ptr<Database> database(new Database(path, mode == OpenMode::ReadOnly));
    database->stopOn(std::move(stop));
    if (header->write_ahead && mayChange(path)) {
        database->m_hasSpace = hasSpaceForIndex(path);
    }
    if (!database->m_hasSpace && mode == OpenMode::ReadWrite) {
        return failure(ErrorCode::DiskFull, {}, path);
    }
    if (auto connected = database->attempt([&] { database->connect(); }); !connected) {
        return failure(connected.error());
    }
    if (auto checked = database->checkVersion(); !checked) {
        return failure(checked.error());
    }
    if (auto checked = database->checkSchema(); !checked) {
        return failure(checked.error());
    }
    if (auto chosen = database->attempt([&] { database->chooseJournal(); }); !chosen) {
        return failure(chosen.error());
    }
    return database;
}

Result<std::unique_ptr<Database>> Database::make(const std::string& path)
{
    std::unique_ptr<Database> database(new Database(path, false));
    auto made = database->attempt([&] {
        const int flags = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
        database->m_sqlite = std::make_unique<SQLite::Database>(realPath(path), flags, busyTimeout);
        database->m_sqlite->exec("PRAGMA foreign_keys = ON");
        database->m_sqlite->exec("PRAGMA application_id = " + std::to_string(Workspace::applicationId));
    });
    return made ? Result<std::unique_ptr<Database>>(std::move(database)) : failure(made.error());
}

void Database::connect()
{
    // SQLite interprets names that begin with "file:" or ":" specially; a real path never does.
    const std::string real = realPath(m_path);
    const bool pending = hasPendingChanges(m_path);
    // Open as a writer even for reading if possible, so that SQLite removes its files on closing.
    if (mayChange(m_path) && (m_hasSpace || pending)) {
        m_sqlite = std::make_unique<SQLite::Database>(real, SQLite::OPEN_READWRITE, busyTimeout);
    } else if (pending) {
        m_sqlite = std::make_unique<SQLite::Database>(real, SQLite::OPEN_READONLY, busyTimeout);
    } else {
        m_sqlite = std::make_unique<SQLite::Database>(immutableUri(m_path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    }
    distrust(*m_sqlite);
    if (!m_hasSpace && pending) { // keeps the log's index in memory and the log unchanged
        m_sqlite->exec("PRAGMA locking_mode = EXCLUSIVE");
        sqlite3_db_config(m_sqlite->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }
    askWhetherToStop();
    m_sqlite->exec("PRAGMA foreign_keys = ON");
    if (m_readOnly) {
        m_sqlite->exec("PRAGMA query_only = ON");
    }
}

void Database::askWhetherToStop()
{
    sqlite3_progress_handler(
        m_sqlite->getHandle(), stepsBetweenStopChecks,
        [](void* database) { return static_cast<Database*>(database)->m_stop.stop_requested() ? 1 : 0; }, this);
}

// Checks the version in the log, which is newer than the file's header if a process died after a migration.
Result<void> Database::checkVersion()
{
    const auto found = version();
    if (!found) {
        return failure(found.error());
    }
    if (*found > Workspace::currentVersion) {
        sqlite3_db_config(m_sqlite->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        return failure(newer(*found, m_path));
    }
    return {};
}

Result<void> Database::checkSchema()
{
    const auto found = version();
    if (!found) {
        return failure(found.error());
    }
    const auto fault = attempt([&] { return schemaFault(*m_sqlite, *found, m_stop); });
    askWhetherToStop();
    if (!fault) {
        return failure(fault.error());
    }
    return fault->empty() ? Result<void>() : failure(ErrorCode::WorkspaceFailed, {*fault}, m_path);
}

// Connections that change the mode at the same time block each other, and SQLite does not wait for that to end.
void Database::chooseJournal()
{
    if (m_readOnly) {
        return;
    }
    const char* mode = onNetworkFileSystem(m_path) ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL";
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(busyTimeout);
    while (m_sqlite->tryExec(mode) == SQLITE_BUSY && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(busyPause));
    }
    m_sqlite->exec(mode);
}

Result<int> Database::version()
{
    return attempt([this] { return m_sqlite->execAndGet("PRAGMA user_version").getInt(); });
}

Result<void> Database::copyInto(const std::string& path)
{
    auto copied = attempt([&] {
        // SQLite treats a copy as a change of data.
        m_sqlite->exec("PRAGMA query_only = OFF");
        SQLite::Statement copy(*m_sqlite, "VACUUM INTO ?");
        copy.bind(1, realPath(path));
        copy.exec();
    });
    m_sqlite->tryExec(m_readOnly ? "PRAGMA query_only = ON" : "PRAGMA query_only = OFF");
    return copied;
}

}
