// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A memory snapshot in the window: its import, undo, cancel and rejection, and the recorded run beside its prediction.
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/busytime.h"
#include "tests/support/largesnapshot.h"
#include "tests/support/patience.h"
#include "ui/app/snapshotimporter.h"
#include "ui/panes/memory/categorymodel.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/memory/peakgroupmodel.h"
#include "ui/panes/memory/tracepanel.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QWheelEvent>

using namespace stagecraft;

namespace {

struct Watcher : test::Explorer {
    MemoryPane* pane = window.memoryPane();
    TracePanel* panel() { return pane->traces(); }

    const Traces& traces() { return bench().document().traces(); }
    bool import(const QString& path)
    {
        window.openPath(path);
        return comes([this] { return traces().size() > 0 && !window.snapshotImporter()->isRunning(); });
    }
    bool importData(const char* name = "snapshots/transformer.pickle") { return import(test::dataFile(name)); }
    void turnWheel(int by, const QPoint& at)
    {
        QWheelEvent event(at, panel()->chart()->mapToGlobal(at), {}, QPoint(0, by), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(panel()->chart(), &event);
    }
};

}

class TestRecordedRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSnapshotIsImported();
    void withoutAWorkspaceOneIsMade();
    void aDroppedFileIsImported();
    void importsAreUndone();
    void runsAreKept();
    void aHostileFileChangesNothing();
    void anImportIsCancelled();
    void theWindowStaysAwake();
    void thePredictionOfARank();
    void theChartMoves();
    void aRunIsRemoved();
};

void TestRecordedRun::aSnapshotIsImported()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QVERIFY(!watcher.pane->runChip()->isVisible());
    QVERIFY(!watcher.panel());
    QVERIFY(watcher.importData());
    QVERIFY(watcher.pane->runChip()->isVisible());
    QVERIFY(watcher.panel()->isVisible());
    QCOMPARE(watcher.panel()->runs()->count(), 1);
    QCOMPARE(watcher.traces().front()->peak.value, 90'832'896);
    const auto* groups = watcher.panel()->groups()->model();
    QVERIFY(groups->rowCount() > 5);
    QCOMPARE(groups->index(0, PeakGroupModel::Category).data().toString(), QStringLiteral("Temporary"));
    QVERIFY(watcher.panel()->summary().contains("86.6 MiB"));
    QVERIFY(watcher.panel()->chart()->accessibleDescription().contains("86.6 MiB"));
    // The chip shows the bars again.
    watcher.pane->runChip()->click();
    QVERIFY(!watcher.panel()->isVisible() && watcher.pane->bars()->isVisible());
    // Importing the same file again adds nothing.
    QVERIFY(watcher.importData());
    QCOMPARE(watcher.traces().size(), 1U);
}

void TestRecordedRun::withoutAWorkspaceOneIsMade()
{
    Watcher watcher;
    QVERIFY(watcher.importData());
    QVERIFY(watcher.bench().document().isOpen());
    QVERIFY(watcher.panel()->isVisible()); // no plan is required
    QCOMPARE(watcher.panel()->ranks()->currentText(), QStringLiteral("None"));
}

void TestRecordedRun::aDroppedFileIsImported()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(test::dataFile("snapshots/late.pickle"))});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&watcher.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({200, 200}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&watcher.window, &drop);
    QTRY_COMPARE_WITH_TIMEOUT(watcher.traces().size(), 1U, patient(20000));
    QCOMPARE(watcher.traces().front()->name, std::string("late.pickle"));
}

void TestRecordedRun::importsAreUndone()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QVERIFY(watcher.importData());
    QUndoStack& undo = watcher.bench().undoStack();
    QCOMPARE(undo.undoText(), QStringLiteral("Import transformer.pickle"));
    undo.undo();
    QVERIFY(watcher.traces().empty());
    QVERIFY(!watcher.pane->runChip()->isVisible() && watcher.pane->bars()->isVisible());
    undo.redo();
    QCOMPARE(watcher.traces().size(), 1U);
    QVERIFY(watcher.pane->runChip()->isVisible());
}

void TestRecordedRun::runsAreKept()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QVERIFY(watcher.importData());
    const MemoryTrace before = *watcher.traces().front();
    watcher.bench().saveAs(watcher.path("kept.stagecraft"));
    QTRY_VERIFY_WITH_TIMEOUT(watcher.bench().document().isAt(watcher.path("kept.stagecraft")), patient(20000));
    QVERIFY(watcher.bench().document().settle());
    const auto stored = Workspace::open(watcher.path("kept.stagecraft").toStdString(), OpenMode::ReadOnly);
    QVERIFY(stored.has_value());
    QVERIFY(*stored->traces() == std::vector {before});
    watcher.bench().newWorkspace();
    QTRY_VERIFY_WITH_TIMEOUT(watcher.traces().empty(), patient(20000));
    watcher.bench().openWorkspace(watcher.path("kept.stagecraft"));
    QTRY_COMPARE_WITH_TIMEOUT(watcher.traces().size(), 1U, patient(20000));
}

void TestRecordedRun::aHostileFileChangesNothing()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QFile file(watcher.path("evil.pickle"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("\x80\x02"
                          "cposix\nsystem\nX\x04\0\0\0evil\x85R.",
                          29));
    file.close();
    const int undo = watcher.bench().undoStack().count();
    watcher.window.openPath(watcher.path("evil.pickle"));
    QTRY_COMPARE_WITH_TIMEOUT(watcher.dialogs.reported.size(), 1, patient(20000));
    QVERIFY2(watcher.dialogs.reported.front().contains("GLOBAL posix.system"),
             qPrintable(watcher.dialogs.reported.front()));
    QVERIFY(watcher.traces().empty());
    QCOMPARE(watcher.bench().undoStack().count(), undo);
    const Job* job = watcher.bench().jobs().job(watcher.bench().jobs().rowOf(SnapshotImporter::jobId()));
    QVERIFY(job && job->state == JobState::Failed);
}

void TestRecordedRun::anImportIsCancelled()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    const QString path = watcher.path("large.pickle");
    QVERIFY(testing::LargeSnapshot(path.toStdString(), 20).write(80'000'000));
    watcher.window.openPath(path);
    QTRY_VERIFY_WITH_TIMEOUT(watcher.window.snapshotImporter()->isRunning(), patient(20000));
    watcher.bench().cancelJob(SnapshotImporter::jobId());
    QTRY_VERIFY_WITH_TIMEOUT(!watcher.window.snapshotImporter()->isRunning(), patient(20000));
    QVERIFY(watcher.traces().empty());
    const Job* job = watcher.bench().jobs().job(watcher.bench().jobs().rowOf(SnapshotImporter::jobId()));
    QVERIFY(job && job->state == JobState::Cancelled);
}

void TestRecordedRun::theWindowStaysAwake()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    const QString path = watcher.path("large.pickle");
    QVERIFY(testing::LargeSnapshot(path.toStdString(), 8).write(60'000'000));
    test::BusyTime busy;
    QVERIFY(watcher.import(path));
    QCOMPARE(watcher.traces().size(), 1U);
    QVERIFY(watcher.traces().front()->curve.points.size() > 100'000);
    // Zooming and panning repaint quickly, although the curve has more points than the chart has pixels.
    TraceChart* chart = watcher.panel()->chart();
    for (int i = 0; i < 30; ++i) {
        watcher.turnWheel(i % 4 == 3 ? -240 : 120, chart->rect().center());
        QTest::qWait(1);
    }
    qInfo("longest time between two looks at events: %.1f ms", busy.longest());
    QVERIFY2(busy.longest() < 500, qPrintable(QString::number(busy.longest())));
}

void TestRecordedRun::thePredictionOfARank()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QVERIFY(watcher.importData());
    QTRY_VERIFY_WITH_TIMEOUT(watcher.panel()->isUpToDate(), patient(20000));
    const Candidate* plan = watcher.bench().plans().current();
    QCOMPARE(watcher.panel()->ranks()->count(), 1 + plan->plan.pipelineRanks());
    QVERIFY(watcher.panel()->ranks()->currentIndex() > 0); // the likely one
    QVERIFY(watcher.panel()->chart()->prediction()->step.size() > 0);
    const auto* rows = watcher.panel()->categories()->model();
    const int last = rows->rowCount() - 1;
    QCOMPARE(rows->index(last, CategoryModel::Category).data().toString(), QStringLiteral("Peak allocated"));
    QVERIFY(rows->index(last, CategoryModel::Difference).data().toString().contains("B"));
    watcher.panel()->ranks()->setCurrentIndex(0);
    Q_EMIT watcher.panel()->ranks()->activated(0);
    QVERIFY(!watcher.panel()->chart()->prediction());
    QCOMPARE(rows->index(rows->rowCount() - 1, CategoryModel::Difference).data().toString(), QString());
}

void TestRecordedRun::theChartMoves()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QVERIFY(watcher.importData());
    TraceChart* chart = watcher.panel()->chart();
    const double whole = chart->layout().extent();
    QCOMPARE(chart->layout().to - chart->layout().from, whole);
    watcher.panel()->peakButton()->click();
    const auto& trace = *watcher.traces().front();
    QCOMPARE(chart->layout().from, static_cast<double>(trace.steps[1]));
    QVERIFY(chart->layout().to - chart->layout().from < whole);
    const double from = chart->layout().from;
    QTest::keyClick(chart, Qt::Key_Right);
    QVERIFY(chart->layout().from > from);
    const QPoint middle = chart->layout().plot.center().toPoint();
    QVERIFY(chart->toolTipAt(middle).contains("Allocated"));
    watcher.panel()->timeChip()->click();
    QCOMPARE(chart->layout().unit, TraceUnit::Time);
    QTest::keyClick(chart, Qt::Key_Home);
    QCOMPARE(chart->layout().to, chart->layout().extent());
    QVERIFY(chart->layout().columns().size() <= static_cast<std::size_t>(chart->width()));
}

void TestRecordedRun::aRunIsRemoved()
{
    Watcher watcher;
    QVERIFY(watcher.openTable());
    QVERIFY(watcher.importData());
    QVERIFY(watcher.importData("snapshots/late.pickle"));
    QTRY_COMPARE_WITH_TIMEOUT(watcher.traces().size(), 2U, patient(20000));
    QCOMPARE(watcher.panel()->runs()->currentIndex(), 1);
    watcher.panel()->removeButton()->click();
    QCOMPARE(watcher.traces().size(), 1U);
    QVERIFY(watcher.panel()->isVisible());
    watcher.bench().undoStack().undo();
    QCOMPARE(watcher.traces().size(), 2U);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    TestRecordedRun test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_recordedrun.moc"
