// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// User tasks from the first file to the result, step by step as in docs/manual. With
// STAGECRAFT_PICTURES=docs/images/manual the manual's pictures are rendered again; `mogrify +dither -colors 256`
// (ImageMagick) reduces them below the limit of 150 kB.
#include "core/exchange/launcher.h"
#include "core/search/baselines/baseline.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/exports/exports.h"
#include "ui/models/candidatemodel.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparemodel.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/partitioners/partitionerbars.h"
#include "ui/panes/partitioners/partitionermodel.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/scenariomodel.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/start/startpage.h"
#include "ui/words/numbers.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <array>

using namespace stagecraft;

namespace {

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// A reader of the manual who uses the window.
struct Reader {
    test::Explorer explorer;

    PlanningSession session() { return *explorer.bench().document().session(); }

    void picture(const char* name)
    {
        const QString folder = qEnvironmentVariable("STAGECRAFT_PICTURES");
        if (!folder.isEmpty()) {
            QTest::qWait(150);
            QVERIFY(explorer.window.grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name))));
        }
    }
    void drop(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&explorer.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&explorer.window, &event);
    }
    void type(const char* field, const QString& text)
    {
        auto* line = explorer.field<QLineEdit>(field);
        QVERIFY2(line && line->isVisible(), field);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    void number(const char* field, int value)
    {
        auto* box = explorer.field<QSpinBox>(field);
        QVERIFY2(box && box->isVisible(), field);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::number(value));
        QTest::keyClick(box, Qt::Key_Return);
    }
    void click(const QWidget& page, const QString& text)
    {
        for (QAbstractButton* button : page.findChildren<QAbstractButton*>()) {
            if (button->text() == text && button->isVisible()) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL(qPrintable(text));
    }
    // Selects an entry with the arrow keys, from the top.
    void choose(const char* field, const QString& text)
    {
        auto* list = explorer.field<QComboBox>(field);
        QVERIFY2(list && list->isVisible(), field);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Home);
        for (int i = 0; i < list->count() && list->currentText() != text; ++i) {
            QTest::keyClick(list, Qt::Key_Down);
        }
        QCOMPARE(list->currentText(), text);
    }
    void show(const char* dock)
    {
        auto* shown = explorer.field<QDockWidget>(dock);
        shown->show();
        shown->raise();
        QTest::qWait(50);
    }
    void unfoldConstraints()
    {
        auto* more = explorer.field<QToolButton>("moreConstraints");
        if (!explorer.field<QComboBox>("zero")->isVisible()) {
            QTest::mouseClick(more, Qt::LeftButton);
        }
    }
    QString cell(int row, int column) // cell of the candidates table in display order
    {
        return explorer.window.candidatesPane()->table()->model()->index(row, column).data().toString();
    }
    void save(QWidget& item, const QString& path)
    {
        explorer.dialogs.file = path;
        const QSignalSpy written(&explorer.bench(), &Workbench::written);
        explorer.window.exports()->save(item);
        QVERIFY(comes([&] { return written.count() == 1; }));
    }
};

}

class TestQuestions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void doesMyModelTrainOnTheseDevices();
    void whatShouldWeRent();
    void howDoPartitionersCompare();
};

// The window answers the question of docs/manual/does-it-train.md.
void TestQuestions::doesMyModelTrainOnTheseDevices()
{
    Reader reader;
    reader.drop(test::dataFile("configs/llama-2-13b.json"));
    QVERIFY(reader.explorer.waitForPlans());
    reader.picture("train-dropped");
    reader.type("cluster", QStringLiteral("2x8xA100-40GB"));
    reader.number("globalBatch", 512);
    reader.number("sequence", 4096);
    reader.choose("precision", QStringLiteral("bf16, fp32 master"));
    reader.choose("framework", QStringLiteral("Megatron-Core"));
    reader.choose("target", QStringLiteral("Megatron-LM"));
    reader.unfoldConstraints();
    reader.choose("zero", QStringLiteral("Any"));
    reader.choose("policy", QStringLiteral("Any"));
    QVERIFY(reader.explorer.waitForPlans());
    const SearchResult& result = *reader.explorer.bench().plans().result();
    const Candidate* best = result.recommended();
    QVERIFY(best && best->estimate.fits);
    QCOMPARE(result.outcome.kind, OutcomeKind::Optimal);
    reader.picture("train-answer");

    // The row of the recommended plan shows that it fits, and its basis; Megatron-LM gets the same plan.
    QVERIFY(reader.cell(0, CandidateModel::Plan).contains(QStringLiteral("Recommended")));
    QVERIFY(!reader.cell(0, CandidateModel::Basis).isEmpty());
    const QString path = reader.explorer.path("megatron.args");
    reader.explorer.dialogs.file = path;
    const QSignalSpy written(&reader.explorer.bench(), &Workbench::written);
    reader.explorer.action(QStringLiteral("Megatron-LM arguments…"))->trigger();
    QVERIFY(comes([&] { return written.count() == 1; }));
    const QString arguments = contentOf(path);
    QVERIFY2(arguments.contains(QStringLiteral("--pipeline-model-parallel-size %1").arg(best->plan.pipelineRanks())),
             qPrintable(arguments));
    QVERIFY(arguments.contains(
        QStringLiteral("--tensor-model-parallel-size %1").arg(best->plan.stages.front().degrees.tensor)));
    QVERIFY(arguments.contains(QStringLiteral("--hidden-size 5120")));
}

// The window answers the question of docs/manual/what-to-rent.md.
void TestQuestions::whatShouldWeRent()
{
    Reader reader;
    QVERIFY(reader.explorer.openTable()); // the workspace is not new
    const QString before = reader.explorer.bench().document().path();
    reader.explorer.action(QStringLiteral("New workspace"))->trigger();
    QVERIFY(comes([&] { return reader.explorer.bench().document().path() != before; }));
    reader.drop(test::dataFile("configs/llama-2-13b.json"));
    QVERIFY(reader.explorer.waitForPlans());
    reader.number("globalBatch", 1024);
    reader.number("sequence", 4096);
    reader.choose("precision", QStringLiteral("bf16, fp32 master"));
    reader.type("amount", QStringLiteral("300 B"));
    reader.choose("objective", QStringLiteral("Cheapest that fits"));
    reader.unfoldConstraints();
    reader.choose("zero", QStringLiteral("Any"));
    reader.choose("policy", QStringLiteral("Any"));
    reader.show("sizingDock");
    SizingPane& sizing = *reader.explorer.window.sizingPane();
    const std::array clusters {"2x8xA100-40GB@aws", "4x8xL40S@aws", "1x8xH100-80GB@aws"};
    for (const char* cluster : clusters) {
        reader.type("cluster", QLatin1String(cluster));
        const auto ready = [&] {
            return reader.explorer.bench().isUpToDate() && sizing.form()->pinButton()->isEnabled();
        };
        QVERIFY(comes([&] { return ready() && reader.session().problem.cluster.name == cluster; }));
        QTest::mouseClick(sizing.form()->pinButton(), Qt::LeftButton);
    }
    QCOMPARE(reader.session().scenarios.size(), clusters.size());
    sizing.tabs()->setCurrentWidget(sizing.scenarios());
    const QAbstractItemModel* scenarios = sizing.scenarios()->table()->model();
    QVERIFY(comes([&] { return !scenarios->index(2, ScenarioModel::Cost).data().toString().isEmpty(); }));
    reader.picture("rent-scenarios");
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        sizing.scenarios()->table()->selectRow(static_cast<int>(i));
        QTest::mouseClick(sizing.scenarios()->compareButton(), Qt::LeftButton);
    }
    reader.explorer.window.findChild<QAction*>(QStringLiteral("layout-compare"))->trigger();
    ComparePane& compare = *reader.explorer.window.comparePane();
    QVERIFY(comes([&] { return compare.isUpToDate() && compare.model()->plans().size() == 3; }));
    QTest::qWait(200);
    compare.table()->scrollToBottom();
    reader.picture("rent-compared");

    // The total cost of each cluster, with its bounds and basis, equals that of the core; the H100 is the cheapest
    // here.
    const auto cell = [&](const char* row, int column) {
        return compare.model()->index(compare.model()->rowOf(QString::fromUtf8(row)), column + 1).data().toString();
    };
    std::vector<double> totals;
    for (int column = 0; column < 3; ++column) {
        const ComparedPlan& plan = compare.model()->plans()[static_cast<std::size_t>(column)];
        QVERIFY(plan.training_cost && plan.training_cost->total && plan.estimate->fits);
        QCOMPARE(plan.training_cost->amount / 1'000'000'000, std::int64_t(300)); // rounded to whole steps
        QCOMPARE(cell("Total cost", column), dollarsText(plan.training_cost->total->middle.value));
        QVERIFY(!cell("Total cost, bounds", column).isEmpty());
        totals.push_back(plan.training_cost->total->middle.value);
    }
    QVERIFY(totals[2] < totals[0] && totals[0] < totals[1]);
    reader.save(*compare.table(), reader.explorer.folder.filePath(QStringLiteral("bill.csv")));
    QVERIFY(contentOf(reader.explorer.dialogs.file).contains(QStringLiteral("Total cost")));
}

// The window answers the question of docs/manual/partitioners-for-a-paper.md.
void TestQuestions::howDoPartitionersCompare()
{
    Reader reader;
    reader.click(*reader.explorer.window.startPage(), QStringLiteral("New from the model zoo"));
    QVERIFY(comes([&] { return reader.explorer.bench().document().isOpen(); }));
    reader.choose("model", QStringLiteral("gpt2-xl (zoo)"));
    QVERIFY(reader.explorer.waitForPlans());
    reader.type("cluster", QStringLiteral("1x8xA100-40GB"));
    reader.number("globalBatch", 64);
    reader.show("partitionersDock");
    PartitionersPane& pane = *reader.explorer.window.partitionersPane();
    const auto settled = [&] {
        return comes([&] { return reader.explorer.bench().isUpToDate() && pane.isUpToDate(); }) && !pane.isEmptyShown();
    };
    for (const char* model : {"gpt2-xl", "vgg16"}) {
        const QString name = QLatin1String(model);
        if (reader.session().problem.model.name != model) {
            reader.choose("model", name + QStringLiteral(" (zoo)"));
            QVERIFY(comes([&] { return reader.session().problem.model.name == model; }));
        }
        QVERIFY(settled());
        reader.picture(qPrintable(QStringLiteral("partitioners-") + name));
        reader.save(*pane.chart(), reader.explorer.folder.filePath(name + QStringLiteral(".svg")));
        QVERIFY(contentOf(reader.explorer.dialogs.file).contains(QStringLiteral("<svg")));
        QTest::mouseClick(pane.tableButton(), Qt::LeftButton);
        reader.save(*pane.table(), reader.explorer.folder.filePath(name + QStringLiteral(".csv")));
        QTest::mouseClick(pane.tableButton(), Qt::LeftButton);
        const QStringList rows = contentOf(reader.explorer.dialogs.file).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(static_cast<std::size_t>(rows.size()), baselines().size() + 2);
        int answers = 0;
        for (int row = 0; row < pane.table()->model()->rowCount(); ++row) {
            answers += pane.table()->model()->index(row, PartitionerModel::Peak).data().toString().isEmpty() ? 0 : 1;
        }
        QVERIFY2(answers >= 13, qPrintable(QString::number(answers))); // twelve baselines and the exact search
    }
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestQuestions test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_questions.moc"
