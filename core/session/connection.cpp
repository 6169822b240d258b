// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/connection.h"

#include "core/base/systemreason.h"
#include "core/session/datafolder.h"
#include "core/store/filesystem.h"
#include "core/words/store.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <cerrno>

namespace stagecraft {

namespace {

const QString untitledName = QStringLiteral("untitled");
const QString ending = QStringLiteral(".stagecraft");

// Also true for remains of a workspace, which SQLite would attribute to a new one.
bool isTaken(const QString& path)
{
    return QFileInfo::exists(path) || hasPendingChanges(path.toStdString());
}

// Removes a lock file without an owner, left by a process that was killed between making and filling it. Other
// processes fill it within a second.
bool removeNamelessLock(QLockFile& lock)
{
    qint64 process = 0;
    QString host;
    QString program;
    const QDateTime made = QFileInfo(lock.fileName()).lastModified();
    return !lock.getLockInfo(&process, &host, &program) && made.secsTo(QDateTime::currentDateTime()) >= 1
        && lock.removeStaleLockFile();
}

// Returns the lock beside the workspace, or the reason why it is unavailable. Takes over the lock of a dead process.
Result<std::unique_ptr<QLockFile>> lockWorkspace(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // the default treats locks as abandoned after 30 seconds
    if (lock->tryLock(0) || (removeNamelessLock(*lock) && lock->tryLock(0))) {
        return lock;
    }
    const bool held = lock->error() == QLockFile::LockFailedError;
    return failure(held ? ErrorCode::WorkspaceBusy : ErrorCode::WorkspaceReadOnly, {}, path.toStdString());
}

// True for errors that still allow reading, for example if the name is too long for SQLite's files beside it.
bool isForReading(const Error& whyNotWritten)
{
    return whyNotWritten.code == ErrorCode::WorkspaceReadOnly || whyNotWritten.code == ErrorCode::FileNotWritable;
}

// Opens with a lock that may be missing; falls back to reading if the workspace cannot be written.
Result<std::shared_ptr<Connection>> openWith(const QString& path, Result<std::unique_ptr<QLockFile>> lock,
                                             const std::stop_token& stop = {})
{
    const std::string file = path.toStdString();
    std::optional<Error> readOnly;
    if (!lock) {
        readOnly = lock.error();
    }
    auto workspace = Workspace::open(file, lock ? OpenMode::ReadWrite : OpenMode::ReadOnly, stop);
    if (lock && !workspace && isForReading(workspace.error())) {
        readOnly = workspace.error();
        workspace = Workspace::open(file, OpenMode::ReadOnly, stop);
    }
    if (!workspace) {
        return failure(workspace.error());
    }
    return std::make_shared<Connection>(std::move(*workspace), lock ? std::move(*lock) : nullptr, readOnly);
}

}

bool isSameFile(const QString& a, const QString& b)
{
    const QString canonical = QFileInfo(a).canonicalFilePath();
    return !canonical.isEmpty() && canonical == QFileInfo(b).canonicalFilePath();
}

Connection::Connection(Workspace workspace, std::unique_ptr<QLockFile> lock, const std::optional<Error>& readOnly)
    : m_workspace(std::move(workspace)), m_lock(std::move(lock)), m_readOnly(readOnly)
{
}

Connection::~Connection()
{
    const bool superfluous = isSuperfluous();
    const QString file = path();
    m_workspace.reset();
    if (superfluous) {
        removeDatabase(file.toStdString()); // including files that SQLite leaves beside it on a full disk
    }
}

QString Connection::path() const
{
    return QString::fromStdString(m_workspace->path());
}

bool Connection::isSuperfluous() const
{
    if (m_temporary) {
        return !m_readOnly;
    }
    const QFileInfo file(path());
    const bool untitled =
        file.absolutePath() == QDir(dataFolder()).absolutePath() && file.fileName().startsWith(untitledName);
    if (!untitled || m_readOnly) {
        return false;
    }
    const auto problem = m_workspace->problem();
    const auto stored = m_workspace->storedMeasurements();
    const bool measured = !stored || !stored->measurements.empty() || stored->damage.count > 0;
    return m_named || (problem && !*problem && !measured);
}

Result<std::shared_ptr<Connection>> Connection::open(const QString& path, const std::stop_token& stop)
{
    if (!QFileInfo::exists(path)) {
        return failure(ErrorCode::FileNotReadable, {systemReason(ENOENT)}, path.toStdString());
    }
    return openWith(path, lockWorkspace(path), stop);
}

Result<std::shared_ptr<Connection>> Connection::openOrCreate(const QString& path, const std::stop_token& stop)
{
    if (!QFileInfo::exists(path)) {
        QDir().mkpath(QFileInfo(path).absolutePath());
        const auto made = Workspace::create(path.toStdString());
        if (!made && !QFileInfo::exists(path)) { // otherwise another process was faster
            return failure(made.error());
        }
    }
    return open(path, stop);
}

Result<std::shared_ptr<Connection>> Connection::openTemporary(const QString& path, const std::stop_token& stop)
{
    auto connection = open(path, stop);
    if (connection) {
        (*connection)->m_temporary = true;
    }
    return connection;
}

Result<std::shared_ptr<Connection>> Connection::createUntitled(const std::optional<PlanningSession>& first)
{
    QString path = dataFolder() + QLatin1Char('/') + untitledName + ending;
    for (int number = 2; isTaken(path); ++number) {
        path = dataFolder() + QStringLiteral("/%1-%2%3").arg(untitledName).arg(number).arg(ending);
    }
    auto made = openOrCreate(path);
    if (made && first) {
        if (auto done = (*made)->workspace().setSession(*first); !done) {
            return failure(done.error());
        }
    }
    return made;
}

Result<std::shared_ptr<Connection>> Connection::copy(Connection& from, const QString& path)
{
    auto lock = lockWorkspace(path);
    if (!lock) {
        const bool busy = lock.error().code == ErrorCode::WorkspaceBusy;
        return busy ? failure(lock.error())
                    : failure(ErrorCode::FileNotWritable, {words::store::folder_not_written}, path.toStdString());
    }
    if (auto copied = from.workspace().copyTo(path.toStdString()); !copied) {
        return failure(copied.error());
    }
    auto copy = openWith(path, std::move(lock));
    if (copy) {
        from.forgetUntitled();
    }
    return copy;
}

}
