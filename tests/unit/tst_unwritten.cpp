// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A document whose disk is full: nothing that was edited is lost, and all of it is in the file once there is room.
#include "core/session/document.h"
#include "core/store/workspace.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/patience.h"
#include "tests/support/programs.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Problem problemWith(std::int64_t global_batch)
{
    Problem problem;
    problem.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    problem.workload.global_batch = global_batch;
    problem.workload.sequence = problem.model.default_sequence;
    problem.cluster = parseCluster("4xcpu:8GiB").value();
    return problem;
}

Measurement measurementAt(std::int64_t micro_batch, MeasurementStatus status = MeasurementStatus::Done)
{
    Measurement measurement;
    measurement.point = pointOf(embeddingOf(100, 64, 32), {64}, micro_batch, 64);
    measurement.device = {DeviceKind::Cpu, "a processor", Bytes(1 << 30), "libtorch 2.11.0", "", 2};
    measurement.status = status;
    measurement.measured_at = "2026-11-21T12:00:00Z";
    return measurement;
}

// Opens and waits for the answer; true if it was opened().
bool openAndWait(Document& document, const QString& path)
{
    QSignalSpy opened(&document, &Document::opened);
    QSignalSpy failed(&document, &Document::failed);
    document.open(path);
    return comes([&] { return opened.size() + failed.size() > 0; }) && failed.isEmpty();
}

std::optional<Problem> storedProblem(const QString& path)
{
    return Workspace::open(path.toStdString(), OpenMode::ReadOnly).value().problem().value();
}

std::size_t storedMeasurements(const QString& path)
{
    return Workspace::open(path.toStdString(), OpenMode::ReadOnly).value().measurements().value().size();
}

QString newWorkspaceIn(const QTemporaryDir& folder, const QString& name)
{
    return Workspace::create(folder.filePath(name).toStdString()) ? folder.filePath(name) : QString();
}

}

class TestUnwritten : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatCannotBeWrittenIsTriedAgain();
    void whatCannotBeWrittenGoesIntoACopy();

private:
    QTemporaryDir m_folder;
};

void TestUnwritten::whatCannotBeWrittenIsTriedAgain()
{
    const QString file = newWorkspaceIn(m_folder, "full.stagecraft");
    Document document;
    QVERIFY(openAndWait(document, file));
    document.setQuestion({problemWith(8)});
    document.addMeasurement(measurementAt(1), "job", 1);
    QVERIFY(document.settle());
    QSignalSpy changed(&document, &Document::storedChanged);
    QSignalSpy failed(&document, &Document::failed);
    {
        const FileSizeLimit full(20'000);
        document.removeMeasurements({measurementAt(1)});
        document.addMeasurement(measurementAt(1, MeasurementStatus::Failed), "again", 1); // after it, in the file too
        document.addMeasurement(measurementAt(2), "again", 2);
        document.setQuestion({problemWith(16)});
        document.setQuestion({problemWith(32)});
        QVERIFY(!document.settle());
        QVERIFY(document.whyNotStored());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(storedProblem(file), std::optional(problemWith(8)));
        // What is on show is the newest, also when it is read again.
        QVERIFY(openAndWait(document, file));
        QCOMPARE(document.question()->problem, problemWith(32));
        QVERIFY(!document.settle());
    }
    QCOMPARE(failed.size(), 0);
    document.storeAgain();
    QTRY_VERIFY(!document.whyNotStored());
    QCOMPARE(changed.size(), 2);
    QCOMPARE(storedProblem(file), std::optional(problemWith(32)));
    const auto workspace = Workspace::open(file.toStdString(), OpenMode::ReadOnly);
    const auto measurements = workspace->measurements().value();
    QCOMPARE(measurements.size(), 2U);
    QCOMPARE(measurements.front().status, MeasurementStatus::Failed);
}

void TestUnwritten::whatCannotBeWrittenGoesIntoACopy()
{
    const QString file = newWorkspaceIn(m_folder, "original.stagecraft");
    {
        Document document;
        QVERIFY(openAndWait(document, file));
        document.setQuestion({problemWith(8)});
        QVERIFY(document.settle());
        auto full = std::make_unique<FileSizeLimit>(20'000);
        document.setQuestion({problemWith(16)});
        document.addMeasurement(measurementAt(1), "job", 1);
        QVERIFY(!document.settle());
        QSignalSpy opened(&document, &Document::opened);
        full.reset();
        document.saveAs(m_folder.filePath("copy.stagecraft"));
        QVERIFY(opened.wait());
        QCOMPARE(opened.first().first().toBool(), true);
        QVERIFY(document.settle());
        QCOMPARE(document.question()->problem, problemWith(16));
        QCOMPARE(storedProblem(m_folder.filePath("copy.stagecraft")), std::optional(problemWith(16)));
        QCOMPARE(storedMeasurements(m_folder.filePath("copy.stagecraft")), 1U);
    }
    QCOMPARE(storedProblem(file), std::optional(problemWith(8))); // it was left as it was
}

QTEST_GUILESS_MAIN(TestUnwritten)
#include "tst_unwritten.moc"
