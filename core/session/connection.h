// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/workspace.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>
#include <stop_token>

namespace stagecraft {

// An open workspace with its lock: the owner of the lock file beside a workspace owns its planning session. Use on one
// thread at a time; never waits for a lock.
class Connection {
public:
    // Opens for writing if the lock is available, else read-only. `stop`, errors: those of Workspace::open().
    static Result<std::shared_ptr<Connection>> open(const QString& path, const std::stop_token& stop = {});
    // Opens the workspace, creating it if necessary. Errors: also those of Workspace::create().
    static Result<std::shared_ptr<Connection>> openOrCreate(const QString& path, const std::stop_token& stop = {});
    // Opens the workspace; the file is removed on destruction unless keep() is called.
    static Result<std::shared_ptr<Connection>> openTemporary(const QString& path, const std::stop_token& stop = {});
    // Creates an untitled workspace in the data folder with this planning session. Errors: those of Workspace::create()
    // and setSession().
    static Result<std::shared_ptr<Connection>> createUntitled(const std::optional<PlanningSession>& first);
    // Copies `from` over the file at `path` and opens the copy. Errors: WorkspaceBusy if that file is open elsewhere;
    // those of Workspace::copyTo() and open().
    static Result<std::shared_ptr<Connection>> copy(Connection& from, const QString& path);

    Connection(Workspace workspace, std::unique_ptr<QLockFile> lock, const std::optional<Error>& readOnly);
    ~Connection(); // removes an empty untitled workspace, and a temporary one
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    Workspace& workspace() { return *m_workspace; }
    QString path() const;
    // Reason why the planning session is read-only; empty if it can be changed.
    const std::optional<Error>& readOnly() const { return m_readOnly; }

    // Removes the untitled workspace on destruction, as it has been saved under a name.
    void forgetUntitled() { m_named = true; }
    bool isTemporary() const { return m_temporary; }
    void keep() { m_temporary = false; }

private:
    bool isSuperfluous() const;

    std::optional<Workspace> m_workspace;
    std::unique_ptr<QLockFile> m_lock;
    std::optional<Error> m_readOnly;
    bool m_named = false;
    bool m_temporary = false;
};

// True if both paths name one existing file.
bool isSameFile(const QString& a, const QString& b);

}
