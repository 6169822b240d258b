// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Folders of jobs are removed with their process, even if it was killed.
#include "core/session/scratchfolder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace stagecraft;

class TestScratchFolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { qputenv("TMPDIR", QFile::encodeName(m_parent.path())); }
    void foldersGoWithTheirObject();
    void whatAKilledProcessLeftGoes();
    void foldersOfLivingProcessesStay();

private:
    // Starts a process that uses a folder until it is killed; returns its id and the folder.
    std::pair<pid_t, QString> holder();

    QTemporaryDir m_parent;
};

std::pair<pid_t, QString> TestScratchFolder::holder()
{
    int ends[2];
    if (::pipe(ends) != 0) {
        return {-1, {}};
    }
    const pid_t child = ::fork();
    if (child == 0) {
        const ScratchFolder folder;
        QFile file(folder.filePath(QStringLiteral("report.json")));
        const bool made = file.open(QIODevice::WriteOnly);
        file.close();
        const QByteArray path = made ? QFile::encodeName(folder.path()) : QByteArray("none");
        const auto written = ::write(ends[1], path.constData(), static_cast<std::size_t>(path.size()));
        while (written > 0) {
            ::pause();
        }
        ::_exit(1);
    }
    char path[4096] = {};
    const auto size = ::read(ends[0], path, sizeof(path) - 1);
    ::close(ends[0]);
    ::close(ends[1]);
    return {child, QFile::decodeName(QByteArray(path, static_cast<int>(size)))};
}

void TestScratchFolder::foldersGoWithTheirObject()
{
    QString path;
    {
        const ScratchFolder folder;
        path = folder.path();
        QVERIFY(path.startsWith(m_parent.path()) && QFile::exists(path));
    }
    QVERIFY(!QFile::exists(path));
}

void TestScratchFolder::whatAKilledProcessLeftGoes()
{
    const auto [process, left] = holder();
    QVERIFY(process > 0 && QFile::exists(left));
    QCOMPARE(::kill(process, SIGKILL), 0);
    QCOMPARE(::waitpid(process, nullptr, 0), process);
    QVERIFY(QFile::exists(left));
    const ScratchFolder next;
    QVERIFY(!QFile::exists(left) && QFile::exists(next.path()));
}

void TestScratchFolder::foldersOfLivingProcessesStay()
{
    const auto [process, theirs] = holder();
    const ScratchFolder first;
    const ScratchFolder second;
    QVERIFY(QFile::exists(theirs) && QFile::exists(first.path()) && QFile::exists(second.path()));
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
}

QTEST_GUILESS_MAIN(TestScratchFolder)
#include "tst_scratchfolder.moc"
