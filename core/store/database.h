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

// One connection to one workspace file. Exceptions of SQLiteCpp end here: work is done inside attempt() or
// transaction().
class Database {
public:
    // Checks that `path` is a workspace before SQLite touches it. Does not migrate. Errors: those of Workspace::open().
    static Result<std::unique_ptr<Database>> open(const std::string& path, OpenMode mode, std::stop_token stop = {});
    // Makes an empty database at `path` that is marked as a workspace and has version 0. Errors: FileNotWritable,
    // DiskFull.
    static Result<std::unique_ptr<Database>> make(const std::string& path);

    // Of the schema, as the file says now.
    Result<int> version();
    // Writes a compact copy to a new file. Errors: DiskFull, WorkspaceFailed, ...; `where` is this database.
    Result<void> copyInto(const std::string& path);

    // A request ends what SQLite does then, and all that is asked after it: Cancelled. An empty token: nothing does.
    void stopOn(std::stop_token stop) { m_stop = std::move(stop); }

    const std::string& path() const { return m_path; }
    bool readOnly() const { return m_readOnly; }
    SQLite::Database& sqlite() { return *m_sqlite; }

    // Calls `work` and turns its SQLite::Exception or DecodeError into a failed result.
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

    // The same as one transaction: all of it or, on an exception, nothing. Waits for other writers.
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

    // The user's error for what SQLite says.
    Error errorOf(const SQLite::Exception& exception) const;
    void connect();
    void askWhetherToStop();
    Result<void> checkVersion();
    Result<void> checkSchema();
    void chooseJournal();

    std::string m_path;
    bool m_readOnly = false;
    bool m_hasSpace = true; // for the index of a log
    std::stop_token m_stop;
    std::unique_ptr<SQLite::Database> m_sqlite;
};

}
