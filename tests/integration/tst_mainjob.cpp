// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The main job on the command line with the real worker: profile, plan, export; and profiles that are interrupted or
// killed.
#include "core/json/codec.h"
#include "core/session/connection.h"
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"
#include "tests/integration/processes.h"
#include "tests/support/patience.h"

#include <QTest>

#include <tuple>

#include <map>

using namespace stagecraft;
using stagecraft::testing::CommandLine;
using stagecraft::testing::descendantsOf;
using stagecraft::testing::Finished;
using stagecraft::testing::isAnyRunning;

namespace {

constexpr int patience = 120'000; // ms; libtorch may be loaded from a cold disk
const QString model = QStringLiteral(TEST_DATA "/models/gpt2-tiny.json");

std::size_t storedIn(const QString& workspace)
{
    const auto opened = Workspace::open(workspace.toStdString(), OpenMode::ReadOnly);
    const auto measurements = opened ? opened->measurements() : Result<std::vector<Measurement>>();
    return measurements ? measurements->size() : 0;
}

// Three points per micro-batch size; enough of them to interrupt.
QString manyMicroBatches()
{
    QStringList numbers;
    for (int i = 1; i <= 300; ++i) {
        numbers.append(QString::number(i));
    }
    return numbers.join(',');
}

}

class TestMainJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void profilePlanExport();
    void twoProfilesShowTheSameBytes();
    void whatDoesNotFitIsReported();
    void whatRanOutOfMemoryIsTriedAgainWhereAsked();
    void requestByHandAndImport();
    void otherDevicesDoNotAnswer();
    void interruptKeepsWhatWasMeasured_data();
    void interruptKeepsWhatWasMeasured();
    void killLosesAtMostOneMeasurement();
    void budgetEndsAProfile();
    void missingDeviceIsRefused();

private:
    CommandLine m_cli;
};

void TestMainJob::profilePlanExport()
{
    const QString workspace = m_cli.path("w.stagecraft");
    const QStringList profile {"profile", model,        "--workspace", workspace,     "--micro-batch",
                               "1,2",     "--sequence", "32",          "--optimizer", "sgd"};
    const Finished first = m_cli.run(profile + QStringList {"--json"});
    QVERIFY2(first.code == 0, first.err);
    QCOMPARE(first.json().value("measured").toInt(), 6);
    QCOMPARE(first.json().value("reused").toInt(), 0);
    QCOMPARE(first.json().value("measurements").toArray().size(), 6);
    QVERIFY(!first.json().value("device").toObject().value("name").toString().isEmpty());
    QVERIFY2(first.err.isEmpty(), first.err); // no progress line in a pipe

    const Finished second = m_cli.run(profile);
    QVERIFY2(second.code == 0, second.err);
    QVERIFY2(second.out.contains("0 measured, 6 reused"), second.out);
    QVERIFY2(second.out.contains(" (x"), second.out); // equal blocks share a measurement
    QCOMPARE(storedIn(workspace), 6U);

    const QStringList workload {"--sequence", "32", "--optimizer", "sgd"};
    const Finished estimate =
        m_cli.run(QStringList {"estimate", model, "--workspace", workspace, "--cluster", "1xcpu:1GiB", "--pipeline",
                               "1", "--micro-batch", "2", "--micro-batches", "1", "--json"}
                  + workload);
    QVERIFY2(estimate.code == 0, estimate.err);
    const QJsonObject device = estimate.json().value("devices").toArray().first().toObject();
    QVERIFY(device.value("peak_bytes").toDouble()
            > device.value("breakdown").toObject().value("parameters_bytes").toDouble());
    QVERIFY(device.value("breakdown").toObject().value("parameters_bytes").toDouble() > 0);
    QCOMPARE(estimate.json().value("memory_basis").toString(), "measured");

    // A note about unmeasured layers contains the command that measures them; that command works unchanged and removes
    // the note.
    for (const auto& [option, value, why] :
         {std::tuple("--attention", "eager", "not measured: predicted by formulas"),
          std::tuple("--micro-batch", "5", "extrapolated beyond the measured sizes")}) {
        const QStringList other =
            QStringList {"estimate", model, "--workspace", workspace, "--cluster", "1xcpu:1GiB", "--pipeline", "1"}
            + workload + QStringList {option, value};
        const Finished missing = m_cli.run(other);
        QVERIFY2(missing.code == 0, missing.err);
        QVERIFY2(missing.out.contains(why), missing.out);
        const QByteArray line = missing.out.mid(missing.out.indexOf("run: stagecraft-cli ") + 20);
        const QByteArray command = line.left(line.indexOf('\n')).trimmed();
        const Finished measured = m_cli.run(QString::fromUtf8(command).split(' '));
        QVERIFY2(measured.code == 0, measured.err);
        QVERIFY(!m_cli.run(other).out.contains("To measure, run"));
    }

    const QString json = m_cli.path("plan.json");
    const Finished plan = m_cli.run(QStringList {"plan", model, "--workspace", workspace, "--cluster", "4xcpu:1GiB",
                                                 "--global-batch", "8", "-o", json, "--json"}
                                    + workload);
    QVERIFY2(plan.code == 0, plan.err);
    QCOMPARE(plan.json().value("outcome").toString(), "optimal");
    QVERIFY(QFile::exists(json));
    const Finished exported = m_cli.run({"export", json, "--format", "yaml", "-o", m_cli.path("plan.yaml")});
    QVERIFY2(exported.code == 0, exported.err);
    QVERIFY(QFile::exists(m_cli.path("plan.yaml")));

    // The window opens with this problem; a later one does not replace it.
    const auto stored = [&] { return Workspace::open(workspace.toStdString(), OpenMode::ReadOnly)->problem().value(); };
    QCOMPARE(stored()->workload.global_batch, 8);
    QCOMPARE(m_cli
                 .run(QStringList {"plan", model, "--workspace", workspace, "--cluster", "4xcpu:1GiB", "--global-batch",
                                   "16"}
                      + workload)
                 .code,
             0);
    QCOMPARE(stored()->workload.global_batch, 8);
}

void TestMainJob::twoProfilesShowTheSameBytes()
{
    std::map<std::string, LayerMemory> first;
    for (const char* name : {"first.stagecraft", "second.stagecraft"}) {
        const QString workspace = m_cli.path(name);
        const Finished run = m_cli.run(
            {"profile", model, "--workspace", workspace, "--micro-batch", "1,2", "--sequence", "32", "--tensor", "2"});
        QVERIFY2(run.code == 0, run.err);
        std::map<std::string, LayerMemory> memory;
        const auto measurements = Workspace::open(workspace.toStdString())->measurements();
        for (const Measurement& m : measurements.value()) {
            QVERIFY(m.status == MeasurementStatus::Done && m.memory.parameters > Bytes(0));
            memory.emplace(pointKey(m.point), m.memory);
        }
        QCOMPARE(memory.size(), std::size_t(12)); // three layers and their shares
        QVERIFY(first.empty() || memory == first);
        first = std::move(memory);
    }
}

void TestMainJob::whatDoesNotFitIsReported()
{
    // A block has 48 TiB of parameters; the embedding's output has 2 TiB at the larger micro-batch size.
    const Finished run =
        m_cli.run({"profile", "zoo:gpt?layers=1&hidden=1048576&heads=1&vocabulary=2&positions=1", "--sequence", "1",
                   "--optimizer", "sgd", "--micro-batch", "1,524288", "--workspace", m_cli.path("huge.stagecraft")});
    QVERIFY2(run.code == 0, run.err);
    QVERIFY2(run.out.contains("block 0 does not fit in the "), run.out);
    QVERIFY2(run.out.contains(" at micro-batch size 1, sequence 1 (parameters, gradients and optimizer "
                              "state need more than 96.0 TiB"),
             run.out);
    QVERIFY2(run.out.contains("No smaller point was measured: "), run.out);
    QVERIFY2(run.out.contains("embedding does not fit in the "), run.out);
    QVERIFY2(run.out.contains(" at micro-batch size 524288, sequence 1 (it needs more than the "), run.out);
    QVERIFY2(run.out.contains("Measured instead: micro-batch size 1, sequence 1.\n"), run.out);
    QVERIFY2(!run.out.contains("smaller --micro-batch"), run.out); // no smaller size of the block fits
    QVERIFY2(run.out.contains("--retry"), run.out);
}

// Points that ran out of memory are retried on request, for example because other programs had used the memory.
void TestMainJob::whatRanOutOfMemoryIsTriedAgainWhereAsked()
{
    const QString workspace = m_cli.path("short.stagecraft");
    const QStringList profile {"profile", model, "--sequence", "16", "--micro-batch", "1,2", "--workspace", workspace};
    QCOMPARE(m_cli.run(profile).code, 0);
    const auto stored = [&] { return Workspace::open(workspace.toStdString())->measurements().value(); };
    const auto isSmallBlock = [](const Measurement& m) {
        return kindName(m.point.spec) == "transformer_block" && m.point.micro_batch == 1;
    };
    const auto measured = stored();
    Measurement full = *std::find_if(measured.begin(), measured.end(), isSmallBlock);
    full.status = MeasurementStatus::OutOfMemory;
    full.message = verbatim("memory was short");
    {
        auto opened = Workspace::open(workspace.toStdString());
        for (const Measurement& m : measured) {
            if (kindName(m.point.spec) == "transformer_block") {
                QCOMPARE(opened->removeMeasurements({m}).value(), 1);
            }
        }
        QVERIFY(opened->addMeasurement(full, {}, 0));
    }
    const Finished plain = m_cli.run(profile);
    QCOMPARE(plain.code, 0);
    QVERIFY2(plain.out.contains("0 measured, 5 reused"), plain.out);
    QVERIFY2(plain.out.contains("memory was short; from an earlier profile") && plain.out.contains("--retry"),
             plain.out);
    QCOMPARE(stored().size(), std::size_t(5)); // the larger micro-batch size is not retried
    const Finished again = m_cli.run(profile + QStringList {"--retry"});
    QVERIFY2(again.code == 0, again.err);
    QVERIFY2(again.out.contains("2 measured, 4 reused"), again.out);
    QVERIFY2(!again.out.contains("does not fit"), again.out);
    const auto after = stored();
    QCOMPARE(after.size(), std::size_t(6));
    for (const Measurement& m : after) {
        QCOMPARE(m.status, MeasurementStatus::Done); // the new result replaces the old one
    }
}

void TestMainJob::requestByHandAndImport()
{
    const QString request = m_cli.path("r.json");
    const QString workspace = m_cli.path("import.stagecraft"); // the import creates it
    const QStringList write {"profile",         model,   "--sequence",  "16",     "--micro-batch", "1",
                             "--write-request", request, "--workspace", workspace};
    QCOMPARE(m_cli.run(write).code, 0);
    QVERIFY(!QFile::exists(workspace));
    QProcess worker;
    worker.setStandardOutputFile(m_cli.path("out.jsonl"));
    worker.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft-worker"), {request});
    QVERIFY(worker.waitForFinished(patience));
    QCOMPARE(worker.exitCode(), 0);
    const QStringList import {"workspace", "import", m_cli.path("out.jsonl"), "--workspace", workspace, "--json"};
    QCOMPARE(m_cli.run(import).json().value("added").toInt(), 3);
    QCOMPARE(m_cli.run(import).json().value("added").toInt(), 0);
    const Finished profile =
        m_cli.run({"profile", model, "--sequence", "16", "--micro-batch", "1", "--workspace", workspace, "--json"});
    QCOMPARE(profile.json().value("measured").toInt(-1), 0);
    QCOMPARE(profile.json().value("reused").toInt(), 3);
}

void TestMainJob::otherDevicesDoNotAnswer()
{
    const QString workspace = m_cli.path("other.stagecraft");
    const QStringList profile {"profile", model,         "--sequence", "16",    "--micro-batch",
                               "1",       "--workspace", workspace,    "--json"};
    QCOMPARE(m_cli.run(profile).json().value("measured").toInt(), 3);
    // Measurements of the same points on another machine's CPU do not count for this CPU.
    auto measurements = Workspace::open(workspace.toStdString())->measurements().value();
    QVERIFY(QFile::remove(workspace));
    for (Measurement& measurement : measurements) {
        measurement.device.name = "another processor";
        QVERIFY(Workspace::openOrCreate(workspace.toStdString())->addMeasurement(measurement, {}, 0));
    }
    const Finished here = m_cli.run(profile);
    QCOMPARE(here.json().value("measured").toInt(), 3);
    QCOMPARE(here.json().value("reused").toInt(-1), 0);
    QCOMPARE(storedIn(workspace), 6U);
}

void TestMainJob::interruptKeepsWhatWasMeasured_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("Ctrl-C") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void TestMainJob::interruptKeepsWhatWasMeasured()
{
    QFETCH(int, signal);
    const QString workspace = m_cli.path(QStringLiteral("interrupted%1.stagecraft").arg(signal));
    QProcess process;
    m_cli.start(process,
                {"profile", model, "--workspace", workspace, "--micro-batch", manyMicroBatches(), "--sequence", "32",
                 "--json"});
    QTRY_VERIFY_WITH_TIMEOUT(storedIn(workspace) >= 2, patience);
    const QList<pid_t> workers = descendantsOf(process.processId());
    QVERIFY(!workers.isEmpty());
    ::kill(static_cast<pid_t>(process.processId()), signal);
    const Finished run = CommandLine::wait(process);
    QVERIFY2(run.code == 130, run.err);
    QCOMPARE(run.json().value("cancelled"), QJsonValue(true));
    const int measured = run.json().value("measured").toInt();
    QVERIFY(measured >= 2 && measured < 900);
    QCOMPARE(storedIn(workspace), static_cast<std::size_t>(measured));
    QTRY_VERIFY(!isAnyRunning(workers));
    QVERIFY(!QFile::exists(workspace + "-wal"));
}

void TestMainJob::killLosesAtMostOneMeasurement()
{
    const QString workspace = m_cli.path("killed.stagecraft");
    const QStringList profile {"profile",          model,        "--workspace", workspace, "--micro-batch",
                               manyMicroBatches(), "--sequence", "32"};
    QProcess process;
    m_cli.start(process, profile);
    QTRY_VERIFY_WITH_TIMEOUT(storedIn(workspace) >= 3, patience);
    const QList<pid_t> workers = descendantsOf(process.processId());
    const std::size_t seen = storedIn(workspace);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished(patient(10'000)));
    QTRY_VERIFY_WITH_TIMEOUT(!isAnyRunning(workers), patient(10'000)); // no process remains

    // Earlier measurements are kept, and the workspace can be opened for writing.
    const std::size_t kept = storedIn(workspace);
    QVERIFY(kept >= seen);
    const auto connection = Connection::open(workspace);
    QVERIFY(connection && !(*connection)->readOnly());

    // The next profile continues: the smallest points were measured first and are not repeated.
    const Finished next =
        m_cli.run({"profile", model, "--workspace", workspace, "--micro-batch", "1,2", "--sequence", "32", "--json"});
    QVERIFY2(next.code == 0, next.err);
    QVERIFY(next.json().value("reused").toInt() >= 1);
    QCOMPARE(next.json().value("reused").toInt() + next.json().value("measured").toInt(), 6);
    QCOMPARE(storedIn(workspace), kept + static_cast<std::size_t>(next.json().value("measured").toInt()));
}

void TestMainJob::budgetEndsAProfile()
{
    const Finished run = m_cli.run({"profile", model, "--workspace", m_cli.path("budget.stagecraft"), "--micro-batch",
                                    manyMicroBatches(), "--sequence", "32", "--budget", "1s", "--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("budget_spent"), QJsonValue(true));
    QVERIFY(run.json().value("measured").toInt() < 900);
}

void TestMainJob::missingDeviceIsRefused()
{
    const Finished run =
        m_cli.run({"profile", model, "--workspace", m_cli.path("device.stagecraft"), "--device", "cuda:99", "--json"});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), "device_unavailable");
}

QTEST_GUILESS_MAIN(TestMainJob)
#include "tst_mainjob.moc"
