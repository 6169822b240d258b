// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Other partitioners in comparison with the exact search, with real clicks and keys: figures equal the core's; their
// plans can become user-defined plans; exports for launchers equal the core's.
#include "core/exchange/launcher.h"
#include "core/search/baselines/baseline.h"
#include "core/session/knowncosts.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/exports/exports.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/partitioners/partitionerbars.h"
#include "ui/panes/partitioners/partitionermodel.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/partitioners/partitionerwords.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <cmath>

using namespace stagecraft;

namespace {

struct OtherPartitioners {
    test::Explorer explorer;
    PartitionersPane& pane = *explorer.window.partitionersPane();

    PlanningSession session() { return *explorer.bench().document().session(); }
    bool settled()
    {
        return comes([this] { return explorer.bench().isUpToDate() && pane.isUpToDate(); });
    }
    // Opens a model of the zoo on these devices and raises the pane.
    bool open(const char* model, const char* cluster, int batch)
    {
        explorer.bench().newFromModel(QLatin1String(model));
        if (!explorer.waitForPlans()) {
            return false;
        }
        Problem problem = session().problem;
        problem.cluster = parseCluster(cluster).value();
        problem.workload.global_batch = batch;
        explorer.bench().edit(problem, explorer.bench().newEditId(), QStringLiteral("Set up"));
        explorer.bench().undoStack().clear();
        explorer.field<QDockWidget>("partitionersDock")->raise();
        return explorer.waitForPlans() && settled() && !pane.isEmptyShown();
    }
    PartitionerComparison fromTheCore(ComparisonMode mode)
    {
        const Problem problem = session().problem;
        const Document& document = explorer.bench().document();
        const CostModel costs = knownCosts(problem, document.measurements(), document.probes());
        const auto result = explorer.bench().plans().result();
        return comparePartitioners(problem, costs, comparedCandidate(*result)->plan, {mode, {}}).value();
    }
    QString cell(int row, int column) { return pane.table()->model()->index(row, column).data().toString(); }
    // Row of a partitioner with a separate plan; -1 if none.
    int rowOf(const QString& name)
    {
        for (int row = 0; row < pane.table()->model()->rowCount(); ++row) {
            if (cell(row, PartitionerModel::Partitioner) == name) {
                return row;
            }
        }
        return -1;
    }
    QScrollArea& area() { return *qobject_cast<QScrollArea*>(pane.chart()->parentWidget()->parentWidget()); }
    void clickBar(int row)
    {
        const QPoint at = pane.chart()->rowArea(row).center().toPoint();
        area().ensureVisible(at.x(), at.y()); // so that the axis does not cover it
        QTest::mouseClick(pane.chart(), Qt::LeftButton, {}, at);
    }
};

QString writtenTo(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}

class TestPartitioners : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAreThoseOfTheCore();
    void eachModeAsksAnew();
    void aBarChoosesItsRow();
    void theAxisStaysInSight();
    void aPlanOfTheirsIsKept();
    void theTableIsWrittenWithAllDigits();
    void whatCannotBeComparedIsSaid();
    void hiddenItComparesNothing();
    void launcherSettingsAreThoseOfTheCore();
    void whatALauncherCannotExpressIsReported();
    void anExportIsOfThePlanOnShow();
};

void TestPartitioners::rowsAreThoseOfTheCore()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    const PartitionerComparison expected = others.fromTheCore(ComparisonMode::Fair);
    QCOMPARE(expected.rows.size(), baselines().size() + 1);
    QAbstractItemModel* model = others.pane.table()->model();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model->rowCount(), static_cast<int>(expected.rows.size()));
    for (int row = 0; row < model->rowCount(); ++row) {
        const PartitionerRow& core = expected.rows[static_cast<std::size_t>(row)];
        QCOMPARE(others.cell(row, PartitionerModel::Partitioner), nameOf(core));
        const QString peak = model->index(row, PartitionerModel::Peak).data(copyRole).toString();
        QCOMPARE(peak, core.hasAnswer() ? QString::number(core.peak.value) : QString());
        QCOMPARE(others.cell(row, PartitionerModel::Verdict), verdictText(core));
    }
    QCOMPARE(others.cell(0, PartitionerModel::Partitioner), QStringLiteral("Stagecraft"));
    QVERIFY(others.pane.chart()->accessibleDescription().startsWith(QStringLiteral("Stagecraft: ")));
    QVERIFY2(others.pane.chart()->summary().contains(QStringLiteral("1.00 ×")),
             qPrintable(others.pane.chart()->summary()));
}

void TestPartitioners::eachModeAsksAnew()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    const QSignalSpy refreshed(&others.pane, &PartitionersPane::refreshed);
    others.pane.modeField()->setFocus();
    QTest::keyClick(others.pane.modeField(), Qt::Key_Down);
    QVERIFY(comes([&] { return refreshed.count() == 1; }));
    const PartitionerComparison expected = others.fromTheCore(ComparisonMode::Own);
    for (std::size_t row = 0; row < expected.rows.size(); ++row) {
        QCOMPARE(others.cell(static_cast<int>(row), PartitionerModel::Degrees),
                 expected.rows[row].hasAnswer() ? degreesOf(expected.rows[row]) : QString());
    }
}

void TestPartitioners::aBarChoosesItsRow()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    others.clickBar(3);
    QCOMPARE(others.pane.chart()->current(), 3);
    QCOMPARE(others.pane.table()->currentIndex().row(), 3);
    others.pane.chart()->setFocus();
    QTest::keyClick(others.pane.chart(), Qt::Key_Down);
    QCOMPARE(others.pane.table()->currentIndex().row(), 4);
    QTest::keyClick(others.pane.chart(), Qt::Key_Up);
    QCOMPARE(others.pane.chart()->current(), 3);
    others.pane.table()->selectRow(1);
    QCOMPARE(others.pane.chart()->current(), 1);
    const QPoint at = others.pane.chart()->rowArea(1).center().toPoint();
    QVERIFY(others.pane.chart()->toolTipAt(at).contains(others.cell(1, PartitionerModel::Partitioner)));
}

void TestPartitioners::theAxisStaysInSight()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    PartitionerBars* chart = others.pane.chart();
    const int last = others.pane.table()->model()->rowCount() - 1;
    const QWidget* viewport = chart->parentWidget();
    QVERIFY(chart->rowArea(last).bottom() > viewport->height()); // the rows scroll
    const qreal height = chart->height() - chart->rowArea(last).bottom();
    QVERIFY(chart->axisTop() + chart->y() + height <= viewport->height() + 1);
    // A hidden row cannot be clicked.
    QTest::mouseClick(chart, Qt::LeftButton, {}, QPoint(40, static_cast<int>(chart->axisTop()) + 4));
    QCOMPARE(chart->current(), -1);
    QScrollBar* bar = others.area().verticalScrollBar();
    bar->setValue(bar->maximum());
    QVERIFY(std::fabs(chart->axisTop() - chart->rowArea(last).bottom()) < 1.5);
}

void TestPartitioners::aPlanOfTheirsIsKept()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:gpt2-xl", "1x8xA100-40GB", 16));
    QVERIFY(!others.pane.keepButton()->isEnabled());
    others.clickBar(0); // the plan is already among the candidates
    QVERIFY(!others.pane.keepButton()->isEnabled());
    const int alpa = others.rowOf(QStringLiteral("Alpa, between operators"));
    QVERIFY(alpa > 0);
    const QString peak = others.pane.table()->model()->index(alpa, PartitionerModel::Peak).data(copyRole).toString();
    others.clickBar(alpa);
    QVERIFY(others.pane.keepButton()->isEnabled());
    QTest::mouseClick(others.pane.keepButton(), Qt::LeftButton);
    QCOMPARE(others.session().plans.size(), std::size_t(1));
    QVERIFY(others.settled());
    const Candidate* current = others.explorer.bench().plans().current();
    QVERIFY(current);
    QCOMPARE(QString::fromStdString(current->name), QStringLiteral("Alpa, between operators"));
    QCOMPARE(QString::number(current->estimate.peak.value), peak);
    others.explorer.bench().undoStack().undo();
    QVERIFY(others.session().plans.empty());
}

void TestPartitioners::theTableIsWrittenWithAllDigits()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    others.explorer.dialogs.file = others.explorer.path("partitioners.csv");
    QTest::mouseClick(others.pane.tableButton(), Qt::LeftButton);
    const QSignalSpy written(&others.explorer.bench(), &Workbench::written);
    others.explorer.window.exports()->save(*others.pane.table());
    QVERIFY(comes([&] { return written.count() == 1; }));
    const QStringList lines = writtenTo(others.explorer.dialogs.file).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), others.pane.table()->model()->rowCount() + 1);
    QVERIFY(lines.front().contains(QStringLiteral("Peak memory (bytes)")));
    QVERIFY(lines[1].contains(QString::number(others.fromTheCore(ComparisonMode::Fair).rows.front().peak.value)));
}

void TestPartitioners::whatCannotBeComparedIsSaid()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    Problem problem = others.session().problem;
    problem.cluster = parseCluster("1x4xA100-40GB+1x4xV100-32GB").value();
    others.explorer.bench().edit(problem, others.explorer.bench().newEditId(), QStringLiteral("Two kinds"));
    QVERIFY(others.settled());
    QVERIFY(others.pane.isEmptyShown());
    QVERIFY(std::ranges::any_of(others.pane.empty()->findChildren<QLabel*>(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("several device groups"));
    }));
    others.explorer.bench().undoStack().undo();
    QVERIFY(others.settled());
    QVERIFY(!others.pane.isEmptyShown());
}

void TestPartitioners::hiddenItComparesNothing()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    others.explorer.field<QDockWidget>("candidatesDock")->raise();
    QVERIFY(QTest::qWaitFor([&] { return others.pane.chart()->visibleRegion().isEmpty(); }, 5000));
    QTest::qWait(50);
    const QSignalSpy refreshed(&others.pane, &PartitionersPane::refreshed);
    Problem problem = others.session().problem;
    problem.workload.global_batch = 128;
    others.explorer.bench().edit(problem, others.explorer.bench().newEditId(), QStringLiteral("Batch"));
    QVERIFY(others.explorer.waitForPlans());
    QTest::qWait(100);
    QCOMPARE(refreshed.count(), 0);
    others.explorer.field<QDockWidget>("partitionersDock")->raise();
    QVERIFY(comes([&] { return refreshed.count() == 1 && others.pane.isUpToDate(); }));
}

void TestPartitioners::launcherSettingsAreThoseOfTheCore()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:gpt2-xl", "1x8xA100-40GB", 16));
    const QString path = others.explorer.path("megatron.sh");
    others.explorer.dialogs.file = path;
    const QSignalSpy written(&others.explorer.bench(), &Workbench::written);
    QAction* action = others.explorer.action(QStringLiteral("Megatron-LM arguments…"));
    QVERIFY(action && action->isEnabled());
    action->trigger();
    QVERIFY(comes([&] { return written.count() == 1; }));
    const Candidate* current = others.explorer.bench().plans().current();
    const PlanDocument document {others.session().problem, current->plan, current->estimate, current->partitioner,
                                 "stagecraft " + QCoreApplication::applicationVersion().toStdString()};
    QCOMPARE(writtenTo(path), QString::fromStdString(launcherSettings(document, Target::Megatron)->text));
    QVERIFY(writtenTo(path).contains(QStringLiteral("--pipeline-model-parallel-size")));
}

// Megatron-LM does not support image networks: the export fails without leaving a file. DeepSpeed cannot express split
// points.
void TestPartitioners::whatALauncherCannotExpressIsReported()
{
    OtherPartitioners others;
    QVERIFY(others.open("zoo:vgg16", "1x8xA100-40GB", 64));
    others.explorer.dialogs.file = others.explorer.path("megatron.sh");
    others.explorer.action(QStringLiteral("Megatron-LM arguments…"))->trigger();
    QVERIFY(comes([&] { return !others.explorer.dialogs.reported.isEmpty(); }));
    QVERIFY(!QFile::exists(others.explorer.dialogs.file));
    others.explorer.dialogs.reported.clear();
    others.explorer.dialogs.file = others.explorer.path("deepspeed.json");
    others.explorer.action(QStringLiteral("DeepSpeed settings…"))->trigger();
    QVERIFY(comes([&] { return !others.explorer.dialogs.reported.isEmpty(); }));
    QVERIFY2(others.explorer.dialogs.reported.front().contains(QStringLiteral("deepspeed.json")),
             qPrintable(others.explorer.dialogs.reported.front()));
    QVERIFY(QFile::exists(others.explorer.dialogs.file));
}

// During a search, an export writes the displayed plan with its problem.
void TestPartitioners::anExportIsOfThePlanOnShow()
{
    OtherPartitioners comparing;
    QVERIFY(comparing.open("zoo:vgg16", "1x8xA100-40GB", 64));
    Problem problem = comparing.session().problem;
    problem.workload.global_batch = 4096;
    comparing.explorer.bench().edit(problem, comparing.explorer.bench().newEditId(), QStringLiteral("Batch"));
    QVERIFY(!comparing.explorer.bench().isUpToDate());
    const QSignalSpy written(&comparing.explorer.bench(), &Workbench::written);
    const QString path = comparing.explorer.path("plan.json");
    comparing.explorer.bench().exportPlan(path, PlanFileFormat::Json);
    QVERIFY(comes([&] { return written.count() == 1; }));
    const auto plan = readPlanFile(path.toStdString());
    QVERIFY(plan.has_value());
    QCOMPARE(plan->problem.workload.global_batch, std::int64_t(64));
    QVERIFY(comparing.settled());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestPartitioners test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_partitioners.moc"
