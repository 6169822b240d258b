// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The open workspace: always saved, one owner, immutable values. Each test uses real files.
#include "core/session/datafolder.h"
#include "tests/support/documents.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

ErrorCode codeOf(const QSignalSpy& failed)
{
    return qvariant_cast<Error>(failed.first().first()).code;
}

}

class TestDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void everyEditIsSaved();
    void valuesOutliveEdits();
    void equalProblemIsNoEdit();
    void measurementsAreKeptOnce();
    void openingFailsAndNothingChanges();
    void anotherWorkspaceIsOnItsWay();
    void secondOwnerOnlyReads();
    void lockOfADeadProcessIsTakenOver();
    void lockThatNamesNobodyIsTakenOver();
    void untitledLivesInTheDataFolder();
    void untitledIsRemovedWhenEmpty();
    void untitledHasItsFirstSession();
    void temporaryGoesUnlessItIsEdited();
    void defaultIsShared();
    void saveAsSwitchesToTheCopy();
    void editsDuringSaveAsAreNotLost();
    void removedMeasurementsStayAway();
    void saveAsOverAnOpenWorkspaceIsRefused();
    void openingAgainReadsWhatOthersAdded();
    void closingLeavesOneFile();
    void destructionWaitsForTheStore();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString newWorkspace(const QString& name) const
    {
        return Workspace::create(path(name).toStdString()) ? path(name) : QString();
    }

    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDocument::initTestCase()
{
    qputenv("STAGECRAFT_TEST_MODE", "1");
    qputenv("HOME", QFile::encodeName(m_home.path()));
    QVERIFY(dataFolder().startsWith(m_home.path()));
}

void TestDocument::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestDocument::cleanup()
{
    QDir(dataFolder()).removeRecursively();
}

void TestDocument::everyEditIsSaved()
{
    const QString file = newWorkspace("a.stagecraft");
    Document document;
    QVERIFY(!document.isOpen());
    QVERIFY(openAndWait(document, file));
    QVERIFY(document.isOpen() && !document.isReadOnly() && !document.isUntitled());
    QCOMPARE(document.path(), file);
    QVERIFY(!document.session());
    QVERIFY(document.measurements()->empty());

    QSignalSpy changed(&document, &Document::sessionChanged);
    document.setSession({problemWith(8)});
    QCOMPARE(changed.size(), 1); // immediately
    document.setSession({problemWith(16)});
    // Without an explicit save, the file contains the change while the document is open.
    QTRY_COMPARE(storedProblem(file), std::optional(problemWith(16)));
}

void TestDocument::valuesOutliveEdits()
{
    Document document;
    QVERIFY(openAndWait(document, newWorkspace("a.stagecraft")));
    document.setSession({problemWith(8)});
    document.addMeasurement(measurementAt(1), "job", 1);
    const auto session = document.session();
    const auto measurements = document.measurements();
    document.setSession({problemWith(16)});
    document.addMeasurement(measurementAt(2), "job", 2);
    QCOMPARE(session->problem.workload.global_batch, 8);
    QCOMPARE(measurements->size(), 1U);
    QCOMPARE(document.session()->problem.workload.global_batch, 16);
    QVERIFY(document.session() != session);
    QCOMPARE(document.measurements()->size(), 2U);
}

void TestDocument::equalProblemIsNoEdit()
{
    Document document;
    QVERIFY(openAndWait(document, newWorkspace("a.stagecraft")));
    document.setSession({problemWith(8)});
    QSignalSpy changed(&document, &Document::sessionChanged);
    document.setSession({problemWith(8)});
    QCOMPARE(changed.size(), 0);
}

void TestDocument::measurementsAreKeptOnce()
{
    const QString file = newWorkspace("a.stagecraft");
    {
        Document document;
        QVERIFY(openAndWait(document, file));
        QSignalSpy changed(&document, &Document::measurementsChanged);
        QSignalSpy failed(&document, &Document::failed);
        document.addMeasurement(measurementAt(1, MeasurementStatus::Failed), "job", 1);
        document.addMeasurement(measurementAt(2), "job", 2);
        QCOMPARE(changed.size(), 2);
        document.addMeasurement(measurementAt(2), "job", 2);
        QCOMPARE(changed.size(), 2);
        document.addMeasurement(measurementAt(1), "other job", 1); // success replaces the failure
        QCOMPARE(changed.size(), 3);
        QCOMPARE(document.measurements()->size(), 2U);
        QCOMPARE(document.measurements()->front().status, MeasurementStatus::Done);
        QCOMPARE(failed.size(), 0);
    }
    Document again;
    QVERIFY(openAndWait(again, file));
    QCOMPARE(again.measurements()->size(), 2U);
    QCOMPARE(again.measurements()->front().status, MeasurementStatus::Done);
}

void TestDocument::openingFailsAndNothingChanges()
{
    const QString file = newWorkspace("a.stagecraft");
    Document document;
    QVERIFY(openAndWait(document, file));
    document.setSession({problemWith(8)});
    const auto session = document.session();

    QFile poem(path("poem.stagecraft"));
    QVERIFY(poem.open(QIODevice::WriteOnly));
    poem.write(QByteArray(4096, 'x'));
    poem.close();
    for (const auto& [name, code] : {std::pair {"none.stagecraft", ErrorCode::FileNotReadable},
                                     std::pair {"poem.stagecraft", ErrorCode::WorkspaceNotOne}}) {
        QSignalSpy failed(&document, &Document::failed);
        QVERIFY(!openAndWait(document, path(name)));
        QCOMPARE(codeOf(failed), code);
        QCOMPARE(document.path(), file);
        QCOMPARE(document.session(), session);
    }
    QVERIFY(!QFile::exists(path("none.stagecraft")));
    QVERIFY(!QFile::exists(path("poem.stagecraft.lock")));
}

// The document is busy until the other workspace is open or has failed; a copy of the open one does not count.
void TestDocument::anotherWorkspaceIsOnItsWay()
{
    Document document;
    QSignalSpy changed(&document, &Document::openingChanged);
    document.open(newWorkspace("a.stagecraft"));
    QVERIFY(document.isOpening());
    QTRY_COMPARE(changed.size(), 2);
    QVERIFY(document.isOpen() && !document.isOpening());
    document.saveAs(path("b.stagecraft"));
    QVERIFY(!document.isOpening());
    QTRY_COMPARE(document.path(), path("b.stagecraft"));
    QSignalSpy failed(&document, &Document::failed);
    document.open(path("none.stagecraft"));
    QVERIFY(document.isOpening());
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!document.isOpening());
}

void TestDocument::secondOwnerOnlyReads()
{
    const QString file = newWorkspace("a.stagecraft");
    auto owner = std::make_unique<Document>();
    QVERIFY(openAndWait(*owner, file));
    owner->setSession({problemWith(8)});
    QTRY_VERIFY(storedProblem(file).has_value());

    Document reader;
    QVERIFY(openAndWait(reader, file));
    QVERIFY(reader.isReadOnly());
    QVERIFY(!owner->isReadOnly());
    QCOMPARE(reader.session()->problem, problemWith(8));
    QSignalSpy changed(&reader, &Document::sessionChanged);
    QSignalSpy failed(&reader, &Document::failed);
    reader.setSession({problemWith(16)});
    QCOMPARE(codeOf(failed), ErrorCode::WorkspaceBusy);
    QCOMPARE(changed.size(), 0);
    QCOMPARE(reader.session()->problem, problemWith(8));

    // The owner is not affected, and the next process may write again.
    owner->setSession({problemWith(32)});
    QTRY_COMPARE(storedProblem(file), std::optional(problemWith(32)));
    owner.reset();
    {
        Document next;
        QVERIFY(openAndWait(next, file));
        QVERIFY(!next.isReadOnly());
    }
    // A reader may also write when it opens the workspace again.
    QCOMPARE(reader.whyReadOnly()->code, ErrorCode::WorkspaceBusy);
    QVERIFY(openAndWait(reader, file));
    QVERIFY(!reader.isReadOnly() && !reader.whyReadOnly());
    QCOMPARE(reader.session()->problem, problemWith(32));
}

void TestDocument::lockOfADeadProcessIsTakenOver()
{
    const QString file = newWorkspace("a.stagecraft");
    QFile lock(file + ".lock");
    QVERIFY(lock.open(QIODevice::WriteOnly));
    // Format of QLockFile: process id, program, machine; no process has the largest id.
    lock.write("4194303\nstagecraft\n" + QSysInfo::machineHostName().toUtf8() + "\n");
    lock.close();
    Document document;
    QVERIFY(openAndWait(document, file));
    QVERIFY(!document.isReadOnly());
}

// A lock that names no process is taken over: a process killed between creating and writing the file leaves it.
void TestDocument::lockThatNamesNobodyIsTakenOver()
{
    const QString file = newWorkspace("a.stagecraft");
    QFile lock(file + ".lock");
    QVERIFY(lock.open(QIODevice::WriteOnly));
    Document early; // its creator may still be about to write it
    QVERIFY(openAndWait(early, file));
    QVERIFY(early.isReadOnly());
    QVERIFY(lock.setFileTime(QDateTime::currentDateTime().addSecs(-5), QFileDevice::FileModificationTime));
    lock.close();
    Document later;
    QVERIFY(openAndWait(later, file));
    QVERIFY(!later.isReadOnly());
}

void TestDocument::untitledLivesInTheDataFolder()
{
    QString first;
    {
        Document document;
        QSignalSpy opened(&document, &Document::opened);
        document.createUntitled();
        QVERIFY(opened.wait());
        QVERIFY(document.isUntitled());
        first = document.path();
        QVERIFY(first.startsWith(dataFolder() + '/'));
        document.setSession({problemWith(8)});

        Document other;
        QSignalSpy otherOpened(&other, &Document::opened);
        other.createUntitled();
        QVERIFY(otherOpened.wait());
        QVERIFY(other.path() != first);
    }
    QCOMPARE(storedProblem(first), std::optional(problemWith(8)));
}

void TestDocument::untitledIsRemovedWhenEmpty()
{
    QString file;
    {
        Document document;
        QSignalSpy opened(&document, &Document::opened);
        document.createUntitled();
        QVERIFY(opened.wait());
        file = document.path();
        QVERIFY(QFile::exists(file));
    }
    QVERIFY(!QFile::exists(file));
    // Files left by a full disk or a crash of an earlier workspace are not treated as part of it.
    QFile remains(file + "-wal");
    QVERIFY(remains.open(QIODevice::WriteOnly) && remains.write("frames") > 0);
    remains.close();
    Document document;
    QSignalSpy opened(&document, &Document::opened);
    document.createUntitled();
    QVERIFY(opened.wait());
    QVERIFY(document.path() != file);
}

// The first session of an untitled workspace belongs to this opening: a workspace opened at the same time is unchanged.
void TestDocument::untitledHasItsFirstSession()
{
    const QString file = newWorkspace("a.stagecraft");
    Document document;
    QSignalSpy opened(&document, &Document::opened);
    document.open(file);
    document.createUntitled(PlanningSession {problemWith(8)});
    QTRY_COMPARE(opened.size(), 2);
    QCOMPARE(opened.at(1).at(0).toBool(), false);
    QVERIFY(document.isUntitled());
    QCOMPARE(document.session()->problem, problemWith(8));
    QCOMPARE(storedProblem(document.path()), std::optional(problemWith(8)));
    QVERIFY(!storedProblem(file));
}

void TestDocument::temporaryGoesUnlessItIsEdited()
{
    for (const bool edit : {false, true}) {
        const QString file = newWorkspace(QStringLiteral("temporary%1.stagecraft").arg(edit));
        {
            Document document;
            QSignalSpy opened(&document, &Document::opened);
            document.openTemporary(file);
            QVERIFY(opened.wait());
            QVERIFY(document.isTemporary());
            document.open(file); // reread: still no edits by the user
            QVERIFY(opened.wait());
            QCOMPARE(opened.last().first().toBool(), true);
            QVERIFY(document.isTemporary());
            if (edit) {
                document.setSession({problemWith(8)});
            }
            QCOMPARE(document.isTemporary(), !edit);
        }
        QCOMPARE(QFile::exists(file), edit);
    }
}

void TestDocument::defaultIsShared()
{
    {
        Document document;
        QSignalSpy opened(&document, &Document::opened);
        document.openDefault();
        QVERIFY(opened.wait());
        QCOMPARE(document.path(), defaultWorkspacePath());
        QVERIFY(document.isUntitled());
    }
    QVERIFY(QFile::exists(defaultWorkspacePath())); // the command line may rely on it
}

void TestDocument::saveAsSwitchesToTheCopy()
{
    Document document;
    QSignalSpy opened(&document, &Document::opened);
    document.createUntitled();
    QVERIFY(opened.wait());
    const QString untitled = document.path();
    document.setSession({problemWith(8)});
    document.addMeasurement(measurementAt(1), "job", 1);

    const QString named = path("named.stagecraft");
    document.saveAs(named);
    QVERIFY(opened.wait());
    QCOMPARE(document.path(), named);
    QVERIFY(!document.isUntitled() && !document.isReadOnly());
    QCOMPARE(document.session()->problem, problemWith(8));
    QCOMPARE(storedProblem(named), std::optional(problemWith(8)));
    QCOMPARE(storedMeasurements(named), 1U);
    QTRY_VERIFY(!QFile::exists(untitled)); // it has a name now

    // A named original is kept, and an existing file is replaced.
    const QString second = newWorkspace("second.stagecraft");
    document.saveAs(second);
    QVERIFY(opened.wait());
    document.setSession({problemWith(16)});
    QTRY_COMPARE(storedProblem(second), std::optional(problemWith(16)));
    QCOMPARE(storedProblem(named), std::optional(problemWith(8)));
}

void TestDocument::editsDuringSaveAsAreNotLost()
{
    Document document;
    QVERIFY(openAndWait(document, newWorkspace("a.stagecraft")));
    document.setSession({problemWith(8)});
    QSignalSpy opened(&document, &Document::opened);
    document.saveAs(path("b.stagecraft"));
    document.setSession({problemWith(16)}); // before the answer
    document.addMeasurement(measurementAt(1), "job", 1);
    QVERIFY(opened.wait());
    QCOMPARE(document.session()->problem, problemWith(16));
    QTRY_COMPARE(storedProblem(path("b.stagecraft")), std::optional(problemWith(16)));
    QTRY_COMPARE(storedMeasurements(path("b.stagecraft")), 1U);
}

// Removed measurements are removed from memory, from the file, and from a copy in progress.
void TestDocument::removedMeasurementsStayAway()
{
    Document document;
    QVERIFY(openAndWait(document, newWorkspace("a.stagecraft")));
    for (const std::int64_t micro_batch : {1, 2, 4}) {
        document.addMeasurement(measurementAt(micro_batch), "job", micro_batch);
    }
    QSignalSpy changed(&document, &Document::measurementsChanged);
    document.removeMeasurements({measurementAt(1)});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(*document.measurements(), (Measurements {measurementAt(2), measurementAt(4)}));
    QTRY_COMPARE(storedMeasurements(path("a.stagecraft")), 2U);

    QSignalSpy opened(&document, &Document::opened);
    document.saveAs(path("b.stagecraft"));
    document.removeMeasurements({measurementAt(2)}); // before the answer
    QVERIFY(opened.wait());
    QCOMPARE(*document.measurements(), Measurements {measurementAt(4)});
    QTRY_COMPARE(storedMeasurements(path("b.stagecraft")), 1U);
}

void TestDocument::saveAsOverAnOpenWorkspaceIsRefused()
{
    const QString taken = newWorkspace("taken.stagecraft");
    Document owner;
    QVERIFY(openAndWait(owner, taken));
    owner.setSession({problemWith(8)});
    QTRY_VERIFY(storedProblem(taken).has_value());

    Document document;
    const QString file = newWorkspace("a.stagecraft");
    QVERIFY(openAndWait(document, file));
    QSignalSpy failed(&document, &Document::failed);
    document.saveAs(taken);
    QVERIFY(failed.wait());
    QCOMPARE(codeOf(failed), ErrorCode::WorkspaceBusy);
    QCOMPARE(document.path(), file);
    QCOMPARE(storedProblem(taken), std::optional(problemWith(8)));

    QSignalSpy failedAgain(&document, &Document::failed);
    document.saveAs(path("no/such/folder/b.stagecraft"));
    QVERIFY(failedAgain.wait());
    QCOMPARE(codeOf(failedAgain), ErrorCode::FileNotWritable);
    QCOMPARE(document.path(), file);
}

void TestDocument::openingAgainReadsWhatOthersAdded()
{
    const QString file = newWorkspace("a.stagecraft");
    Document document;
    QVERIFY(openAndWait(document, file));
    // Another process, such as the command line, adds measurements.
    QVERIFY(Workspace::open(file.toStdString())->addMeasurement(measurementAt(3), "job", 1));
    QVERIFY(openAndWait(document, file));
    QVERIFY(!document.isReadOnly());
    QCOMPARE(document.measurements()->size(), 1U);
}

void TestDocument::closingLeavesOneFile()
{
    const QString file = newWorkspace("a.stagecraft");
    {
        Document document;
        QVERIFY(openAndWait(document, file));
        document.setSession({problemWith(8)});
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList {"a.stagecraft"});
}

void TestDocument::destructionWaitsForTheStore()
{
    const QString file = newWorkspace("a.stagecraft");
    constexpr int edits = 200;
    {
        Document document;
        QVERIFY(openAndWait(document, file));
        for (int i = 1; i <= edits; ++i) {
            document.setSession({problemWith(i)});
            document.addMeasurement(measurementAt(i), "job", i);
        }
    }
    QCOMPARE(storedProblem(file), std::optional(problemWith(edits)));
    QCOMPARE(storedMeasurements(file), std::size_t(edits));
}

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
