// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Two windows with one workspace: the second one is read-only, with a notice and alternatives. And a window that is
// killed during edits: all edits are in the workspace, except the one in progress. With --edit and a workspace, the
// program is the window to kill.
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/asnobody.h"
#include "tests/support/patience.h"
#include "ui/mainwindow/readonlynotice.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/tradeoff/tradeoffchart.h"
#include "ui/panes/tradeoff/tradeoffpane.h"

#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableView>
#include <QUndoStack>

#include <cstdio>

using namespace stagecraft;

namespace {

constexpr int firstBatch = 16;
constexpr int betweenEdits = 60; // ms
constexpr int soon = 10000; // ms within which an edit is stored, even on a slow disk

// Prepares a closed workspace with the table of sixteen layers.
bool prepare(const QString& path)
{
    test::Explorer explorer;
    explorer.dialogs.file = path;
    if (!explorer.openTable()) {
        return false;
    }
    explorer.window.comparing().add(Candidate(explorer.bench().plans().result()->candidates.front()));
    explorer.action(QStringLiteral("Save as…"))->trigger();
    return comes([&] { return explorer.bench().document().path() == path; });
}

std::optional<PlanningSession> stored(const QString& path)
{
    auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
    const auto session = workspace ? workspace->session() : Result<std::optional<PlanningSession>>(std::nullopt);
    return session.value_or(std::nullopt);
}

bool isLocked(const QString& path)
{
    return QFile::exists(path + QStringLiteral(".lock"));
}

// Main function of the process to kill: sets the batch to 17, 18, ... in the field, and prints each value when it is
// stored.
int editForEver(const QString& path)
{
    test::Explorer explorer;
    explorer.window.openPath(path);
    if (!explorer.waitForPlans() || explorer.bench().document().isReadOnly()) {
        return 1;
    }
    auto* batch = explorer.window.problemPane()->findChild<QSpinBox*>(QStringLiteral("globalBatch"));
    for (int value = firstBatch + 1;; ++value) {
        batch->setFocus();
        batch->selectAll();
        QTest::keyClicks(batch, QString::number(value));
        QTest::keyClick(batch, Qt::Key_Return);
        if (explorer.bench().document().session()->problem.workload.global_batch != value) {
            return 2;
        }
        const auto isStored = [&] {
            const auto session = stored(path);
            return session && session->problem.workload.global_batch == value;
        };
        if (!QTest::qWaitFor(isStored, soon)) {
            return 3;
        }
        std::printf("%d\n", value);
        std::fflush(stdout);
        QTest::qWait(betweenEdits);
    }
}

struct Victim {
    QProcess process;
    int reported = 0; // the last edit that was reported as stored

    void start(const QString& program, const QStringList& arguments)
    {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(program, arguments);
    }
    bool makesEdits(int count)
    {
        return QTest::qWaitFor(
                   [&] {
                       read();
                       return reported >= firstBatch + count || process.state() == QProcess::NotRunning;
                   },
                   60000)
            && process.state() == QProcess::Running;
    }
    void kill()
    {
        process.kill(); // SIGKILL
        process.waitForFinished();
        read();
    }
    void read()
    {
        while (process.canReadLine()) {
            if (const int value = process.readLine().trimmed().toInt(); value > 0) {
                reported = value;
            }
        }
    }
};

}

class TestSecondWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSecondOnlyReads();
    void editsAreRefusedWithAWord();
    void aCopyCanBeEdited();
    void openedAgainItIsItsOwn();
    void unwritableFileShowsANotice();
    void workspaceIsSharedWithTheInstalledProgram();
    void killedItLosesAtMostTheEditUnderWay();
    void theExampleLeavesNoBackup();
};

void TestSecondWindow::theSecondOnlyReads()
{
    test::Explorer first;
    QVERIFY(first.openTable());
    QVERIFY(!first.window.readOnlyNotice()->isVisible());
    test::Explorer second;
    second.window.openPath(first.bench().document().path());
    QVERIFY(second.waitForPlans());
    const ReadOnlyNotice* notice = second.window.readOnlyNotice();
    QVERIFY(notice->isVisible());
    QVERIFY(notice->text().contains(QStringLiteral("read-only")));
    QVERIFY(notice->text().contains(QStringLiteral("save a copy")));
    QVERIFY(notice->againButton()->isVisible() && notice->copyButton()->isVisible());
    // A read-only window shows all plans, another selection and another layout; the notice stays.
    QVERIFY(second.bench().plans().result()->candidates.size() > 1);
    second.window.candidatesPane()->table()->selectRow(1);
    QCOMPARE(second.bench().plans().currentIndex(), 1);
    second.action(QStringLiteral("Sizing"))->trigger();
    second.action(QStringLiteral("Restore default layout"))->trigger();
    QVERIFY(notice->isVisible());
    // The first window is not affected.
    QVERIFY(!first.bench().document().isReadOnly());
    QVERIFY(!first.window.readOnlyNotice()->isVisible());
}

void TestSecondWindow::editsAreRefusedWithAWord()
{
    test::Explorer first;
    QVERIFY(first.openTable());
    first.window.comparing().add(Candidate(first.bench().plans().result()->candidates.front()));
    first.window.sizingPane()->scenarios()->pin(first.bench().document().session()->problem,
                                                first.bench().plans().result()->candidates.front().plan);
    const PlanningSession asked = *first.bench().document().session();
    const QString path = first.bench().document().path();
    QTRY_VERIFY(stored(path) == asked);
    test::Explorer second;
    second.window.openPath(path);
    QVERIFY(second.waitForPlans());
    // Fields that edit are disabled.
    for (const char* field : {"globalBatch", "microBatch", "cluster"}) {
        QVERIFY2(!second.field<QWidget>(field)->isEnabled(), field);
    }
    QVERIFY(!second.action(QStringLiteral("Remove from comparison"))->isEnabled());
    QVERIFY(!second.window.comparePane()->removeAction()->isEnabled());
    QVERIFY(!second.window.sizingPane()->form()->pinButton()->isEnabled());
    QVERIFY(!second.window.sizingPane()->scenarios()->removeButton()->isEnabled());
    QVERIFY(!second.window.sizingPane()->scenarios()->model()->isEditable());
    QVERIFY(!second.action(QStringLiteral("Profile…"))->isEnabled());
    QVERIFY(!second.action(QStringLiteral("Undo"))->isEnabled());
    // Edits by other means are rejected with the reason and change nothing.
    TradeoffChart* chart = second.window.tradeoffPane()->chart();
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, Qt::ControlModifier, chart->positionOf(1));
    QVERIFY(!second.window.statusBar()->currentMessage().isEmpty());
    Problem other = asked.problem;
    other.workload.global_batch = 64;
    second.bench().edit(other, second.bench().newEditId(), QStringLiteral("Batch"));
    QCOMPARE(second.dialogs.reported.size(), 1);
    QVERIFY(*second.bench().document().session() == asked);
    QCOMPARE(second.bench().undoStack().count(), 0);
    QVERIFY(stored(path) == asked);
}

void TestSecondWindow::aCopyCanBeEdited()
{
    test::Explorer first;
    QVERIFY(first.openTable());
    test::Explorer second;
    second.window.openPath(first.bench().document().path());
    QVERIFY(second.waitForPlans());
    second.dialogs.file = second.path("copy.stagecraft");
    QTest::mouseClick(second.window.readOnlyNotice()->copyButton(), Qt::LeftButton);
    QTRY_COMPARE(second.bench().document().path(), second.dialogs.file);
    QVERIFY(!second.bench().document().isReadOnly());
    QVERIFY(!second.window.readOnlyNotice()->isVisible());
    QTRY_VERIFY(second.field<QSpinBox>("globalBatch")->isEnabled());
    second.window.comparing().add(Candidate(second.bench().plans().result()->candidates.front()));
    QCOMPARE(second.bench().document().session()->comparison.columns.size(), std::size_t(1));
    QVERIFY(first.bench().document().session()->comparison.columns.empty());
}

void TestSecondWindow::openedAgainItIsItsOwn()
{
    test::Explorer second;
    QString path;
    {
        test::Explorer first;
        path = first.path("shared.stagecraft");
        first.dialogs.file = path;
        QVERIFY(first.openTable());
        first.action(QStringLiteral("Save as…"))->trigger();
        QTRY_COMPARE(first.bench().document().path(), path);
        path = second.path("shared.stagecraft");
        first.dialogs.file = path;
        first.action(QStringLiteral("Save as…"))->trigger();
        QTRY_COMPARE(first.bench().document().path(), path);
        second.window.openPath(path);
        QVERIFY(second.waitForPlans());
        Problem problem = first.bench().document().session()->problem;
        problem.workload.global_batch = 32;
        first.bench().edit(problem, first.bench().newEditId(), QStringLiteral("Batch"));
        // While the workspace is open there, its edits are read, and nothing can be written.
        QTRY_VERIFY(stored(path)->problem.workload.global_batch == 32);
        QTest::mouseClick(second.window.readOnlyNotice()->againButton(), Qt::LeftButton);
        QTRY_COMPARE(second.bench().document().session()->problem.workload.global_batch, 32);
        QVERIFY(second.window.readOnlyNotice()->isVisible());
    }
    QTest::mouseClick(second.window.readOnlyNotice()->againButton(), Qt::LeftButton);
    QTRY_VERIFY(!second.bench().document().isReadOnly());
    QVERIFY(!second.window.readOnlyNotice()->isVisible());
    QVERIFY(second.waitForPlans());
    QVERIFY(second.field<QSpinBox>("globalBatch")->isEnabled());
}

void TestSecondWindow::unwritableFileShowsANotice()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("w.stagecraft"));
    QVERIFY(prepare(path));
    constexpr auto everybody = QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther;
    QVERIFY(QFile::setPermissions(path, everybody));
    QVERIFY(QFile::setPermissions(folder.path(), everybody | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther));
    const testing::AsNobody somebody;
    test::Explorer explorer;
    explorer.window.openPath(path);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.bench().document().isReadOnly());
    QVERIFY(explorer.window.readOnlyNotice()->text().contains(QStringLiteral("cannot be written")));
}

// The workspace is shared with the installed program; the killed process leaves no lock that keeps others out.
void TestSecondWindow::workspaceIsSharedWithTheInstalledProgram()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("w.stagecraft"));
    QVERIFY(prepare(path));
    QVERIFY(!isLocked(path));
    Victim program;
    program.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft"), {path});
    QTRY_VERIFY_WITH_TIMEOUT(isLocked(path), patient(30000));
    test::Explorer explorer;
    explorer.window.openPath(path);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.window.readOnlyNotice()->isVisible());
    QTest::mouseClick(explorer.window.readOnlyNotice()->againButton(), Qt::LeftButton);
    QTest::qWait(300);
    QVERIFY(explorer.bench().document().isReadOnly());
    program.kill();
    QTest::mouseClick(explorer.window.readOnlyNotice()->againButton(), Qt::LeftButton);
    QTRY_VERIFY(!explorer.bench().document().isReadOnly());
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(explorer.bench().document().session()->comparison.columns.size(), std::size_t(1));
}

void TestSecondWindow::killedItLosesAtMostTheEditUnderWay()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("w.stagecraft"));
    QVERIFY(prepare(path));
    for (int round = 0; round < 3; ++round) {
        Victim victim;
        victim.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--edit"), path});
        QVERIFY(victim.makesEdits(5 + QRandomGenerator::global()->bounded(10)));
        QTest::qWait(QRandomGenerator::global()->bounded(2 * betweenEdits));
        victim.kill();
        // The file contains the last reported edit, or the next one, or the first digit of that.
        const auto session = stored(path);
        QVERIFY(session);
        const auto batch = session->problem.workload.global_batch;
        const auto next = victim.reported + 1;
        QVERIFY2(batch == victim.reported || batch == next || batch == next / 10,
                 qPrintable(QStringLiteral("told %1, stored %2").arg(victim.reported).arg(batch)));
        QCOMPARE(session->comparison.columns.size(), std::size_t(1));
        // A window can then open the workspace for editing with all of its data.
        test::Explorer again;
        again.window.openPath(path);
        QVERIFY(again.waitForPlans());
        QVERIFY(!again.bench().document().isReadOnly());
        QCOMPARE(again.bench().document().session()->problem.workload.global_batch, batch);
        Problem problem = session->problem;
        problem.workload.global_batch = firstBatch;
        again.bench().edit(problem, again.bench().newEditId(), QStringLiteral("Batch"));
        QTRY_COMPARE(stored(path)->problem.workload.global_batch, firstBatch);
    }
}

void TestSecondWindow::theExampleLeavesNoBackup()
{
    test::Explorer explorer;
    explorer.bench().openExample();
    QVERIFY(explorer.waitForPlans());
    const QFileInfo file(explorer.bench().document().path());
    QCOMPARE(file.fileName(), QStringLiteral("gpt2-small.stagecraft"));
    QStringList beside;
    for (const QString& name : file.dir().entryList(QDir::Files)) {
        if (name.contains(QStringLiteral("backup"))) {
            beside << name;
        }
    }
    QCOMPARE(beside, QStringList());
    QVERIFY(!explorer.bench().document().measurements()->empty());
}

int main(int argc, char** argv)
{
    const QStringList arguments = [&] {
        QStringList list;
        for (int i = 1; i < argc; ++i) {
            list << QString::fromLocal8Bit(argv[i]);
        }
        return list;
    }();
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    if (arguments.size() == 2 && arguments.front() == QStringLiteral("--edit")) {
        return editForEver(arguments.back());
    }
    TestSecondWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_secondwindow.moc"
