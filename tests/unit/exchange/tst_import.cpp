// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Errors of an import, and the import of other workspaces; tst_workspace tests valid lines.
#include "core/base/english.h"
#include "core/exchange/workspaceimport.h"
#include "core/protocol/message.h"
#include "tests/support/chains.h"
#include "tests/support/workspacefiles.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class ImportTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void importReportsWhyWorkersStopped();
    void importCountsWhatIsNotUnderstood();
    void aVastLineIsSkipped();
    void anotherWorkspaceIsImported();
    void whatIsThereStaysUnlessTheOtherSucceeded();
    void importOfAnOldWorkspaceReadsItAsItIs();
    void descriptionsComeAlong();
    void importOfTheSameFileIsRefused();

private:
    std::string file(const char* name = "w.stagecraft") const { return m_folder->filePath(name).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void ImportTest::importReportsWhyWorkersStopped()
{
    auto workspace = Workspace::create(file());
    const Error reason {ErrorCode::DeviceUnavailable, {std::string("cuda:0"), std::string("there is none")}, {}};
    const auto line = [](const std::string& job, std::int64_t sequence, const MessageBody& body) {
        return encode(WorkerMessage {job, sequence, body}) + "\n";
    };
    const auto stopped =
        importLines(*workspace,
                    line("first", 1, MeasurementMessage {measurementAt(1)}) + line("first", 2, ErrorMessage {reason})
                        + line("second", 1, ResultMessage {}));
    QCOMPARE(stopped->added, 1);
    QVERIFY(stopped->stops == std::vector {reason});
    // The same job, restarted with the same spool file, came to its end.
    const auto ended =
        importLines(*workspace, line("first", 2, ErrorMessage {reason}) + line("first", 3, ResultMessage {}));
    QVERIFY(ended->stops.empty());
}

void ImportTest::importCountsWhatIsNotUnderstood()
{
    auto workspace = Workspace::create(file());
    const std::string line = encode(WorkerMessage {"job", 1, MeasurementMessage {measurementAt(1)}});
    std::string other = line;
    other.replace(other.find("\"layer_norm\""), 12, "\"layer_song\""); // an operator that does not exist
    const auto summary =
        importLines(*workspace, "some { of a library\n" + other + "\n" + other + "\n" + line.substr(0, 50));
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QCOMPARE(summary->measurements, 0);
    QCOMPARE(summary->skipped_lines, 4);
    QCOMPARE(summary->refused, 2); // the other library's line and the truncated one
    QCOMPARE(summary->first_refused->line, 2);
    QVERIFY2(describe(summary->first_refused->reason).find("layer_song") != std::string::npos,
             describe(summary->first_refused->reason).c_str());
}

// A huge line is skipped: parsing would need 70 times its memory.
void ImportTest::aVastLineIsSkipped()
{
    auto workspace = Workspace::create(file());
    const std::string deep(16 << 20, '[');
    const std::string wide = "{\"format\":\"stagecraft-message\",\"x\":\"" + std::string(17 << 20, 'x') + "\"}";
    const auto summary = importLines(*workspace, deep + '\n' + wide + '\n');
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QCOMPARE(summary->skipped_lines, 2);
    QCOMPARE(summary->refused, 0);
    QVERIFY2(describe(summary->skipped.back().reason).find("more than the limit of 16.0 MiB") != std::string::npos,
             describe(summary->skipped.back().reason).c_str());
}

void ImportTest::anotherWorkspaceIsImported()
{
    const std::string path = file("other");
    {
        auto other = Workspace::create(path);
        QVERIFY(other->addMeasurements({{measurementAt(1), "job", 1}, {measurementAt(2), "job", 2}}));
        DeviceProbe probe;
        probe.device = measurementAt(1).device;
        probe.measured_at = "2026-10-02T08:00:00Z";
        QVERIFY(other->addProbe(probe));
    }
    const QByteArray before = contentOf(QString::fromStdString(path));
    auto workspace = Workspace::create(file());
    QVERIFY(workspace->addMeasurement(measurementAt(2), {}, 0));
    const auto summary = importWorkspace(*workspace, path);
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QVERIFY(*summary == (ImportSummary {2, 1, 1, 1, 0, 0, {}}));
    QCOMPARE(workspace->measurements()->size(), std::size_t(2));
    QCOMPARE(workspace->latestProbes()->size(), std::size_t(1));
    QVERIFY(*importWorkspace(*workspace, path) == (ImportSummary {2, 0, 1, 0, 0, 0, {}}));
    // Importing restores a deleted measurement.
    QCOMPARE(workspace->removeMeasurements({measurementAt(1)}).value(), 1);
    QCOMPARE(importWorkspace(*workspace, path)->added, 1);
    QCOMPARE(contentOf(QString::fromStdString(path)), before);
    QVERIFY(!QFile::exists(QString::fromStdString(path + "-wal")));
}

void ImportTest::whatIsThereStaysUnlessTheOtherSucceeded()
{
    const auto earlier = [](std::int64_t micro_batch, MeasurementStatus status) {
        Measurement measurement = measurementAt(micro_batch, status);
        measurement.measured_at = "2026-09-01T08:00:00Z";
        return measurement;
    };
    const std::vector<Measurement> others {earlier(1, MeasurementStatus::Done), earlier(2, MeasurementStatus::Done),
                                           earlier(4, MeasurementStatus::OutOfMemory),
                                           earlier(8, MeasurementStatus::OutOfMemory),
                                           earlier(16, MeasurementStatus::OutOfMemory)};
    const std::string path = file("other");
    for (const Measurement& measurement : others) {
        QVERIFY(Workspace::openOrCreate(path)->addMeasurement(measurement, {}, 0));
    }
    auto workspace = Workspace::create(file());
    const std::vector<Measurement> own {measurementAt(1), measurementAt(2, MeasurementStatus::OutOfMemory),
                                        measurementAt(4), measurementAt(8, MeasurementStatus::OutOfMemory)};
    for (const Measurement& measurement : own) {
        QVERIFY(workspace->addMeasurement(measurement, {}, 0));
    }
    QCOMPARE(importWorkspace(*workspace, path)->added, 2);
    const std::vector<Measurement> expected {own[0], others[1], own[2], own[3], others[4]};
    QVERIFY(*workspace->measurements() == expected);
}

void ImportTest::importOfAnOldWorkspaceReadsItAsItIs()
{
    const std::string path = file("old");
    QVERIFY(QFile::copy(QStringLiteral(TEST_DATA "/workspace-v1.stagecraft"), QString::fromStdString(path)));
    const QByteArray before = contentOf(QString::fromStdString(path));
    auto workspace = Workspace::create(file());
    const auto summary = importWorkspace(*workspace, path);
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QCOMPARE(summary->added, 3);
    QCOMPARE(contentOf(QString::fromStdString(path)), before);
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".backup-v1")));
}

// Descriptions of TorchScript files are imported; the workspace's description of a file takes precedence.
void ImportTest::descriptionsComeAlong()
{
    const auto described = [](const std::string& name, const std::string& hash) {
        ScriptedLayer layer;
        layer.file = "/models/" + name + ".pt";
        layer.file_hash = hash;
        layer.child = "0";
        layer.type = "Block";
        layer.code_hash = "c0";
        layer.takes_sample = true;
        layer.input = layer.output = {4};
        Model model;
        model.name = name;
        model.family = "torchscript";
        model.source = layer.file;
        model.sample = SampleKind::Opaque;
        model.default_sequence = model.longest_sequence = 1;
        model.layers = {{"0", layer}};
        return model;
    };
    const std::string path = file("other");
    {
        auto other = Workspace::create(path);
        QVERIFY(other->keepDescription(described("net", "aaaa")));
        QVERIFY(other->keepDescription(described("theirs", "bbbb")));
    }
    auto workspace = Workspace::create(file());
    QVERIFY(workspace->keepDescription(described("ours", "bbbb")));
    const auto first = importWorkspace(*workspace, path);
    QVERIFY2(first, qPrintable(errorOf(first)));
    QCOMPARE(first->descriptions, 2);
    QCOMPARE(first->descriptions_added, 1);
    QVERIFY(workspace->description("aaaa").value() == described("net", "aaaa"));
    QVERIFY(workspace->description("bbbb").value() == described("ours", "bbbb"));
    QCOMPARE(importWorkspace(*workspace, path)->descriptions_added, 0);
    QCOMPARE(workspace->descriptions()->size(), std::size_t(2));
    QCOMPARE(workspace->addLines({}, {}, {readModel("zoo:resnet18").value()}).error().code,
             ErrorCode::OptionUnsupported);
}

void ImportTest::importOfTheSameFileIsRefused()
{
    auto workspace = Workspace::create(file());
    const auto same = importWorkspace(*workspace, file());
    QVERIFY(!same);
    QCOMPARE(same.error().code, ErrorCode::OptionUnsupported);
}

QTEST_APPLESS_MAIN(ImportTest)
#include "tst_import.moc"
