// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Files of the window: workspaces, models that cannot be read, exports, the clipboard, drops.
#include "core/exchange/planfile.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/start/startpage.h"
#include "ui/words/problemname.h"

#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QSvgRenderer>
#include <QTableView>
#include <QUndoStack>

using namespace stagecraft;

class TestFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansAreExportedAndReadBack_data();
    void plansAreExportedAndReadBack();
    void chartsAreExportedAsPictures();
    void exportsThatFailSayWhy();
    void tablesAndCommandsAreCopied();
    void savingAsKeepsEverything();
    void recentWorkspacesAreOffered();
    void whatIsNoWorkspaceIsLeftAlone();
    void aMissingWorkspaceLeavesTheList();
    void unnamedWorkspacesAreListedUnderTheirProblem();
    void badModelsAreExplained();
    void droppedFilesAreOpened();
    void aPathInTheClusterFieldIsAClusterFile();
    void openedClustersAreOfTheOpenProblem();
    void openedClustersWaitForAModel();
};

namespace {

// Writes nodes that no short form can express.
QString writeNodes(const QString& path)
{
    Cluster cluster = parseCluster("2xcpu:3GiB").value();
    cluster.name = "our nodes";
    QFile file(path);
    const QByteArray text = QByteArray::fromStdString(writeCluster(cluster));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

std::string clusterOf(test::Explorer& explorer)
{
    const auto session = explorer.bench().document().session();
    return session ? session->problem.cluster.name : std::string();
}

}

void TestFiles::plansAreExportedAndReadBack_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("name");
    QTest::newRow("JSON") << QStringLiteral("Plan as JSON…") << QStringLiteral("plan.json");
    QTest::newRow("YAML") << QStringLiteral("Plan as YAML…") << QStringLiteral("plan.yaml");
}

void TestFiles::plansAreExportedAndReadBack()
{
    QFETCH(QString, action);
    QFETCH(QString, name);
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.bench().plans().select(1);
    explorer.dialogs.file = explorer.folder.filePath(name);
    explorer.action(action)->trigger();
    QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
    const auto plan = readPlanFile(explorer.dialogs.file.toStdString());
    QVERIFY(plan);
    QVERIFY(plan->plan == explorer.bench().plans().current()->plan);
    QVERIFY(plan->problem == explorer.bench().document().session()->problem);
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestFiles::chartsAreExportedAsPictures()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    for (const char* action : {"Trade-off chart as an image…", "Memory chart as an image…"}) {
        explorer.dialogs.file = explorer.path("chart.png");
        explorer.action(QString::fromUtf8(action))->trigger();
        QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
        const QImage image(explorer.dialogs.file);
        QVERIFY(image.width() > 400 && image.height() > 200);
        QSet<QRgb> colors;
        for (int x = 0; x < image.width(); x += 2) {
            for (int y = 0; y < image.height(); y += 2) {
                colors << image.pixel(x, y);
            }
        }
        QVERIFY(colors.size() > 8); // it has content
        QFile::remove(explorer.dialogs.file);
        explorer.dialogs.file = explorer.path("chart.svg");
        explorer.action(QString::fromUtf8(action))->trigger();
        QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
        QVERIFY(QSvgRenderer(explorer.dialogs.file).isValid());
        QFile::remove(explorer.dialogs.file);
    }
}

void TestFiles::exportsThatFailSayWhy()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.dialogs.file = explorer.path("no such folder/plan.json");
    explorer.action(QStringLiteral("Plan as JSON…"))->trigger();
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported[0].contains(QStringLiteral("plan.json")),
             qPrintable(explorer.dialogs.reported[0]));
}

void TestFiles::tablesAndCommandsAreCopied()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.action(QStringLiteral("Copy table as CSV"))->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), explorer.window.candidatesPane()->table()->model()->rowCount() + 1);
    // Compared figures come before settings.
    QVERIFY(lines[0].startsWith(QStringLiteral("Plan,Parallelism,Peak memory (bytes),Samples/s,Step time (s),")));
    QVERIFY(lines[0].contains(QStringLiteral(",Schedule,Micro-batch size,Number of micro-batches,Split points,")));
    QVERIFY(lines[1].contains(QString::number(explorer.bench().plans().result()->candidates[0].estimate.peak.value)));
    explorer.action(QStringLiteral("Copy plan as command line"))->trigger();
    const QString command = QApplication::clipboard()->text();
    QVERIFY(command.startsWith(QStringLiteral("stagecraft-cli estimate ")));
    QVERIFY(command.contains(QStringLiteral("--cluster 4xcpu:8GiB")) && command.contains(QStringLiteral("--cuts 0,")));
}

void TestFiles::savingAsKeepsEverything()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.bench().plans().select(2);
    const Plan picked = explorer.bench().plans().current()->plan;
    explorer.dialogs.file = explorer.path("mine.stagecraft");
    explorer.action(QStringLiteral("Save as…"))->trigger();
    QTRY_COMPARE(explorer.bench().document().path(), explorer.dialogs.file);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.bench().plans().current()->plan == picked);
    QVERIFY(explorer.window.windowTitle().contains(QStringLiteral("mine")));

    test::Explorer again;
    again.window.openPath(explorer.dialogs.file);
    QTRY_VERIFY(again.bench().document().isOpen());
    QVERIFY(again.bench().document().isReadOnly()); // the first window has it open
    QVERIFY(again.waitForPlans());
    QVERIFY(again.window.windowTitle().contains(QStringLiteral("read-only")));
}

void TestFiles::recentWorkspacesAreOffered()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.dialogs.file = explorer.path("mine.stagecraft");
    explorer.action(QStringLiteral("Save as…"))->trigger();
    QTRY_COMPARE(explorer.bench().document().path(), explorer.dialogs.file);
    explorer.bench().newWorkspace();
    QTRY_VERIFY(explorer.bench().document().path() != explorer.dialogs.file);
    explorer.action(QStringLiteral("mine"))->trigger();
    QTRY_COMPARE(explorer.bench().document().path(), explorer.dialogs.file);
    QVERIFY(explorer.waitForPlans());
    explorer.window.startPage()->refresh();
    QCOMPARE(explorer.window.startPage()->recent()->item(0)->text(), QStringLiteral("mine"));
}

void TestFiles::whatIsNoWorkspaceIsLeftAlone()
{
    test::Explorer explorer;
    const QString path = explorer.path("letter.stagecraft");
    const QByteArray content("Dear reader, this is not a database. Yours sincerely.");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) > 0);
    file.close();
    explorer.window.openPath(path);
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported[0].contains(QStringLiteral("is not a Stagecraft workspace")),
             qPrintable(explorer.dialogs.reported[0]));
    QVERIFY(explorer.window.startPage()->isVisible()); // nothing was opened
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), content);
}

void TestFiles::aMissingWorkspaceLeavesTheList()
{
    test::Explorer explorer;
    const QString path = explorer.path("gone.stagecraft");
    explorer.settings.addRecent(Setting::RecentWorkspaces, path);
    explorer.window.startPage()->refresh();
    QListWidget* recent = explorer.window.startPage()->recent();
    QCOMPARE(recent->count(), 1);
    QTest::mouseClick(recent->viewport(), Qt::LeftButton, {}, recent->visualItemRect(recent->item(0)).center());
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QCOMPARE(recent->count(), 0);
}

// An untitled workspace is listed under its model and cluster, like the title of its window.
void TestFiles::unnamedWorkspacesAreListedUnderTheirProblem()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QVERIFY(explorer.bench().document().isUntitled());
    const QString path = explorer.bench().document().path();
    const auto words = [&] { return problemName(explorer.bench().document().session()->problem); };
    QCOMPARE(explorer.settings.recentName(path), words());
    Problem larger = explorer.bench().document().session()->problem;
    larger.cluster = parseCluster("8xcpu:8GiB").value();
    explorer.bench().edit(larger, explorer.bench().newEditId(), QStringLiteral("Larger"));
    QVERIFY(words().contains(QStringLiteral("8xcpu")));
    QCOMPARE(explorer.settings.recentName(path), words());
    explorer.window.startPage()->refresh();
    QCOMPARE(explorer.window.startPage()->recent()->item(0)->text(), words());
}

void TestFiles::badModelsAreExplained()
{
    test::Explorer explorer;
    const QString path = explorer.path("config.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(R"({"model_type": "gpt2", "n_layer": -1})") > 0);
    file.close();
    explorer.window.openPath(path); // from the start page: a message
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY(explorer.dialogs.reported[0].contains(QStringLiteral("config.json")));
    QVERIFY(!explorer.bench().document().isOpen());

    QVERIFY(explorer.openTable());
    explorer.window.openPath(path); // with an open workspace: error beside the field; the plans stay
    QTest::qWait(200);
    QCOMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY(explorer.bench().plans().current());
    QCOMPARE(explorer.bench().document().session()->problem.model.layers.size(), std::size_t(16));
}

void TestFiles::droppedFilesAreOpened()
{
    test::Explorer explorer;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(test::dataFile("sixteen-layers.csv"))});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&explorer.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&explorer.window, &drop);
    QVERIFY(explorer.waitForPlans());
}

void TestFiles::aPathInTheClusterFieldIsAClusterFile()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const std::string before = clusterOf(explorer);
    const ProblemPane& pane = *explorer.window.problemPane();
    auto* field = explorer.field<QLineEdit>("cluster");
    const auto enter = [&](const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    enter(explorer.path("none.json"));
    QTRY_VERIFY2(pane.clusterMessage().contains(QStringLiteral("cannot be read")), qPrintable(pane.clusterMessage()));
    QCOMPARE(field->text(), explorer.path("none.json"));
    QCOMPARE(clusterOf(explorer), before);
    QCOMPARE(explorer.bench().undoStack().count(), 0);
    const QString path = writeNodes(explorer.path("nodes.json"));
    enter(path);
    QTRY_COMPARE(clusterOf(explorer), std::string("our nodes"));
    QCOMPARE(field->text(), QStringLiteral("our nodes"));
    QCOMPARE(pane.clusterMessage(), QString());
    enter(path); // repeats the same path
    QTRY_COMPARE(field->text(), QStringLiteral("our nodes"));
    QCOMPARE(explorer.bench().undoStack().count(), 1);
    explorer.bench().undoStack().undo();
    QCOMPARE(clusterOf(explorer), before);
    QCOMPARE(field->text(), QString::fromStdString(before));
}

void TestFiles::openedClustersAreOfTheOpenProblem()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const std::string model = explorer.bench().document().session()->problem.model.name;
    explorer.dialogs.file = writeNodes(explorer.path("nodes.json"));
    explorer.action(QStringLiteral("Open…"))->trigger();
    QTRY_COMPARE(clusterOf(explorer), std::string("our nodes"));
    QCOMPARE(explorer.bench().document().session()->problem.model.name, model);
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestFiles::openedClustersWaitForAModel()
{
    test::Explorer explorer;
    explorer.window.openPath(writeNodes(explorer.path("nodes.json")));
    const auto labels = explorer.window.problemPane()->findChildren<QLabel*>();
    QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text() == QStringLiteral("Choose the model to train on the cluster in nodes.json.");
    }));
    explorer.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QTRY_COMPARE(clusterOf(explorer), std::string("our nodes"));
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestFiles files;
    return QTest::qExec(&files, argc, argv);
}
#include "tst_files.moc"
