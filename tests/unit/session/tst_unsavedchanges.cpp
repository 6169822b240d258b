// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A document on a full disk: no edit is lost, and all edits are stored when there is space again.
#include "tests/support/documents.h"
#include "tests/support/filesizelimit.h"

#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

QString newWorkspaceIn(const QTemporaryDir& folder, const QString& name)
{
    return Workspace::create(folder.filePath(name).toStdString()) ? folder.filePath(name) : QString();
}

}

class TestUnsavedChanges : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatCannotBeWrittenIsTriedAgain();
    void whatCannotBeWrittenGoesIntoACopy();

private:
    QTemporaryDir m_folder;
};

void TestUnsavedChanges::whatCannotBeWrittenIsTriedAgain()
{
    const QString file = newWorkspaceIn(m_folder, "full.stagecraft");
    Document document;
    QVERIFY(openAndWait(document, file));
    document.setSession({problemWith(8)});
    document.addMeasurement(measurementAt(1), "job", 1);
    QVERIFY(document.settle());
    QSignalSpy changed(&document, &Document::storedChanged);
    QSignalSpy failed(&document, &Document::failed);
    {
        const FileSizeLimit full(20'000);
        document.removeMeasurements({measurementAt(1)});
        // added later, also in the file
        document.addMeasurement(measurementAt(1, MeasurementStatus::Failed), "again", 1);
        document.addMeasurement(measurementAt(2), "again", 2);
        document.setSession({problemWith(16)});
        document.setSession({problemWith(32)});
        QVERIFY(!document.settle());
        QVERIFY(document.whyNotStored());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(storedProblem(file), std::optional(problemWith(8)));
        // The newest state is displayed, also after rereading.
        QVERIFY(openAndWait(document, file));
        QCOMPARE(document.session()->problem, problemWith(32));
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

void TestUnsavedChanges::whatCannotBeWrittenGoesIntoACopy()
{
    const QString file = newWorkspaceIn(m_folder, "original.stagecraft");
    {
        Document document;
        QVERIFY(openAndWait(document, file));
        document.setSession({problemWith(8)});
        QVERIFY(document.settle());
        auto full = std::make_unique<FileSizeLimit>(20'000);
        document.setSession({problemWith(16)});
        document.addMeasurement(measurementAt(1), "job", 1);
        QVERIFY(!document.settle());
        QSignalSpy opened(&document, &Document::opened);
        full.reset();
        document.saveAs(m_folder.filePath("copy.stagecraft"));
        QVERIFY(opened.wait());
        QCOMPARE(opened.first().first().toBool(), true);
        QVERIFY(document.settle());
        QCOMPARE(document.session()->problem, problemWith(16));
        QCOMPARE(storedProblem(m_folder.filePath("copy.stagecraft")), std::optional(problemWith(16)));
        QCOMPARE(storedMeasurements(m_folder.filePath("copy.stagecraft")), 1U);
    }
    QCOMPARE(storedProblem(file), std::optional(problemWith(8))); // unchanged
}

QTEST_GUILESS_MAIN(TestUnsavedChanges)
#include "tst_unsavedchanges.moc"
