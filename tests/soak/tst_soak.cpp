// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// kill -9 at random moments, of the explorer (command line and window), the worker, its measuring process, or all: the
// workspace opens, measurements are kept except the one in progress, and the same command completes the profile.
// STAGECRAFT_SOAK_SEED repeats a run as far as the machine's speed allows, STAGECRAFT_SOAK_KILLS sets the number of
// kills.
#include "core/base/english.h"
#include "core/exchange/workerlines.h"
#include "core/protocol/message.h"
#include "core/session/connection.h"
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"
#include "tests/integration/processes.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <set>

using namespace stagecraft;
using stagecraft::testing::CommandLine;
using stagecraft::testing::descendantsOf;
using stagecraft::testing::Finished;
using stagecraft::testing::isAnyRunning;

namespace {

constexpr int patience = 120'000; // ms
constexpr int longestMoment = 8'000; // ms; libtorch is loaded and a few points are measured in it
const QString model = QStringLiteral(TEST_DATA "/models/gpt2-tiny.json");
const QString micro_batches = QStringLiteral("1,2,3,4,5");
constexpr std::size_t points = 15; // three distinct layers

enum class Victim { Explorer, Worker, Measuring, All };
constexpr std::array victims {Victim::Explorer, Victim::Worker, Victim::Measuring, Victim::All};

using Keys = std::set<std::string>; // keys of measured points

Keys without(const Keys& keys, const Keys& others)
{
    Keys left;
    std::set_difference(keys.begin(), keys.end(), others.begin(), others.end(), std::inserter(left, left.end()));
    return left;
}

// Points stored in a workspace; a failure or lack of memory, which a kill is not, counts as an error.
Result<Keys> storedIn(const QString& path)
{
    if (!QFile::exists(path)) {
        return Keys {};
    }
    const auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
    const auto measurements = workspace ? workspace->measurements() : failure(workspace.error());
    if (!measurements) {
        return failure(measurements.error());
    }
    Keys keys;
    for (const Measurement& measurement : *measurements) {
        if (measurement.status != MeasurementStatus::Done) {
            return failure(ErrorCode::WorkerFailed, {measurement.message}, path.toStdString());
        }
        keys.insert(pointKey(measurement.point));
    }
    return keys;
}

// Points that the worker has measured for certain: it writes a line to its spool file before it begins the next point.
Keys spooledIn(const QString& path)
{
    Keys keys;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return keys;
    }
    for (const QByteArray& line : file.readAll().split('\n')) {
        const auto message = decodeMessage(line.toStdString());
        const auto* body = message ? std::get_if<MeasurementMessage>(&message->body) : nullptr;
        if (body != nullptr && body->measurement.status == MeasurementStatus::Done) {
            keys.insert(pointKey(body->measurement.point));
        }
    }
    return keys;
}

void killNow(const QList<pid_t>& processes)
{
    for (const pid_t process : processes) {
        ::kill(process, SIGKILL);
    }
}

}

class TestSoak : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void commandLine();
    void window();
    void workerByHand();

private:
    using Start = std::function<void(QProcess&, const QString& workspace)>;
    struct Tally {
        std::array<int, victims.size()> kills {};
        int profiles = 0; // completed
        std::size_t lost = 0; // measured, but not stored when its explorer was killed

        int sum() const { return std::accumulate(kills.begin(), kills.end(), 0); }
        int& of(Victim victim) { return kills[static_cast<std::size_t>(victim)]; }
    };

    struct Profile {
        QString workspace;
        QString spool; // spool file of the worker
        Keys missing; // lost points that are not measured again yet
    };

    // Profiles into new workspaces until `kills` processes were killed and the last profile is complete.
    void killAndGoOn(const QString& name, int kills, const Start& start);
    // Runs an explorer once, and kills it or not.
    void runExplorer(QProcess& explorer, Profile& profile, int kills, Tally& tally);
    void checkComplete(const Profile& profile);
    int randomUpTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }
    // True if the process is still running after a random time.
    bool survivesAMoment(QProcess& process);
    Victim draw(bool measuringToo);
    void report(const char* what, const Tally& tally) const;

    CommandLine m_cli;
    unsigned m_seed = 0;
    int m_kills = 50;
    std::mt19937 m_random;
};

void TestSoak::initTestCase()
{
    bool given = false;
    m_seed = qEnvironmentVariable("STAGECRAFT_SOAK_SEED").toUInt(&given);
    m_seed = given ? m_seed : std::random_device {}();
    m_random.seed(m_seed);
    const int kills = qEnvironmentVariableIntValue("STAGECRAFT_SOAK_KILLS", &given);
    m_kills = given ? kills : m_kills;
    QVERIFY2(m_kills > 0, "STAGECRAFT_SOAK_KILLS must be greater than zero");
    qInfo("%d kills, STAGECRAFT_SOAK_SEED=%u", m_kills, m_seed);

    // The real worker, with a separate spool file.
    const QString worker = m_cli.write(
        "worker", "#!/bin/sh\nexec '" PROGRAM_FOLDER "/stagecraft-worker' --spool \"$SOAK_SPOOL\" \"$@\"\n");
    QVERIFY(QFile::setPermissions(worker, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    m_cli.setEnvironment("STAGECRAFT_WORKER_PATH", worker);
    m_cli.setEnvironment("QT_QPA_PLATFORM", "offscreen");
}

bool TestSoak::survivesAMoment(QProcess& process)
{
    return !process.waitForFinished(randomUpTo(longestMoment)) && process.state() == QProcess::Running;
}

// A measuring process that is killed twice at a point counts as out of memory, so it is not killed twice in a run.
Victim TestSoak::draw(bool measuringToo)
{
    Victim victim = Victim::Measuring;
    do {
        victim = victims[static_cast<std::size_t>(randomUpTo(static_cast<int>(victims.size()) - 1))];
    } while (victim == Victim::Measuring && !measuringToo);
    return victim;
}

void TestSoak::runExplorer(QProcess& explorer, Profile& profile, int kills, Tally& tally)
{
    bool measuringToo = true;
    while (tally.sum() < kills && survivesAMoment(explorer)) {
        const Victim victim = draw(measuringToo);
        const auto process = static_cast<pid_t>(explorer.processId());
        const QList<pid_t> workers = descendantsOf(process);
        const auto seen = storedIn(profile.workspace);
        QVERIFY2(seen, seen ? "" : describe(seen.error()).c_str());

        ++tally.of(victim);
        const bool early = workers.size() < (victim == Victim::Measuring ? 2 : 1);
        const bool whole = victim == Victim::Explorer || victim == Victim::All || early;
        if (victim == Victim::All) {
            killNow(workers + QList<pid_t> {process});
        } else {
            killNow({whole ? process : victim == Victim::Worker ? workers[0] : workers[1]});
        }
        if (victim == Victim::Measuring && !whole) {
            measuringToo = false;
            continue; // the worker starts another one
        }

        QVERIFY(explorer.waitForFinished(patience));
        QTRY_VERIFY_WITH_TIMEOUT(!isAnyRunning(workers), 20'000);
        const auto kept = storedIn(profile.workspace);
        QVERIFY2(kept, kept ? "" : describe(kept.error()).c_str());
        QVERIFY2(without(*seen, *kept).empty(), "a stored measurement is gone");
        Keys missing = without(spooledIn(profile.spool), *kept);
        const std::size_t lost = without(missing, profile.missing).size();
        QVERIFY2(lost <= (whole ? 1 : 0), qPrintable(QStringLiteral("lost: %1").arg(lost)));
        tally.lost += lost;
        profile.missing = std::move(missing);
        if (QFile::exists(profile.workspace)) {
            const auto connection = Connection::open(profile.workspace);
            QVERIFY2(connection, connection ? "" : describe(connection.error()).c_str());
            QVERIFY2(!(*connection)->readOnly(), "a dead process still has the lock");
        }
    }
    QVERIFY(explorer.state() == QProcess::NotRunning || explorer.waitForFinished(patience));
}

void TestSoak::checkComplete(const Profile& profile)
{
    const QString& workspace = profile.workspace;
    const auto stored = storedIn(workspace);
    QVERIFY2(stored, stored ? "" : describe(stored.error()).c_str());
    QCOMPARE(stored->size(), points);
    QVERIFY(!QFile::exists(workspace + "-wal") && !QFile::exists(workspace + ".lock"));
    // The worker's spool file contains nothing new: each of its lines was stored, or its point measured again.
    auto opened = Workspace::open(workspace.toStdString());
    QFile file(profile.spool);
    QVERIFY(opened && file.open(QIODevice::ReadOnly));
    const auto imported = importLines(*opened, file.readAll().toStdString());
    QVERIFY2(imported, imported ? "" : describe(imported.error()).c_str());
    QVERIFY(imported->measurements >= static_cast<int>(points));
    QCOMPARE(imported->added, 0);
}

void TestSoak::killAndGoOn(const QString& name, int kills, const Start& start)
{
    Tally tally;
    while (tally.sum() < kills) {
        const QString workspace = m_cli.path(QStringLiteral("%1-%2.stagecraft").arg(name).arg(tally.profiles));
        Profile profile {workspace, workspace + ".jsonl", {}};
        m_cli.setEnvironment("SOAK_SPOOL", profile.spool);
        bool complete = false;
        while (!complete) {
            const int before = tally.sum();
            QProcess explorer;
            start(explorer, workspace);
            runExplorer(explorer, profile, kills, tally);
            if (QTest::currentTestFailed()) {
                return;
            }
            complete = explorer.exitStatus() == QProcess::NormalExit && explorer.exitCode() == 0;
            // Without a kill the profile must be complete.
            QVERIFY2(complete || tally.sum() > before, explorer.readAllStandardError());
        }
        checkComplete(profile);
        if (QTest::currentTestFailed()) {
            return;
        }
        ++tally.profiles;
    }
    report(qPrintable(name), tally);
}

void TestSoak::report(const char* what, const Tally& tally) const
{
    const auto& [explorer, worker, measuring, all] = tally.kills;
    qInfo("%s: killed the explorer %d, the worker %d, the measuring process %d, all of them %d times; completed "
          "profiles: %d; lost in flight: %zu",
          what, explorer, worker, measuring, all, tally.profiles, tally.lost);
}

void TestSoak::commandLine()
{
    killAndGoOn("command-line", (m_kills + 1) / 2, [this](QProcess& process, const QString& workspace) {
        m_cli.start(process, {"profile", model, "--workspace", workspace, "--micro-batch", micro_batches});
    });
}

void TestSoak::window()
{
    killAndGoOn("window", (m_kills + 2) / 4, [this](QProcess& process, const QString& workspace) {
        process.setProcessEnvironment(m_cli.environment());
        process.start(QStringLiteral(PROGRAM_FOLDER "/soak_window"), {workspace, model, micro_batches});
    });
}

// The worker runs without an explorer: a request from a file, and an import of the results after each kill.
void TestSoak::workerByHand()
{
    const int kills = m_kills / 4;
    const QString request = m_cli.path("request.json");
    const QString output = m_cli.path("out.jsonl");
    const QString spool = m_cli.path("spool.jsonl");
    const QString workspace = m_cli.path("by-hand.stagecraft");
    const Finished written = m_cli.run({"profile", model, "--micro-batch", micro_batches, "--write-request", request});
    QVERIFY2(written.code == 0, written.err);
    const auto import = [&](const QString& file) {
        return m_cli.run({"workspace", "import", file, "--workspace", workspace, "--json"});
    };

    Tally tally;
    while (tally.profiles == 0) {
        QProcess worker;
        worker.setStandardInputFile(QProcess::nullDevice());
        worker.setStandardOutputFile(output, QIODevice::Append);
        worker.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft-worker"), {request, "--spool", spool});
        bool measuringToo = true;
        bool killed = false;
        while (!killed && tally.sum() < kills && survivesAMoment(worker)) {
            const Victim victim = draw(measuringToo);
            const auto process = static_cast<pid_t>(worker.processId());
            const QList<pid_t> measuring = descendantsOf(process);
            const Keys seen = spooledIn(spool);
            ++tally.of(victim == Victim::Explorer ? Victim::Worker : victim); // there is no explorer
            if (victim == Victim::Measuring && !measuring.isEmpty()) {
                killNow(measuring);
                measuringToo = false;
                continue;
            }
            killNow(victim == Victim::All ? measuring + QList<pid_t> {process} : QList<pid_t> {process});
            killed = true;
            QVERIFY(worker.waitForFinished(patience));
            QTRY_VERIFY_WITH_TIMEOUT(!isAnyRunning(measuring), 20'000);
            QVERIFY(without(seen, spooledIn(spool)).empty());
        }
        QVERIFY(worker.state() == QProcess::NotRunning || worker.waitForFinished(patience));
        if (!killed) {
            QCOMPARE(worker.exitCode(), 0);
            ++tally.profiles;
        }
        if (QFile::exists(spool)) {
            const Finished imported = import(spool);
            QVERIFY2(imported.code == 0 || spooledIn(spool).empty(), imported.err);
            const auto stored = storedIn(workspace);
            QVERIFY2(stored, stored ? "" : describe(stored.error()).c_str());
            QCOMPARE(*stored, spooledIn(spool));
        }
    }
    QCOMPARE(storedIn(workspace)->size(), points);
    QCOMPARE(import(spool).json().value("added").toInt(-1), 0);
    QCOMPARE(import(output).json().value("added").toInt(-1), 0);
    report("by hand", tally);
}

QTEST_GUILESS_MAIN(TestSoak)
#include "tst_soak.moc"
