// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/json/codec.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cerrno>
#include <memory>
#include <stop_token>
#include <string>
#include <type_traits>

namespace stagecraft {

// One connection to one workspace file. Converts SQLiteCpp's exceptions to results: all work runs inside attempt() or
// transaction().
class Database {
public:
    // Checks that `path` is a workspace before SQLite accesses it. Does not migrate. Errors: those of
    // Workspace::open().
    static Result<std::unique_ptr<Database>> open(const std::string& path, OpenMode mode, std::stop_token stop = {});
    // Makes an empty database at `path`, marked as a workspace with version 0. Errors: FileNotWritable, DiskFull.
    static Result<std::unique_ptr<Database>> make(const std::string& path);

    // Reads the schema version from the file.
    Result<int> version();
    // Writes a compact copy to a new file. Errors: DiskFull, WorkspaceFailed, ...; `where` is this database.
    Result<void> copyInto(const std::string& path);

    // Sets the stop token. A stop request ends the current SQLite operation and all later calls with Cancelled. An
    // empty token disables this.
    void stopOn(std::stop_token stop) { m_stop = std::move(stop); }

    const std::string& path() const { return m_path; }
    bool readOnly() const { return m_readOnly; }
    SQLite::Database& sqlite() { return *m_sqlite; }

    // Calls `work` and converts its SQLite::Exception or DecodeError to a failed result.
    template <typename Work>
    auto attempt(Work work) -> Result<std::invoke_result_t<Work>>
    {
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Cancelled, {}, m_path);
        }
        errno = 0; // see errorOf()
        try {
            if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
                work();
                return {};
            } else {
                return work();
            }
        } catch (const SQLite::Exception& exception) {
            return failure(errorOf(exception));
        } catch (const DecodeError& decodeError) {
            return failure(ErrorCode::WorkspaceFailed, {messageOf(decodeError.error)}, m_path);
        }
    }

    // Calls `work` as one transaction, which an exception rolls back. Waits for other writers.
    template <typename Work>
    auto transaction(Work work) -> Result<std::invoke_result_t<Work>>
    {
        return attempt([&] {
            SQLite::Transaction guard(*m_sqlite, SQLite::TransactionBehavior::IMMEDIATE);
            if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
                work();
                guard.commit();
            } else {
                auto value = work();
                guard.commit();
                return value;
            }
        });
    }

private:
    Database(std::string path, bool readOnly);

    // Converts SQLite's exception to an error for the user.
    Error errorOf(const SQLite::Exception& exception) const;
    void connect();
    void askWhetherToStop();
    Result<void> checkVersion();
    Result<void> checkSchema();
    void chooseJournal();

    std::string m_path;
    bool m_readOnly = false;
    bool m_hasSpace = true; // the disk has space for the index of a write-ahead log
    std::stop_token m_stop;
    std::unique_ptr<SQLite::Database> m_sqlite;
};

}
