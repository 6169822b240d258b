// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/filesystem.h"
#include "core/store/migrations.h"
#include "core/store/workspace.h"
#include "tests/support/asnobody.h"
#include "tests/support/chains.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/randomvalues.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr int skipCode = 77; // exit code of a child that could not run the test

Measurement measurementAt(std::int64_t micro_batch)
{
    Measurement measurement;
    measurement.point.spec = blockOf(768, 12, 3072);
    measurement.point.micro_batch = micro_batch;
    measurement.measured_at = "2026-10-02T08:00:00Z";
    return measurement;
}

// Returns the existing migrations and one more.
std::vector<Migration> migrationsAnd(Migration next)
{
    std::vector<Migration> all(allMigrations().begin(), allMigrations().end());
    all.push_back(next);
    return all;
}

// Names and contents of all files in a folder: two snapshots are equal if nothing was changed.
QMap<QString, QByteArray> snapshot(const QString& folder)
{
    QMap<QString, QByteArray> files;
    for (const QString& name : QDir(folder).entryList(QDir::Files | QDir::Hidden)) {
        QFile file(folder + '/' + name);
        files[name] = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not readable)");
    }
    return files;
}

void change(const QString& path, qint64 position, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(position));
    QCOMPARE(file.write(bytes), bytes.size());
}

// Mounts an empty file system of half a MiB on `folder`, for this process only. False without the permission.
bool mountSmallFileSystem(const QString& folder)
{
    const QByteArray users = "0 " + QByteArray::number(::geteuid()) + " 1";
    const QByteArray groups = "0 " + QByteArray::number(::getegid()) + " 1";
    if (::unshare(CLONE_NEWNS) != 0) {
        const auto write = [](const char* path, const QByteArray& text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write(text) == text.size();
        };
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 || !write("/proc/self/setgroups", "deny")
            || !write("/proc/self/uid_map", users) || !write("/proc/self/gid_map", groups)) {
            return false;
        }
    }
    return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && ::mount("tmpfs", qPrintable(folder), "tmpfs", 0, "size=512k") == 0;
}

// Runs `work` in a separate process and returns its exit code; -1 if a signal ended it.
template <typename Work>
int inChild(Work work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}

// Error behavior of a workspace: it reports the error, and the file stays unchanged.
class WorkspaceFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void otherFilesAreRefused_data();
    void otherFilesAreRefused();
    void aDamagedWorkspaceIsRefused();
    void aNewerVersionIsRefused();
    void aNewerVersionInTheLogIsRefused();
    void aReadOnlyFileIsOnlyRead();
    void aReadOnlyFolderIsOnlyRead();
    void linksAreFollowed();
    void aFolderThatIsNotWritableGetsNoWorkspace();
    void remainsOfAnotherWorkspaceAreLeft();
    void anotherWriterIsWaitedForAndThenNamed();
    void aFileThatCannotGrowKeepsWhatItHas();
    void aFullDiskKeepsWhatItHas();
    void noRoomForANewFileOrACopy();
    void killedInTheMiddleLosesNothingThatWasAdded();
    void migrationMakesABackupFirst();
    void aMigrationThatFailsChangesNothing();
    void networkFileSystemsAreKnown();

private:
    QString at(const char* name) const { return m_folder->filePath(name); }
    std::string file(const char* name = "w.stagecraft") const { return at(name).toStdString(); }
    QMap<QString, QByteArray> snapshotNow() const { return snapshot(m_folder->path()); }
    void makeWorkspace() const
    {
        auto workspace = Workspace::create(file());
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QVERIFY(workspace->addMeasurement(measurementAt(1), {}, 0).has_value());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void WorkspaceFaultsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QCOMPARE(::chmod(qPrintable(m_folder->path()), 0777), 0);
}

void WorkspaceFaultsTest::otherFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("{\"format\": \"stagecraft-plan\"}");
    QTest::newRow("beginning of a database") << QByteArray("SQLite format 3\0", 16);
    QTest::newRow("zeros") << QByteArray(8192, '\0');
    const auto database = [this](const char* statements) {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("db").toStdString();
        SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(statements);
        return snapshot(folder.path()).value("db");
    };
    QTest::newRow("another program's database") << database("CREATE TABLE bookmark (url TEXT)");
    QTest::newRow("another application id")
        << database("PRAGMA application_id = 7; PRAGMA user_version = 1; CREATE TABLE t (a)");
    QTest::newRow("version 0") << database("PRAGMA application_id = 1398032195; CREATE TABLE t (a)");
}

void WorkspaceFaultsTest::otherFilesAreRefused()
{
    QFETCH(QByteArray, content);
    QFile other(at("w.stagecraft"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    QCOMPARE(other.write(content), content.size());
    other.close();
    const auto before = snapshotNow();
    for (const OpenMode mode : {OpenMode::ReadWrite, OpenMode::ReadOnly}) {
        const auto workspace = Workspace::open(file(), mode);
        QVERIFY(!workspace);
        QCOMPARE(workspace.error().code, ErrorCode::WorkspaceNotOne);
        QCOMPARE(workspace.error().where, file());
    }
    QCOMPARE(snapshotNow(), before);
    QCOMPARE(Workspace::open(file("missing")).error().code, ErrorCode::FileNotReadable);
    QCOMPARE(Workspace::open(m_folder->path().toStdString()).error().code, ErrorCode::FileNotReadable);
    QCOMPARE(snapshotNow(), before);
}

void WorkspaceFaultsTest::aDamagedWorkspaceIsRefused()
{
    makeWorkspace();
    const QByteArray whole = snapshotNow().value("w.stagecraft");
    std::mt19937 random(31);
    for (int round = 0; round < 60; ++round) {
        QByteArray damaged = whole;
        if (round % 3 == 0) {
            damaged.truncate(100 + random() % (whole.size() - 100));
        } else {
            const int from = round % 3 == 1 ? 100 : 4096;
            for (int i = 0; i < 200; ++i) {
                damaged[static_cast<int>(from + random() % (whole.size() - from))] = static_cast<char>(random());
            }
        }
        QFile::remove(at("d.stagecraft"));
        change(at("d.stagecraft"), 0, damaged);
        // Damage is an error when found, at once or later, and never a crash.
        auto workspace = Workspace::open(file("d.stagecraft"));
        if (workspace) {
            (void)workspace->measurements();
            (void)workspace->summary();
            (void)workspace->problem();
            (void)workspace->addMeasurement(measurementAt(round), {}, 0);
        } else {
            QVERIFY(workspace.error().code == ErrorCode::WorkspaceFailed
                    || workspace.error().code == ErrorCode::WorkspaceNotOne);
        }
    }
}

void WorkspaceFaultsTest::aNewerVersionIsRefused()
{
    makeWorkspace();
    constexpr int newer = Workspace::currentVersion + 1;
    change(at("w.stagecraft"), 60, QByteArray("\0\0\0", 3) + static_cast<char>(newer));
    const auto before = snapshotNow();
    for (const OpenMode mode : {OpenMode::ReadWrite, OpenMode::ReadOnly}) {
        const auto workspace = Workspace::open(file(), mode);
        QVERIFY(!workspace);
        QCOMPARE(workspace.error(),
                 (Error {ErrorCode::WorkspaceNewer,
                         {std::int64_t(newer), std::int64_t(Workspace::currentVersion)},
                         file()}));
    }
    QCOMPARE(snapshotNow(), before);
}

// A newer version in the log is rejected: a newer program died after its migration, so the file's header is old, but
// the log is not.
void WorkspaceFaultsTest::aNewerVersionInTheLogIsRefused()
{
    makeWorkspace();
    QCOMPARE(inChild([this] {
                 auto* newer = new SQLite::Database(file(), SQLite::OPEN_READWRITE); // never closed
                 newer->exec("PRAGMA journal_mode = WAL; PRAGMA user_version = 9");
                 return 0;
             }),
             0);
    const auto before = snapshotNow();
    QVERIFY(before.contains("w.stagecraft-wal"));
    const auto workspace = Workspace::open(file());
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().code, ErrorCode::WorkspaceNewer);
    QCOMPARE(snapshotNow().value("w.stagecraft"), before.value("w.stagecraft"));
    QCOMPARE(snapshotNow().value("w.stagecraft-wal"), before.value("w.stagecraft-wal"));
}

void WorkspaceFaultsTest::aReadOnlyFileIsOnlyRead()
{
    makeWorkspace();
    QCOMPARE(::chmod(file().c_str(), 0444), 0);
    const auto before = snapshotNow();
    {
        const AsNobody nobody;
        QCOMPARE(Workspace::open(file()).error().code, ErrorCode::WorkspaceReadOnly);
        auto workspace = Workspace::open(file(), OpenMode::ReadOnly);
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QVERIFY(workspace->readOnly());
        QCOMPARE(workspace->measurements()->size(), std::size_t(1));
        QCOMPARE(workspace->addMeasurement(measurementAt(2), {}, 0).error().code, ErrorCode::WorkspaceReadOnly);
    }
    QCOMPARE(snapshotNow(), before);
}

void WorkspaceFaultsTest::aReadOnlyFolderIsOnlyRead()
{
    QVERIFY(QDir(m_folder->path()).mkdir("100% #1? folder"));
    const QString folder = at("100% #1? folder");
    const QTemporaryDir elsewhere;
    QCOMPARE(::chmod(qPrintable(elsewhere.path()), 0777), 0);
    makeWorkspace();
    const QString path = folder + "/w.stagecraft";
    QVERIFY(QFile::rename(at("w.stagecraft"), path));
    QCOMPARE(::chmod(qPrintable(path), 0666), 0);
    QCOMPARE(::chmod(qPrintable(folder), 0555), 0);
    const auto before = snapshot(folder);
    {
        const AsNobody nobody;
        QCOMPARE(Workspace::open(path.toStdString()).error().code, ErrorCode::WorkspaceReadOnly);
        auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QCOMPARE(workspace->measurements()->size(), std::size_t(1));
        const auto copied = workspace->copyTo(elsewhere.filePath("copy.stagecraft").toStdString());
        QVERIFY2(copied, qPrintable(errorOf(copied)));
    }
    QCOMPARE(snapshot(folder), before);
    QCOMPARE(::chmod(qPrintable(folder), 0777), 0);
    QCOMPARE(Workspace::open(elsewhere.filePath("copy.stagecraft").toStdString())->measurements()->size(),
             std::size_t(1));
}

// Links are followed: SQLite's auxiliary files are beside the real file.
void WorkspaceFaultsTest::linksAreFollowed()
{
    makeWorkspace();
    QCOMPARE(::chmod(file().c_str(), 0666), 0);
    QVERIFY(QDir(m_folder->path()).mkdir("closed"));
    QVERIFY(QFile::link(at("w.stagecraft"), at("closed/link.stagecraft")));
    QCOMPARE(::chmod(qPrintable(at("closed")), 0555), 0);
    const AsNobody nobody;
    auto workspace = Workspace::open(file("closed/link.stagecraft"));
    QVERIFY2(workspace, qPrintable(errorOf(workspace)));
    QVERIFY(workspace->addMeasurement(measurementAt(2), {}, 0).has_value());
    QCOMPARE(Workspace::open(file())->measurements()->size(), std::size_t(2));
}

void WorkspaceFaultsTest::aFolderThatIsNotWritableGetsNoWorkspace()
{
    makeWorkspace();
    QCOMPARE(::chmod(file().c_str(), 0666), 0);
    QVERIFY(QDir(m_folder->path()).mkdir("closed"));
    QCOMPARE(::chmod(qPrintable(at("closed")), 0555), 0);
    const AsNobody nobody;
    const auto created = Workspace::create(file("closed/new.stagecraft"));
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::FileNotWritable);
    QCOMPARE(created.error().where, file("closed/new.stagecraft"));
    const auto copied = Workspace::open(file())->copyTo(file("closed/copy.stagecraft"));
    QVERIFY(!copied);
    QCOMPARE(copied.error().code, ErrorCode::FileNotWritable);
    QCOMPARE(copied.error().where, file("closed/copy.stagecraft"));
    QCOMPARE(Workspace::create(file("no/such/folder")).error().code, ErrorCode::FileNotWritable);
    QVERIFY(snapshot(at("closed")).isEmpty());
}

// Files left by another workspace are not used: SQLite would apply the log of a deleted database to the new one.
void WorkspaceFaultsTest::remainsOfAnotherWorkspaceAreLeft()
{
    change(at("w.stagecraft-wal"), 0, "a log");
    const auto before = snapshotNow();
    const auto created = Workspace::create(file());
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::FileNotWritable);
    QCOMPARE(snapshotNow(), before);
}

void WorkspaceFaultsTest::anotherWriterIsWaitedForAndThenNamed()
{
    makeWorkspace();
    auto workspace = Workspace::open(file());
    SQLite::Database other(file(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    QElapsedTimer waited;
    waited.start();
    QCOMPARE(workspace->addMeasurement(measurementAt(2), {}, 0).error().code, ErrorCode::WorkspaceBusy);
    QVERIFY(waited.elapsed() >= 4000);
    QCOMPARE(workspace->measurements()->size(), std::size_t(1)); // reading still works
    other.exec("COMMIT");
    QVERIFY(workspace->addMeasurement(measurementAt(2), {}, 0).has_value());
}

void WorkspaceFaultsTest::aFileThatCannotGrowKeepsWhatItHas()
{
    makeWorkspace();
    auto workspace = Workspace::open(file());
    int added = 1;
    {
        const FileSizeLimit limit(200'000);
        Result<void> result;
        while ((result = workspace->addMeasurement(measurementAt(added + 1), {}, 0))) {
            ++added;
            QVERIFY(added < 10'000);
        }
        QCOMPARE(result.error().code, ErrorCode::DiskFull);
        QCOMPARE(workspace->measurements()->size(), std::size_t(added));
    }
    // Writing continues as soon as there is space again.
    QVERIFY(workspace->addMeasurement(measurementAt(added + 1), {}, 0).has_value());
    workspace = failure(ErrorCode::Cancelled);
    QCOMPARE(Workspace::open(file())->measurements()->size(), std::size_t(added + 1));
}

void WorkspaceFaultsTest::aFullDiskKeepsWhatItHas()
{
    const int code = inChild([this] {
        if (!mountSmallFileSystem(m_folder->path())) {
            return skipCode;
        }
        change(at("filler"), 0, QByteArray(100'000, 'x'));
        auto workspace = Workspace::create(file());
        if (!workspace) {
            return 1;
        }
        std::size_t added = 0;
        Result<void> result;
        while (added < 10'000
               && (result = workspace->addMeasurement(measurementAt(static_cast<std::int64_t>(added) + 1), {}, 0))) {
            ++added;
        }
        if (result || result.error().code != ErrorCode::DiskFull) {
            return 2;
        }
        if (workspace->copyTo(file("copy.stagecraft")).error().code != ErrorCode::DiskFull
            || QFile::exists(at("copy.stagecraft"))) {
            return 3;
        }
        workspace = failure(ErrorCode::Cancelled);
        QFile::remove(at("filler"));
        const auto again = Workspace::open(file(), OpenMode::ReadOnly);
        return again && added > 5 && again->measurements()->size() == added ? 0 : 4;
    });
    if (code == skipCode) {
        QSKIP("this process may not mount a small file system; aFileThatCannotGrowKeepsWhatItHas() tests the same "
              "without one");
    }
    QCOMPARE(code, 0);
}

void WorkspaceFaultsTest::noRoomForANewFileOrACopy()
{
    makeWorkspace();
    const auto before = snapshotNow();
    const auto workspace = Workspace::open(file(), OpenMode::ReadOnly);
    QVERIFY2(workspace, qPrintable(errorOf(workspace)));
    const FileSizeLimit limit(5'000);
    QCOMPARE(Workspace::create(file("new.stagecraft")).error(),
             (Error {ErrorCode::DiskFull, {}, file("new.stagecraft")}));
    QCOMPARE(workspace->copyTo(file("copy.stagecraft")).error(),
             (Error {ErrorCode::DiskFull, {}, file("copy.stagecraft")}));
    const auto after = snapshotNow();
    QCOMPARE(after.value("w.stagecraft"), before.value("w.stagecraft"));
    QVERIFY(!after.contains("new.stagecraft") && !after.contains("copy.stagecraft"));
    QVERIFY(!QStringList(after.keys()).join(' ').contains("part"));
}

void WorkspaceFaultsTest::killedInTheMiddleLosesNothingThatWasAdded()
{
    QVERIFY(Workspace::create(file()).has_value());
    std::int64_t number = 0; // number of the last measurement that a child has certainly added
    for (int round = 0; round < 10; ++round) {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            auto workspace = Workspace::open(file());
            for (std::int64_t i = number + 1; workspace && workspace->addMeasurement(measurementAt(i), "job", i); ++i) {
                if (::write(ends[1], &i, sizeof(i)) != sizeof(i)) {
                    break;
                }
            }
            ::_exit(1);
        }
        ::close(ends[1]);
        for (int reports = 0; reports < 5 + round; ++reports) {
            QCOMPARE(::read(ends[0], &number, sizeof(number)), ssize_t(sizeof(number)));
        }
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        while (::read(ends[0], &number, sizeof(number)) == sizeof(number)) {}
        ::close(ends[0]);
        auto workspace = Workspace::open(file());
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        const auto kept = workspace->measurements();
        QVERIFY2(kept, qPrintable(errorOf(kept)));
        // At most one more than reported, if killed between adding and reporting.
        const auto count = static_cast<std::int64_t>(kept->size());
        QVERIFY2(count == number || count == number + 1,
                 qPrintable(QString("%1 kept, %2 reported").arg(count).arg(number)));
        number = count;
    }
}

void WorkspaceFaultsTest::migrationMakesABackupFirst()
{
    makeWorkspace();
    const auto steps =
        migrationsAnd([](SQLite::Database& sqlite) { sqlite.exec("ALTER TABLE measurement ADD COLUMN note TEXT"); });
    const std::string current = std::to_string(Workspace::currentVersion);
    for (int round = 0; round < 2; ++round) {
        auto database = Database::open(file(), OpenMode::ReadWrite);
        QVERIFY2(database, qPrintable(errorOf(database)));
        const auto migrated = migrate(**database, steps);
        QVERIFY2(migrated, qPrintable(errorOf(migrated)));
        QCOMPARE(*(*database)->version(), Workspace::currentVersion + 1);
        // Prepares the second round.
        (*database)->sqlite().exec("PRAGMA user_version = " + current + "; ALTER TABLE measurement DROP COLUMN note");
    }
    QCOMPARE(QStringList(snapshotNow().keys()),
             (QStringList {"w.stagecraft", "w.stagecraft.backup-v7", "w.stagecraft.backup-v7-2"}));
    const auto backup = Workspace::open(file("w.stagecraft.backup-v7"));
    QVERIFY2(backup, qPrintable(errorOf(backup)));
    QCOMPARE(backup->measurements()->size(), std::size_t(1));
    // No migration, no backup.
    QVERIFY(Workspace::open(file()).has_value());
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).filter("backup-v7-3").size(), 0);
}

void WorkspaceFaultsTest::aMigrationThatFailsChangesNothing()
{
    makeWorkspace();
    const auto steps = migrationsAnd([](SQLite::Database& sqlite) {
        sqlite.exec("DELETE FROM measurement");
        sqlite.exec("this is not SQL");
    });
    {
        auto database = Database::open(file(), OpenMode::ReadWrite);
        const auto migrated = migrate(**database, steps);
        QVERIFY(!migrated);
        QCOMPARE(migrated.error().code, ErrorCode::WorkspaceFailed);
        auto reader = Database::open(file(), OpenMode::ReadOnly);
        QCOMPARE(migrate(**reader, steps).error().code, ErrorCode::WorkspaceReadOnly);
    }
    QCOMPARE(Workspace::open(file())->measurements()->size(), std::size_t(1));
}

void WorkspaceFaultsTest::networkFileSystemsAreKnown()
{
    QVERIFY(isNetworkFileSystem(0x6969)); // NFS
    QVERIFY(isNetworkFileSystem(0x0BD00BD0)); // Lustre
    QVERIFY(isNetworkFileSystem(static_cast<long>(0xFF534D42))); // CIFS
    QVERIFY(!isNetworkFileSystem(0xEF53)); // ext4
    QVERIFY(!isNetworkFileSystem(0x01021994)); // tmpfs
    QVERIFY(!onNetworkFileSystem("/proc"));
    QVERIFY(!onNetworkFileSystem("/no/such/path"));
}

QTEST_GUILESS_MAIN(WorkspaceFaultsTest)
#include "tst_workspacefaults.moc"
