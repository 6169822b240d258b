// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Workspace commands: list, show, import, and files that are not workspaces.
#include "core/json/codec.h"
#include "core/protocol/message.h"
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/programs.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QDir>
#include <QTest>

#include <array>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

QByteArray lineOf(const MessageBody& body, std::int64_t sequence)
{
    return QByteArray::fromStdString(encode(WorkerMessage {"5f0c2a6e-8f3e-4a0b-9d52-0d7a4b6d8c11", sequence, body}))
        + '\n';
}

Measurement measurementAt(std::int64_t micro_batch)
{
    Measurement measurement;
    measurement.point = pointOf(embeddingOf(100, 64, 32), {64}, micro_batch, 64);
    measurement.device = {DeviceKind::Cpu, "a processor", Bytes(1 << 30), "libtorch 2.11.0", "", 2};
    measurement.memory.parameters = Bytes(20992);
    measurement.repeats = 5;
    measurement.measured_at = "2026-11-21T12:00:00Z";
    return measurement;
}

QByteArray someLines()
{
    QByteArray lines = "a library says hello\n";
    lines += lineOf(HelloMessage {measurementAt(1).device, "0.1.0"}, 1);
    lines += lineOf(MeasurementMessage {measurementAt(1)}, 2);
    lines += lineOf(MeasurementMessage {measurementAt(2)}, 3);
    return lines + lineOf(ResultMessage {2, 0, false, false}, 4);
}

}

class TestWorkspaces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void importIsHarmlessTwice();
    void severalProcessesMayMakeOne();
    void showTakesTheFileByItself();
    void severalDriversOfADeviceAreReported();
    void importOfACutOffFileKeepsTheRest();
    void importOfSomethingElseIsRefused();
    void importOfAFailedRunIsAFailure();
    void aFullDiskIsTheWorkspaces();
    void aDamagedMeasurementIsReportedAndHidesNoOther();
    void aDamagedSessionHidesNoMeasurement();
    void importOfWhatIsNotUnderstoodIsAFailure();
    void anotherWorkspaceIsImported();
    void aMemorySnapshotIsImported();
    void aHostileSnapshotLeavesNothing();
    void workspacesThatCannotBeImportedAreReportedWhy();
    void defaultIsInTheDataFolder();
    void whatIsNoWorkspaceStaysAsItIs();
    void requestIsWrittenWithoutAWorker();
    void requestToTryAgainKnowsSuccessesOnly();
    void missingWorkerIsReported();
    void theFrameworkOfAPlanStaysWithTheSession();

private:
    CommandLine m_cli;
};

void TestWorkspaces::importIsHarmlessTwice()
{
    const QString file = m_cli.write("out.jsonl", someLines());
    const QStringList arguments {"workspace", "import", file, "--workspace", m_cli.path("w.stagecraft"), "--json"};
    const Finished first = m_cli.run(arguments);
    QVERIFY2(first.code == 0, first.err);
    QCOMPARE(first.json().value("measurements").toInt(), 2);
    QCOMPARE(first.json().value("added").toInt(), 2);
    const Finished second = m_cli.run(arguments);
    QCOMPARE(second.code, 0);
    QCOMPARE(second.json().value("added").toInt(), 0);

    const Finished show = m_cli.run({"workspace", "show", "--workspace", m_cli.path("w.stagecraft"), "--json"});
    QCOMPARE(show.code, 0);
    const QJsonArray devices = show.json().value("devices").toArray();
    QCOMPARE(devices.size(), 1);
    QCOMPARE(devices.first().toObject().value("done").toInt(), 2);
    QVERIFY(show.json().value("problem").isNull());
    QCOMPARE(Workspace::open(m_cli.path("w.stagecraft").toStdString(), OpenMode::ReadOnly)->measurements()->size(), 2U);
}

// Several processes may create the same workspace at once: one creates it, all add to it.
void TestWorkspaces::severalProcessesMayMakeOne()
{
    const QString file = m_cli.write("out.jsonl", someLines());
    for (int round = 0; round < 5; ++round) {
        const QString workspace = m_cli.path("shared" + QString::number(round) + ".stagecraft");
        std::array<QProcess, 4> processes;
        for (QProcess& process : processes) {
            m_cli.start(process, {"workspace", "import", file, "--workspace", workspace});
        }
        for (QProcess& process : processes) {
            const Finished run = CommandLine::wait(process);
            QVERIFY2(run.code == 0, run.err);
        }
    }
}

void TestWorkspaces::showTakesTheFileByItself()
{
    const QString file = m_cli.write("out.jsonl", someLines());
    const QString workspace = m_cli.path("shown.stagecraft");
    QCOMPARE(m_cli.run({"workspace", "import", file, "--workspace", workspace}).code, 0);
    const Finished named = m_cli.run({"workspace", "show", "--workspace", workspace, "--json"});
    const Finished bare = m_cli.run({"workspace", "show", workspace, "--json"});
    QVERIFY2(bare.code == 0, bare.err);
    QCOMPARE(bare.out, named.out);
}

void TestWorkspaces::severalDriversOfADeviceAreReported()
{
    const QString path = m_cli.path("drivers.stagecraft");
    Measurement older = measurementAt(1);
    older.device = {DeviceKind::Cuda, "A GPU", gibibytes(80), "libtorch 2.11.0", "12.4", 0};
    Measurement newer = older;
    newer.device.driver = "12.8";
    const auto shown = [&](const Measurement& added) {
        const bool kept = Workspace::openOrCreate(path.toStdString())->addMeasurement(added, {}, 0).has_value();
        return kept ? m_cli.run({"workspace", "show", path}).out : QByteArray();
    };
    const QByteArray one = shown(older);
    QVERIFY2(one.contains("libtorch 2.11.0, driver 12.4") && one.contains("80.0 GiB"), one);
    QVERIFY2(!one.contains("newest measurement"), one);
    const QByteArray two = shown(newer);
    QVERIFY2(two.contains("driver 12.8") && two.count("newest measurement") == 1, two);
}

void TestWorkspaces::importOfACutOffFileKeepsTheRest()
{
    QByteArray lines = someLines();
    lines.chop(20);
    const Finished run = m_cli.run({"workspace", "import", m_cli.write("cut.jsonl", lines), "--workspace",
                                    m_cli.path("cut.stagecraft"), "--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("added").toInt(), 2);
}

void TestWorkspaces::importOfSomethingElseIsRefused()
{
    const QString file = m_cli.write("poem.txt", "The rain in Spain\n");
    const Finished run = m_cli.run({"workspace", "import", file, "--workspace", m_cli.path("poem.stagecraft")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains(file.toUtf8()), run.err);
    QVERIFY2(run.err.contains("stagecraft-worker") && run.err.contains("*.stagecraft"), run.err);
    QVERIFY(!QFile::exists(m_cli.path("poem.stagecraft")));
    QCOMPARE(m_cli.run({"workspace", "import", m_cli.path("none.jsonl")}).code, 2);
}

void TestWorkspaces::importOfAFailedRunIsAFailure()
{
    const Error reason {ErrorCode::DeviceUnavailable, {std::string("cuda:0"), std::string("no GPU here")}, {}};
    const QString workspace = m_cli.path("stopped.stagecraft");
    const auto import = [&](const QByteArray& lines, const QStringList& more = {}) {
        return m_cli.run(
            QStringList {"workspace", "import", m_cli.write("stopped.jsonl", lines), "--workspace", workspace} + more);
    };
    const Finished nothing = import(lineOf(ErrorMessage {reason}, 1));
    QCOMPARE(nothing.code, 1);
    QVERIFY2(nothing.err.contains("the worker stopped: ") && nothing.err.contains("no GPU here"), nothing.err);
    const Finished some =
        import(lineOf(MeasurementMessage {measurementAt(1)}, 1) + lineOf(ErrorMessage {reason}, 2), {"--json"});
    QCOMPARE(some.code, 1);
    QCOMPARE(some.json().value("added").toInt(), 1); // earlier measurements are kept
    const QJsonObject stop = some.json().value("stops").toArray().first().toObject();
    QCOMPARE(stop.value("code").toString(), "device_unavailable");
    QVERIFY2(stop.value("message").toString().contains("no GPU here"), some.out);
}

void TestWorkspaces::importOfWhatIsNotUnderstoodIsAFailure()
{
    QByteArray refused = lineOf(MeasurementMessage {measurementAt(1)}, 2);
    refused.replace("\"micro_batch\":1", "\"micro_batch\":-1");
    const QString file = m_cli.write("refused.jsonl", lineOf(HelloMessage {measurementAt(1).device, "9"}, 1) + refused);
    const Finished run = m_cli.run({"workspace", "import", file, "--workspace", m_cli.path("refused.stagecraft")});
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.contains("1 line is invalid") && run.err.contains("line 2: ") && run.err.contains("micro_batch"),
             run.err);
}

void TestWorkspaces::anotherWorkspaceIsImported()
{
    const QString source = m_cli.path("source.stagecraft");
    QCOMPARE(m_cli.run({"workspace", "import", m_cli.write("out.jsonl", someLines()), "--workspace", source}).code, 0);
    const QStringList import {"workspace", "import", source, "--workspace", m_cli.path("target.stagecraft"), "--json"};
    const Finished first = m_cli.run(import);
    QVERIFY2(first.code == 0, first.err);
    QCOMPARE(first.json().value("measurements").toInt(), 2);
    QCOMPARE(first.json().value("added").toInt(), 2);
    const Finished second = m_cli.run(import);
    QCOMPARE(second.code, 0);
    QCOMPARE(second.json().value("added").toInt(-1), 0);
    const auto stored = [](const QString& path) {
        return Workspace::open(path.toStdString(), OpenMode::ReadOnly)->measurements().value();
    };
    QVERIFY(stored(m_cli.path("target.stagecraft")) == stored(source));
}

void TestWorkspaces::aMemorySnapshotIsImported()
{
    const CommandLine line;
    const QString workspace = line.path("w.stagecraft");
    const QStringList import {"workspace", "import", TEST_DATA "/snapshots/transformer.pickle", "--workspace",
                              workspace};
    const Finished first = line.run(import);
    QCOMPARE(first.code, 0);
    for (const char* words : {"Peak allocated: 86.6 MiB", "Peak reserved: 104 MiB", "optimizer", "train.py:30 forward",
                              "1 of 1 memory snapshots added to "}) {
        QVERIFY2(first.out.contains(words), first.out.constData());
    }
    const Finished again = line.run(import + QStringList {"--json"});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.json()["snapshots_added"].toInt(), 0);
    const QJsonObject trace = again.json()["traces"].toArray().at(0).toObject();
    QCOMPARE(trace["peak_bytes"].toInteger(), 90'832'896);
    QCOMPARE(trace["at_peak_bytes"].toObject()["optimizer"].toInteger(), 5'228'544);
    const Finished shown = line.run({"workspace", "show", workspace, "--json"});
    QCOMPARE(shown.json()["snapshots"].toArray().size(), 1);
}

void TestWorkspaces::aHostileSnapshotLeavesNothing()
{
    const CommandLine line;
    const QString touched = line.path("touched");
    const QByteArray command = "touch " + touched.toUtf8();
    const QByteArray pickle = QByteArray("\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c")
        + static_cast<char>(command.size()) + command + "\x85R.";
    const QString workspace = line.path("w.stagecraft");
    const Finished refused =
        line.run({"workspace", "import", line.write("evil.pickle", pickle), "--workspace", workspace, "--json"});
    QCOMPARE(refused.code, 2);
    QCOMPARE(refused.errorCode(), "snapshot_refused");
    QVERIFY2(refused.err.contains("STACK_GLOBAL posix.system"), refused.err.constData());
    QVERIFY(!QFile::exists(touched));
    QVERIFY(!QFile::exists(workspace));
}

void TestWorkspaces::workspacesThatCannotBeImportedAreReportedWhy()
{
    const QString source = m_cli.path("odd.stagecraft");
    QVERIFY(Workspace::create(source.toStdString()));
    const QString target = m_cli.path("untouched.stagecraft");
    const auto import = [&](const QString& workspace) {
        return m_cli.run({"workspace", "import", source, "--workspace", workspace, "--json"});
    };
    QCOMPARE(import(source).code, 2);
    QVERIFY2(import(source).err.contains("a workspace other than"), import(source).err);
    const auto write = [&](qint64 at, const QByteArray& bytes) {
        QFile file(source);
        return file.open(QIODevice::ReadWrite) && file.seek(at) && file.write(bytes) == bytes.size();
    };
    QVERIFY(write(63, "\x63")); // version of the format
    QCOMPARE(import(target).errorCode(), "workspace_newer");
    QVERIFY(write(68, "ABCD")); // application id
    const Finished other = import(target);
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains("stagecraft-worker") && other.err.contains("*.stagecraft"), other.err);
    QVERIFY(!QFile::exists(target));
}

void TestWorkspaces::defaultIsInTheDataFolder()
{
    const Finished none = m_cli.run({"workspace", "list", "--json"});
    QCOMPARE(none.code, 0);
    QVERIFY(none.json().value("workspaces").toArray().isEmpty());
    QVERIFY(none.json().value("folder").toString().startsWith(QFileInfo(m_cli.path("x")).absolutePath()));

    QCOMPARE(m_cli.run({"workspace", "import", m_cli.write("out.jsonl", someLines())}).code, 0);
    const Finished list = m_cli.run({"workspace", "list", "--json"});
    QCOMPARE(list.json().value("workspaces").toArray().size(), 1);
    QCOMPARE(list.json().value("workspaces").toArray().first().toObject().value("measurements").toInt(), 2);
    QCOMPARE(m_cli.run({"workspace", "show", "--json"}).json().value("devices").toArray().size(), 1);
}

void TestWorkspaces::whatIsNoWorkspaceStaysAsItIs()
{
    const QByteArray content = "not a database at all, and longer than a header of one hundred bytes, "
                               "so that its length does not give it away";
    const QString file = m_cli.write("not.stagecraft", content);
    for (const QStringList& command :
         {QStringList {"workspace", "show"}, QStringList {"profile", "zoo:resnet50"},
          QStringList {"plan", "zoo:resnet50", "--cluster", "2xcpu", "--global-batch", "4"}}) {
        const Finished run = m_cli.run(command + QStringList {"--workspace", file, "--json"});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), "workspace_not_one");
    }
    QFile after(file);
    QVERIFY(after.open(QIODevice::ReadOnly));
    QCOMPARE(after.readAll(), content);
}

void TestWorkspaces::requestIsWrittenWithoutAWorker()
{
    CommandLine cli;
    cli.setEnvironment("STAGECRAFT_WORKER_PATH", "/nowhere");
    const Finished run =
        cli.run({"profile", TEST_DATA "/models/gpt2-tiny.json", "--micro-batch", "1,3", "--sequence", "16,32",
                 "--device", "cuda:1", "--budget", "5min", "--write-request", cli.path("r.json"), "--json"});
    QVERIFY2(run.code == 0, run.err);
    QFile file(cli.path("r.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto request = decodeRequest(file.readAll().toStdString(), "r.json");
    QVERIFY(request);
    QCOMPARE(request->profile.micro_batches, (std::vector<std::int64_t> {1, 3}));
    QCOMPARE(request->profile.sequences, (std::vector<std::int64_t> {16, 32}));
    QCOMPARE(request->profile.device.kind, DeviceKind::Cuda);
    QCOMPARE(request->profile.device.index, 1);
    QCOMPARE(request->profile.budget->value, 300.0);
    QCOMPARE(run.json().value("points").toInt(), 12); // embedding, block and head, two sizes each, measured twice
}

void TestWorkspaces::requestToTryAgainKnowsSuccessesOnly()
{
    const QString workspace = m_cli.path("again.stagecraft");
    Measurement full = measurementAt(2);
    full.status = MeasurementStatus::OutOfMemory;
    QVERIFY(Workspace::create(workspace.toStdString())
                ->addMeasurements({{measurementAt(1), {}, 0}, {full, {}, 0}})
                .has_value());
    const auto known = [&](const QStringList& more) {
        const Finished run = m_cli.run(QStringList {"profile", TEST_DATA "/models/gpt2-tiny.json", "--workspace",
                                                    workspace, "--write-request", m_cli.path("again.json")}
                                       + more);
        QFile file(m_cli.path("again.json"));
        const bool read = run.code == 0 && file.open(QIODevice::ReadOnly);
        return read ? decodeRequest(file.readAll().toStdString(), "again.json")->known : std::vector<Measurement> {};
    };
    QVERIFY(known({}) == (std::vector {measurementAt(1), full}));
    QVERIFY(known({"--retry"}) == std::vector {measurementAt(1)});
}

void TestWorkspaces::missingWorkerIsReported()
{
    CommandLine cli;
    cli.setEnvironment("STAGECRAFT_WORKER_PATH", "/nowhere");
    const Finished run = cli.run({"profile", TEST_DATA "/models/gpt2-tiny.json", "--json"});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), "worker_missing");
    QVERIFY2(run.err.contains("STAGECRAFT_WORKER_PATH"), run.err);
}

// `plan` stores its problem in a workspace without one, including the framework, regardless of the option that sets it.
void TestWorkspaces::theFrameworkOfAPlanStaysWithTheSession()
{
    const auto frameworkKeptBy = [&](const char* workspace, const char* option, const char* name) {
        const QString path = m_cli.path(workspace);
        (void)Workspace::openOrCreate(path.toStdString());
        const Finished run = m_cli.run({"plan", "zoo:gpt2", "--cluster", "4xH100-80GB", "--global-batch", "8",
                                        "--precision", "bf16-master", option, name, "--workspace", path});
        const auto stored_problem = Workspace::open(path.toStdString(), OpenMode::ReadOnly)->problem().value();
        return run.code == 0 && stored_problem ? std::string(nameOf(stored_problem->constraints.framework.name))
                                               : run.err.toStdString();
    };
    QCOMPARE(frameworkKeptBy("named.stagecraft", "--framework", "megatron-core"), std::string("megatron-core"));
    QCOMPARE(frameworkKeptBy("alias.stagecraft", "--stack", "megatron"), std::string("megatron-core"));
}

// A full disk is reported for the workspace, not for the imported file.
void TestWorkspaces::aFullDiskIsTheWorkspaces()
{
    const CommandLine cli;
    QCOMPARE(
        cli.run({"workspace", "import", cli.write("few.jsonl", someLines()), "--workspace", cli.path("w.stagecraft")})
            .code,
        0);
    QByteArray many;
    for (int i = 10; i < 600; ++i) {
        many += lineOf(MeasurementMessage {measurementAt(i)}, i);
    }
    const QString lines = cli.write("many.jsonl", many);
    const FileSizeLimit limit(150'000);
    const Finished full = cli.run({"workspace", "import", lines, "--workspace", cli.path("w.stagecraft"), "--json"});
    QCOMPARE(full.code, 1);
    QCOMPARE(full.errorCode(), QString("disk_full"));
    QVERIFY2(full.out.contains("w.stagecraft") && !full.out.contains("many.jsonl"), full.out.constData());
}

void TestWorkspaces::aDamagedMeasurementIsReportedAndHidesNoOther()
{
    const CommandLine cli;
    const QString workspace = cli.path("w.stagecraft");
    QCOMPARE(cli.run({"workspace", "import", cli.write("few.jsonl", someLines()), "--workspace", workspace}).code, 0);
    const auto doneIn = [](const Finished& reported) {
        return reported.json().value("devices").toArray().first().toObject().value("done").toInt();
    };
    const int whole = doneIn(cli.run({"workspace", "show", workspace, "--json"}));
    QVERIFY(whole > 0);
    SQLite::Database(workspace.toStdString(), SQLite::OPEN_READWRITE)
        .exec("UPDATE measurement SET payload = '{' WHERE id = 1");
    const Finished shown = cli.run({"workspace", "show", workspace});
    QCOMPARE(shown.code, 0);
    const QByteArray words = "1 measurement is damaged and skipped: measurement 1: ";
    QVERIFY2(shown.err.contains(words), shown.err.constData());
    const Finished counted = cli.run({"workspace", "show", workspace, "--json"});
    QCOMPARE(counted.json().value("damaged_rows").toInt(), 1);
    QCOMPARE(doneIn(counted), whole - 1);
    const Finished planned =
        cli.run({"plan", "zoo:gpt?layers=2&hidden=64&heads=2&vocabulary=100", "--cluster", "2xcpu:8GiB",
                 "--global-batch", "2", "--sequence", "64", "--workspace", workspace});
    QVERIFY2(planned.err.count(words) == 1, planned.err.constData());
    const Finished imported =
        cli.run({"workspace", "import", workspace, "--workspace", cli.path("other.stagecraft"), "--json"});
    QCOMPARE(imported.code, 0);
    QCOMPARE(imported.json().value("damaged_rows").toInt(), 1);
    QVERIFY2(imported.err.contains("1 row is damaged and skipped"), imported.err.constData());
}

void TestWorkspaces::aDamagedSessionHidesNoMeasurement()
{
    const CommandLine cli;
    const QString workspace = cli.path("w.stagecraft");
    QCOMPARE(cli.run({"workspace", "import", cli.write("few.jsonl", someLines()), "--workspace", workspace}).code, 0);
    SQLite::Database(workspace.toStdString(), SQLite::OPEN_READWRITE)
        .exec("INSERT INTO question (id, problem, edited_at) VALUES (1, '{', '')");
    const Finished shown = cli.run({"workspace", "show", workspace});
    QVERIFY2(shown.code == 0, shown.err);
    QVERIFY2(shown.out.contains("Problem: damaged") && shown.out.contains("a processor"), shown.out);
    QVERIFY2(shown.err.contains("the problem of the workspace is skipped"), shown.err);
    const QJsonObject json = cli.run({"workspace", "show", workspace, "--json"}).json();
    QVERIFY(json.value("problem_damaged").toBool() && json.value("problem").isNull());
    QCOMPARE(json.value("devices").toArray().size(), 1);
}

QTEST_GUILESS_MAIN(TestWorkspaces)
#include "tst_workspaces.moc"
