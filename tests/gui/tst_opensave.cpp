// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Opening accepts every file that the program writes or reads; saving suggests names from the problem; invalid suffixes
// keep the dialog open; information does not look like a warning.
#include "tests/gui/explorerfixture.h"
#include "ui/dialogs/savename.h"
#include "ui/exports/chartpage.h"
#include "ui/panes/stages/stagestrip.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/words/planrole.h"
#include "ui/words/problemname.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>

#include <algorithm>

using namespace stagecraft;

namespace {

const char* const smallModel = "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000";

// Returns the only visible child of its type.
template <typename Widget>
Widget* shownChild(const QWidget& parent)
{
    for (Widget* child : parent.findChildren<Widget*>()) {
        if (child->isVisible()) {
            return child;
        }
    }
    return nullptr;
}

}

class TestOpenSave : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesGetTheirEnding_data();
    void namesGetTheirEnding();
    void aWrongEndingKeepsTheDialog();
    void messagesThatAreNoWarningsAreInformation();
    void wordsOfFilesAreNoRichText();
    void savingNamesAnUntitledWorkspace();
    void untitledWorkspacesAreNamedAfterModelAndCluster();
    void openTakesModelsTablesPlansAndWorkspaces();
    void aDroppedPlanBecomesAWorkspaceWithItsPlan();
    void whatIsOpenedLastWins();
    void whatIsNoPlanIsExplained();
    void exportedChartsNameModelClusterAndObjective();
    void noExportReplacesTheModel();
};

void TestOpenSave::namesGetTheirEnding_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("name"); // empty: the name is rejected
    QTest::newRow("none") << QStringLiteral("chart") << QStringLiteral("chart.svg");
    QTest::newRow("right") << QStringLiteral("chart.png") << QStringLiteral("chart.png");
    QTest::newRow("capitals") << QStringLiteral("chart.PNG") << QStringLiteral("chart.PNG");
    QTest::newRow("a version") << QStringLiteral("/x/llama-3.1-70b") << QStringLiteral("/x/llama-3.1-70b.svg");
    QTest::newRow("a number") << QStringLiteral("run 0.1") << QStringLiteral("run 0.1.svg");
    QTest::newRow("a folder") << QStringLiteral("/x.y/chart") << QStringLiteral("/x.y/chart.svg");
    QTest::newRow("wrong") << QStringLiteral("chart.gif") << QString();
    QTest::newRow("another's") << QStringLiteral("/x/plan.json") << QString();
}

void TestOpenSave::namesGetTheirEnding()
{
    QFETCH(QString, typed);
    QFETCH(QString, name);
    const QStringList filters {QStringLiteral("Picture (*.png)"), QStringLiteral("Drawing (*.svg)")};
    const SaveName checked = saveName(typed, filters, filters[1]);
    if (name.isEmpty()) {
        QVERIFY(checked.complaint.contains(QStringLiteral(".png or .svg")));
    } else {
        QCOMPARE(checked.complaint, QString());
        QCOMPARE(checked.name, name);
    }
}

void TestOpenSave::aWrongEndingKeepsTheDialog()
{
    const QTemporaryDir folder;
    QWidget window;
    window.show();
    WindowDialogs dialogs;
    QString saved;
    dialogs.askSaveFile(&window,
                        {QStringLiteral("Save chart"),
                         folder.path(),
                         QStringLiteral("chart.png"),
                         {QStringLiteral("Picture (*.png)"), QStringLiteral("Drawing (*.svg)")}},
                        [&](const QString& path) { saved = path; });
    auto* dialog = shownChild<QFileDialog>(window);
    QVERIFY(dialog);
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(name);
    name->setText(QStringLiteral("chart.gif"));
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QCOMPARE(saved, QString());
    auto* box = shownChild<QMessageBox>(*dialog);
    QVERIFY(box && box->informativeText().contains(QStringLiteral(".png or .svg")));
    box->accept();
    QCOMPARE(name->text(), QStringLiteral("chart.gif")); // the user can correct it
    name->setText(QStringLiteral("chart.v2"));
    QTest::keyClick(name, Qt::Key_Return);
    box = shownChild<QMessageBox>(*dialog);
    QVERIFY(box);
    box->accept();
    // Types into the focused field, as a user does.
    dialog->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("chart 2.0"));
    QVERIFY(name->hasFocus());
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(saved, folder.filePath(QStringLiteral("chart 2.0.png")));
}

void TestOpenSave::messagesThatAreNoWarningsAreInformation()
{
    QWidget window;
    window.show();
    WindowDialogs dialogs;
    dialogs.inform(&window, QStringLiteral("About"), QStringLiteral("Words"));
    auto* box = shownChild<QMessageBox>(window);
    QVERIFY(box);
    QCOMPARE(box->icon(), QMessageBox::Information);
    box->close();
    test::Explorer explorer;
    explorer.action(QStringLiteral("About Stagecraft"))->trigger();
    QCOMPARE(explorer.dialogs.reported, QStringList());
    QCOMPARE(explorer.dialogs.informed.size(), 1);
}

void TestOpenSave::wordsOfFilesAreNoRichText()
{
    QWidget window;
    window.show();
    WindowDialogs dialogs;
    const QString words = QStringLiteral("<img src=\"/dev/zero\"> <b>bold</b>");
    dialogs.showMessage(&window, words, words);
    dialogs.inform(&window, words, words);
    dialogs.choose(&window, words, words, {QStringLiteral("Go on")}, [](int) {});
    int labels = 0;
    for (QMessageBox* box : window.findChildren<QMessageBox*>()) {
        QCOMPARE(box->textFormat(), Qt::PlainText);
        for (const QLabel* label : box->findChildren<QLabel*>()) {
            if (label->text().contains(words)) {
                QCOMPARE(label->textFormat(), Qt::PlainText);
                ++labels;
            }
        }
        box->close();
    }
    QCOMPARE(labels, 6);
}

void TestOpenSave::savingNamesAnUntitledWorkspace()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.activate();
    QVERIFY(explorer.bench().document().isUntitled());
    explorer.dialogs.file = explorer.path("mine.stagecraft");
    QTest::keyClick(&explorer.window, Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(explorer.bench().document().path(), explorer.dialogs.file);
    QCOMPARE(explorer.dialogs.question.suggestion, QStringLiteral("sixteen-layers on 4xcpu-8GiB.stagecraft"));
    QVERIFY(!explorer.bench().document().isUntitled());
    const qsizetype asked = explorer.dialogs.asked.size();
    QTest::keyClick(&explorer.window, Qt::Key_S, Qt::ControlModifier); // every edit is saved
    QTest::qWait(50);
    QCOMPARE(explorer.dialogs.asked.size(), asked);
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestOpenSave::untitledWorkspacesAreNamedAfterModelAndCluster()
{
    Problem problem;
    problem.model.name = "llama-3.1-70b";
    problem.cluster = parseCluster("4x8xH100-80GB@coreweave/HGX-H100").value();
    QCOMPARE(problemName(problem), QStringLiteral("llama-3.1-70b on 4x8xH100-80GB"));
    QCOMPARE(problemFileName(problem), QStringLiteral("llama-3.1-70b on 4x8xH100-80GB"));
    problem.model.name = "../a/b:" + std::string(400, 'x');
    QVERIFY(!problemFileName(problem).contains(u'/') && !problemFileName(problem).startsWith(u'.'));
    // of one, three and four bytes; the last has two UTF-16 units
    for (const char* letter : {"x", "\u6a21", "\U0001F600"}) {
        problem.model.name.clear();
        for (int i = 0; i < 400; ++i) {
            problem.model.name += letter;
        }
        const QString name = problemFileName(problem) + QStringLiteral(".stagecraft");
        QVERIFY(QFile::encodeName(name).size() <= 255);
        QCOMPARE(QString::fromUtf8(name.toUtf8()), name); // no letter is cut
    }
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QVERIFY2(explorer.window.windowTitle().startsWith(QStringLiteral("sixteen-layers on 4xcpu:8GiB")),
             qPrintable(explorer.window.windowTitle()));
    QVERIFY(!explorer.window.windowTitle().contains(QStringLiteral("New workspace")));
}

void TestOpenSave::openTakesModelsTablesPlansAndWorkspaces()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const auto exported = [&](const char* action, const char* name) {
        explorer.dialogs.file = explorer.path(name);
        explorer.action(QString::fromUtf8(action))->trigger();
        return QTest::qWaitFor([&] { return QFile::exists(explorer.dialogs.file); }, 5000);
    };
    QVERIFY(exported("Plan as JSON…", "plan.json") && exported("Plan as YAML…", "plan.yaml"));
    QVERIFY(exported("Save as…", "mine.stagecraft"));
    const auto open = [&](const QString& path) {
        test::Explorer other;
        other.dialogs.file = path;
        other.action(QStringLiteral("Open…"))->trigger();
        if (!other.dialogs.question.filters.value(0).contains(QStringLiteral("*.csv")) || !other.waitForPlans()) {
            return QStringLiteral("nothing");
        }
        return QString::fromStdString(other.bench().document().session()->problem.model.name)
            + (other.dialogs.reported.isEmpty() ? QString() : other.dialogs.reported.join(u'\n'));
    };
    for (const char* name : {"plan.json", "plan.yaml", "mine.stagecraft"}) {
        QCOMPARE(open(explorer.path(name)), QStringLiteral("sixteen-layers"));
    }
    QCOMPARE(open(test::dataFile("sixteen-layers.csv")), QStringLiteral("sixteen-layers"));
    QFile config(explorer.path("config.json"));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 64, "n_head": 2, "vocab_size": 1000,
                     "n_positions": 128})");
    config.close();
    QVERIFY(open(config.fileName()) != QStringLiteral("nothing"));
}

void TestOpenSave::aDroppedPlanBecomesAWorkspaceWithItsPlan()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.bench().plans().select(1);
    const Plan plan = explorer.bench().plans().current()->plan;
    explorer.dialogs.file = explorer.path("my plan.json");
    explorer.action(QStringLiteral("Plan as JSON…"))->trigger();
    QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
    const QString path = explorer.dialogs.file;

    test::Explorer other;
    other.window.openPath(QLatin1String(smallModel)); // another workspace, which does not change
    QVERIFY(other.waitForPlans());
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &files, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&other.window, &enter);
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &files, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&other.window, &drop);
    QTRY_COMPARE(other.bench().document().session()->problem.model.name, std::string("sixteen-layers"));
    QVERIFY(other.waitForPlans());
    QCOMPARE(other.bench().document().session()->plans.size(), std::size_t(1));
    QCOMPARE(other.bench().document().session()->plans.front().name, std::string("my plan"));
    QVERIFY(other.bench().plans().current()->plan == plan);
    QVERIFY(other.bench().document().isUntitled());
}

// The kind of a JSON file is found by reading it. If another file is opened meanwhile, the last one opened wins.
void TestOpenSave::whatIsOpenedLastWins()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.dialogs.file = explorer.path("plan.json");
    explorer.action(QStringLiteral("Plan as JSON…"))->trigger();
    QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
    test::Explorer other;
    other.window.openPath(explorer.dialogs.file);
    other.window.openPath(QLatin1String(smallModel));
    QVERIFY(other.waitForPlans());
    QTest::qWait(200); // time for an unexpected result to arrive
    QCOMPARE(other.bench().document().session()->problem.model.source, std::string(smallModel));
    QVERIFY(other.bench().document().session()->plans.empty());
}

void TestOpenSave::whatIsNoPlanIsExplained()
{
    test::Explorer explorer;
    QFile file(explorer.path("broken.yaml"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("format: stagecraft-plan\nversion: 1\n");
    file.close();
    explorer.window.openPath(file.fileName());
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY(explorer.dialogs.reported[0].contains(QStringLiteral("broken.yaml")));
    QVERIFY(!explorer.bench().document().isOpen());
}

void TestOpenSave::exportedChartsNameModelClusterAndObjective()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const Problem& problem = explorer.bench().document().session()->problem;
    const QString subject = problemSubject(problem);
    QVERIFY(subject.contains(QStringLiteral("sixteen-layers on 4xcpu:8GiB; objective: ")));
    // The chart of one plan names that plan, which need not be the recommended one.
    PlanSelection& plans = explorer.bench().plans();
    const auto& all = plans.result()->candidates;
    const auto other =
        std::find_if(all.begin(), all.end(), [](const Candidate& each) { return !each.has(Label::Recommended); });
    QVERIFY(other != all.end());
    plans.select(static_cast<int>(other - all.begin()));
    const QString plan = planSubject(problem, other->plan, planName(*other));
    QVERIFY2(
        plan.contains(QStringLiteral("; plan: %1 (%2); objective: ").arg(degreesText(other->plan), planName(*other))),
        qPrintable(plan));
    for (const char* suffix : {"png", "svg", "pdf"}) {
        explorer.dialogs.file = explorer.path("chart.") + QLatin1String(suffix);
        explorer.action(QStringLiteral("Memory chart as an image…"))->trigger();
        QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
    }
    QVERIFY(QImage(explorer.path("chart.png")).text(QStringLiteral("Title")).endsWith(plan));
    QFile svg(explorer.path("chart.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly) && svg.readAll().contains("sixteen-layers on 4xcpu:8GiB"));
    QVERIFY(ChartPage(*explorer.window.tradeoffPane()->chart(), subject).title().endsWith(subject));
    auto* strip = explorer.window.findChild<StageStrip*>();
    QVERIFY(strip && ChartPage(*strip, subject).title().endsWith(plan));
    TimelineChart* timeline = explorer.window.timelinePane()->chart();
    explorer.field<QDockWidget>("timelineDock")->raise();
    QTRY_COMPARE(ChartPage(*timeline, subject).title().section(QStringLiteral("; "), 1),
                 plan.section(QStringLiteral("; "), 1));
}

// No export replaces the model of the session, by its path or by another path to the same file.
void TestOpenSave::noExportReplacesTheModel()
{
    test::Explorer explorer;
    const QString table = explorer.path("table.csv");
    const QString link = explorer.path("link.csv");
    QVERIFY(QFile::copy(test::dataFile("sixteen-layers.csv"), table) && QFile::link(table, link));
    QFile file(table);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    explorer.dialogs.file = table;
    explorer.action(QStringLiteral("Open…"))->trigger();
    QVERIFY(explorer.waitForPlans());
    Workbench& bench = explorer.bench();
    const QSignalSpy failed(&bench, &Workbench::failed);
    for (const QString& path : {table, link}) {
        bench.exportPlan(path, PlanFileFormat::Json);
        bench.exportSettings(path, Target::DeepSpeed);
        bench.writeFile(path, "a chart");
    }
    QCOMPARE(failed.count(), 6);
    const QSignalSpy written(&bench, &Workbench::written);
    bench.exportPlan(explorer.path("plan.json"), PlanFileFormat::Json);
    QVERIFY(comes([&] { return written.count() == 1; }));
    file.seek(0);
    QCOMPARE(file.readAll(), before);
    QVERIFY2(explorer.dialogs.reported.join(u'\n').contains(QStringLiteral("it is the model of this problem")),
             qPrintable(explorer.dialogs.reported.join(u'\n')));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestOpenSave test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_opensave.moc"
