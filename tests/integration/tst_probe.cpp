// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Probes on the command line and in the session, with the real worker on the CPU.
#include "core/base/english.h"
#include "core/json/codec.h"
#include "core/session/profilejob.h"
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"
#include "tests/integration/processes.h"
#include "tests/support/schema.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace stagecraft;
using stagecraft::testing::CommandLine;
using stagecraft::testing::descendantsOf;
using stagecraft::testing::Finished;
using stagecraft::testing::isAnyRunning;
using stagecraft::testing::SchemaFolder;

namespace {

constexpr int patience = 120'000; // ms; libtorch may be loaded from a cold disk

std::vector<DeviceProbe> storedIn(const QString& workspace)
{
    const auto opened = Workspace::open(workspace.toStdString(), OpenMode::ReadOnly);
    return opened ? opened->latestProbes().value() : std::vector<DeviceProbe> {};
}

}

class TestProbe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void probeIsShownAndKept();
    void requestByHandAndImport();
    void interruptLeavesTheWorkspaceAsItWas();
    void missingDeviceIsRefused();
    void jobOfTheSession();

private:
    CommandLine m_cli;
};

void TestProbe::probeIsShownAndKept()
{
    const QString workspace = m_cli.path("w.stagecraft");
    QElapsedTimer timer;
    timer.start();
    const Finished json = m_cli.run({"probe", "--workspace", workspace, "--budget", "2s", "--json"});
    QVERIFY2(json.code == 0, json.err);
    QVERIFY2(timer.elapsed() < 60'000, QByteArray::number(timer.elapsed())); // most of it loads libtorch
    QVERIFY2(json.err.isEmpty(), json.err); // no progress line in a pipe
    const auto document = nlohmann::json::parse(json.out.toStdString());
    QCOMPARE(document.at("cancelled").get<bool>(), false);
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    QCOMPARE(schemas.complaint("probe.schema.json", document.at("probe")), std::string());
    const auto probe = decodeJson<DeviceProbe>(document.at("probe"), "probe");
    QVERIFY(!probe.matrix.empty() && !probe.memory.empty() && !probe.copies.empty());
    QVERIFY(storedIn(workspace) == std::vector {probe});

    const Finished text = m_cli.run({"probe", "--device", "cpu", "--workspace", workspace, "--budget", "1s"});
    QVERIFY2(text.code == 0, text.err);
    for (const char* word :
         {"fp32 GFLOP/s", "bf16 GFLOP/s", "matrix size", "memory", "both directions GB/s", "w.stagecraft"}) {
        QVERIFY2(text.out.contains(word), text.out);
    }
    QVERIFY2(!text.out.contains("tf32"), text.out); // not on a CPU
    QCOMPARE(storedIn(workspace).size(), 1U); // the latest probe of the only device

    const Finished shown = m_cli.run({"workspace", "show", workspace, "--json"});
    QCOMPARE(shown.json().value("probes").toArray().size(), 1);
    const Finished reported = m_cli.run({"workspace", "show", workspace});
    QVERIFY2(reported.out.contains("probed") && reported.out.contains("fp32"), reported.out);
}

void TestProbe::requestByHandAndImport()
{
    const QString request = m_cli.path("r.json");
    const Finished written = m_cli.run({"probe", "--budget", "1s", "--write-request", request});
    QVERIFY2(written.code == 0, written.err);
    QProcess worker;
    worker.setStandardOutputFile(m_cli.path("out.jsonl"));
    worker.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft-worker"), {request});
    QVERIFY(worker.waitForFinished(patience));
    QCOMPARE(worker.exitCode(), 0);
    const QString workspace = m_cli.path("import.stagecraft");
    const QStringList import {"workspace", "import", m_cli.path("out.jsonl"), "--workspace", workspace, "--json"};
    const Finished first = m_cli.run(import);
    QCOMPARE(first.json().value("probes").toInt(), 1);
    QCOMPARE(first.json().value("probes_added").toInt(), 1);
    QCOMPARE(first.json().value("measurements").toInt(-1), 0);
    QCOMPARE(m_cli.run(import).json().value("probes_added").toInt(-1), 0);
    QCOMPARE(storedIn(workspace).size(), 1U);
    const Finished text = m_cli.run({"workspace", "import", m_cli.path("out.jsonl"), "--workspace", workspace});
    QVERIFY2(text.out.startsWith("0 of 1 device probes added to "), text.out);
}

void TestProbe::interruptLeavesTheWorkspaceAsItWas()
{
    const QString workspace = m_cli.path("interrupted.stagecraft");
    QProcess process;
    m_cli.start(process, {"probe", "--workspace", workspace, "--budget", "60s", "--json"});
    QTRY_VERIFY_WITH_TIMEOUT(descendantsOf(process.processId()).size() >= 2, patience);
    const QList<pid_t> workers = descendantsOf(process.processId());
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished run = CommandLine::wait(process);
    QVERIFY2(run.code == 130, run.err);
    QCOMPARE(run.json().value("cancelled"), QJsonValue(true));
    QVERIFY(run.json().value("probe").isNull());
    QVERIFY(storedIn(workspace).empty());
    QTRY_VERIFY(!isAnyRunning(workers));
}

void TestProbe::missingDeviceIsRefused()
{
    const QString workspace = m_cli.path("device.stagecraft");
    const Finished run = m_cli.run({"probe", "--workspace", workspace, "--device", "cuda:99", "--json"});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), "device_unavailable");
    QVERIFY(storedIn(workspace).empty());
    // A file that is not a workspace is not changed, and rejected before any measurement.
    const Finished other = m_cli.run({"probe", "--workspace", m_cli.write("notes", "mine"), "--json"});
    QCOMPARE(other.code, 2);
    QCOMPARE(other.errorCode(), "workspace_not_one");
}

void TestProbe::jobOfTheSession()
{
    ProbeRequest request;
    request.budget = Seconds(1);
    ProfileJob job(request);
    QSignalSpy hello(&job, &ProfileJob::hello);
    QSignalSpy progressed(&job, &ProfileJob::progressed);
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy probed(&job, &ProfileJob::probed);
    QSignalSpy finished(&job, &ProfileJob::finished);
    QSignalSpy failed(&job, &ProfileJob::failed);
    QCOMPARE(describe(job.title()), std::string("Probe cpu"));
    job.start();
    QTRY_VERIFY_WITH_TIMEOUT(!job.isRunning(), patience);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : describe(qvariant_cast<Error>(failed.first().first())).c_str());
    QCOMPARE(finished.size(), 1);
    QCOMPARE(qvariant_cast<ProfileSummary>(finished.first().first()).measured, 1);
    QCOMPARE(hello.size(), 1);
    QVERIFY(progressed.size() > 5);
    QVERIFY(measured.isEmpty());
    QCOMPARE(probed.size(), 1);
    const auto probe = qvariant_cast<DeviceProbe>(probed.first().first());
    QVERIFY(probe.device == qvariant_cast<MeasuredDevice>(hello.first().first()));
    QVERIFY(!probe.matrix.empty());
}

QTEST_GUILESS_MAIN(TestProbe)
#include "tst_probe.moc"
