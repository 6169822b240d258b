// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Stages edited with real drags and keys: the plan becomes user-defined, and undo reverts it.
#include "tests/gui/explorerfixture.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/stages/planchange.h"
#include "ui/panes/stages/stagemodel.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTableView>
#include <QUndoStack>

using namespace stagecraft;

namespace {

struct Editor {
    test::Explorer explorer;
    StagesPane& pane = *explorer.window.stagesPane();
    StageStrip& strip = *pane.strip();

    // Shows a plan with several stages.
    bool open()
    {
        if (!explorer.openTable()) {
            return false;
        }
        explorer.field<QDockWidget>("stagesDock")->raise();
        PlanSelection& plans = explorer.bench().plans();
        const auto& candidates = plans.result()->candidates;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (candidates[i].plan.stages.size() == 4) {
                plans.select(static_cast<int>(i));
                return QTest::qWaitFor([this] { return strip.isVisible() && strip.width() > 100; }, 5000);
            }
        }
        return false;
    }
    const Candidate& current() { return *explorer.bench().plans().current(); }
    std::size_t userPlans() { return explorer.bench().document().session()->plans.size(); }
    std::vector<int> splitPoints() { return strip.layoutFor(strip.rect()).split_points; }
    // Drags the split point before a stage to the left edge of a layer.
    void drag(int stage, int layer)
    {
        const StageStripLayout layout = strip.layoutFor(strip.rect());
        const int y = static_cast<int>(layout.strip.center().y());
        const QPoint from(static_cast<int>(layout.stage(stage).left()), y);
        const QPoint to(static_cast<int>(layout.layer(layer).left() + 1), y);
        QTest::mousePress(&strip, Qt::LeftButton, {}, from);
        QTest::mouseMove(&strip, (from + to) / 2);
        QTest::mouseMove(&strip, to);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, to);
    }
};

}

class TestStages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDraggedSplitPointMakesAUserPlan();
    void whatIsAboutTheSameSaysSo();
    void keysMoveSplitPoints();
    void aStageIsSplitAndMerged();
    void theTableSaysTheSame();
    void plansOfTheClusterBeforeAreShown();
    void degreesThatDoNotDivideAreRefusedInWords();
    void headsThatDoNotDivideAreRefusedInWords();
    void aLayerHasAPolicyOfItsOwn();
    void coreReportsPlansThatDoNotFit();
    void undoTakesAllOfItBack();
    void userPlansAreKeptInTheWorkspace();
    void anotherModelHasNoneOfThem();
};

void TestStages::aDraggedSplitPointMakesAUserPlan()
{
    Editor editor;
    QVERIFY(editor.open());
    const std::vector<int> before = editor.splitPoints();
    const std::size_t candidates = editor.explorer.bench().plans().result()->candidates.size();
    editor.drag(2, before[2] + 1);
    QCOMPARE(editor.userPlans(), std::size_t(1));
    QCOMPARE(editor.splitPoints()[2], before[2] + 1);
    QVERIFY(editor.explorer.waitForPlans());
    QCOMPARE(editor.explorer.bench().plans().result()->candidates.size(), candidates + 1);
    QCOMPARE(editor.current().name, std::string("My plan"));
    QCOMPARE(editor.current().plan.splitPoints(), editor.splitPoints());
    QVERIFY(editor.pane.difference().contains(QStringLiteral("peak memory")));
    // Another drag changes the same user-defined plan.
    editor.drag(2, before[2]);
    QVERIFY(editor.explorer.waitForPlans());
    QCOMPARE(editor.userPlans(), std::size_t(1));
    QCOMPARE(editor.splitPoints(), before);
}

// Small differences are described as "about", because "0.00122 % longer" is not informative.
void TestStages::whatIsAboutTheSameSaysSo()
{
    Estimate before;
    before.peak = gibibytes(20);
    before.step = Seconds(1);
    Estimate changed = before;
    QCOMPARE(peakChange(changed, before), QStringLiteral("about the same peak memory"));
    changed.peak += Bytes(1 << 20);
    changed.step = Seconds(1.0000122);
    QCOMPARE(peakChange(changed, before), QStringLiteral("about the same peak memory"));
    QCOMPARE(stepChange(changed, before), QStringLiteral("about the same step time"));
    changed.step = Seconds(0.98);
    QCOMPARE(stepChange(changed, before), QStringLiteral("2.00 % shorter step time"));
    changed.peak = gibibytes(25);
    QCOMPARE(peakChange(changed, before), QStringLiteral("25.0 % more peak memory"));
    // On different devices the smaller one may become fuller while the highest peak is unchanged.
    const auto plan = [](double peak_of_the_smaller) {
        DeviceEstimate large;
        large.peak = gibibytes(20);
        large.capacity = gibibytes(80);
        DeviceEstimate small = large;
        small.peak = gibibytes(peak_of_the_smaller);
        small.capacity = gibibytes(40);
        Estimate estimate;
        estimate.peak = large.peak;
        estimate.devices = {large, small};
        return estimate;
    };
    QCOMPARE(peakChange(plan(16), plan(8), PeakMeasure::Bytes), QStringLiteral("about the same peak memory"));
    QCOMPARE(peakChange(plan(16), plan(8), PeakMeasure::Share),
             QStringLiteral("60.0 % higher peak share of the fullest device"));
}

void TestStages::keysMoveSplitPoints()
{
    Editor editor;
    QVERIFY(editor.open());
    const std::vector<int> before = editor.splitPoints();
    editor.strip.setFocus();
    editor.strip.setCurrent(0);
    QTest::keyClick(&editor.strip, Qt::Key_Right);
    QCOMPARE(editor.strip.current(), 1);
    QTest::keyClick(&editor.strip, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(editor.splitPoints()[1], before[1] - 1);
    QTest::keyClick(&editor.strip, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(editor.splitPoints()[2], before[2] + 1);
    QVERIFY(editor.strip.summary().contains(QStringLiteral("Stage 1")));
}

void TestStages::aStageIsSplitAndMerged()
{
    Editor editor;
    QVERIFY(editor.open());
    const std::vector<int> before = editor.splitPoints();
    editor.strip.setCurrent(0);
    editor.pane.merge();
    QCOMPARE(editor.splitPoints().size(), before.size() - 1);
    QVERIFY(editor.explorer.waitForPlans());
    QCOMPARE(editor.current().plan.stages.size(), before.size() - 2);
    editor.pane.split();
    QCOMPARE(editor.splitPoints().size(), before.size());
    QVERIFY(editor.explorer.waitForPlans());
    QVERIFY(editor.pane.refusal().isEmpty());
}

void TestStages::theTableSaysTheSame()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.pane.setTableShown(true);
    auto* table = editor.pane.findChild<QTableView*>();
    const Plan plan = editor.current().plan;
    QTRY_VERIFY(!table->model()->index(0, StageModel::Passes).data().toString().isEmpty());
    QCOMPARE(table->model()->rowCount(), static_cast<int>(plan.stages.size()));
    double seconds = 0;
    Bytes peak;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const auto cell = [&](int column) { return table->model()->index(row, column); };
        const LayerRange layers = plan.stages[static_cast<std::size_t>(row)].layers;
        QCOMPARE(cell(StageModel::Layers).data().toString(),
                 QStringLiteral("%1–%2").arg(layers.first).arg(layers.last - 1));
        seconds += cell(StageModel::Passes).data(copyRole).toDouble();
        peak = std::max(peak, Bytes(cell(StageModel::Peak).data(copyRole).toLongLong()));
    }
    QCOMPARE(peak, editor.current().estimate.peak);
    double layers = 0;
    for (const Layer& layer : editor.explorer.bench().document().session()->problem.model.layers) {
        const auto& row = std::get<TableRow>(layer.spec);
        layers += row.forward.value + row.backward.value;
    }
    QVERIFY(std::abs(seconds - layers) < 1e-9 * layers);
    // Table and strip select the same stage.
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(editor.strip.current(), 1);
}

// Plans for the previous cluster are shown until the search finishes, even if the cluster no longer has their device
// group.
void TestStages::plansOfTheClusterBeforeAreShown()
{
    Editor editor;
    QVERIFY(editor.open());
    Workbench& bench = editor.explorer.bench();
    const auto ask = [&](const char* cluster) {
        Problem problem = bench.document().session()->problem;
        problem.cluster = parseCluster(cluster).value();
        bench.edit(problem, bench.newEditId(), QStringLiteral("Cluster"));
    };
    ask("2xcpu:8GiB+2xcpu:4GiB");
    QVERIFY(editor.explorer.waitForPlans());
    const auto& stages = editor.current().plan.stages;
    QVERIFY(std::any_of(stages.begin(), stages.end(), [](const Stage& stage) { return stage.device_group == 1; }));
    ask("4xcpu:8GiB");
    for (int stage = 0; stage < static_cast<int>(stages.size()); ++stage) {
        editor.strip.setCurrent(stage);
        const int most = stages[static_cast<std::size_t>(stage)].device_group == 0 ? 4 : 1;
        QVERIFY(editor.explorer.field<QComboBox>("stageTensor")->count() <= most);
    }
    QVERIFY(editor.explorer.waitForPlans());
}

void TestStages::degreesThatDoNotDivideAreRefusedInWords()
{
    Editor editor;
    QVERIFY(editor.open());
    auto* data = editor.explorer.field<QSpinBox>("stageData");
    data->setFocus();
    data->setValue(7);
    QTest::keyClick(data, Qt::Key_Return);
    QVERIFY2(editor.pane.refusal().contains(QStringLiteral("are not divisible by 7 replicas")),
             qPrintable(editor.pane.refusal()));
    QCOMPARE(editor.userPlans(), std::size_t(0));
    QCOMPARE(data->value(), 7); // an invalid value stays for correction
}

// All TP sizes that divide six devices are offered, and the error for three explains that they do not divide 16 heads.
void TestStages::headsThatDoNotDivideAreRefusedInWords()
{
    Editor editor;
    Workbench& bench = editor.explorer.bench();
    bench.newFromModel(QStringLiteral("zoo:gpt?layers=4&hidden=1024&heads=16&vocabulary=6000"));
    QVERIFY(editor.explorer.waitForPlans());
    Problem problem = bench.document().session()->problem;
    problem.cluster = parseCluster("1x6xA100-80GB").value();
    problem.workload.global_batch = 48;
    problem.constraints.pipeline = 1;
    problem.constraints.data = 2;
    bench.edit(problem, bench.newEditId(), QStringLiteral("Cluster"));
    QVERIFY(editor.explorer.waitForPlans());
    editor.explorer.field<QDockWidget>("stagesDock")->raise();
    auto* tensor = editor.explorer.field<QComboBox>("stageTensor");
    QStringList offered;
    for (int i = 0; i < tensor->count(); ++i) {
        offered << tensor->itemText(i);
    }
    QVERIFY2(offered.contains(QStringLiteral("3")) && offered.contains(QStringLiteral("6"))
                 && !offered.contains(QStringLiteral("5")),
             qPrintable(offered.join(u' ')));
    QCOMPARE(editor.pane.findChild<QLabel*>(QStringLiteral("stageHeading"))->text(),
             QStringLiteral("Stage 0: layers 0–%1").arg(problem.model.layers.size() - 1));
    tensor->setFocus();
    QTest::keyClick(tensor, Qt::Key_3);
    QCOMPARE(tensor->currentText(), QStringLiteral("3"));
    QVERIFY(editor.explorer.waitForPlans());
    QTRY_VERIFY2(editor.pane.refusal().contains(QStringLiteral("16")) && editor.pane.refusal().contains(u'3'),
                 qPrintable(editor.pane.refusal()));
    qInfo("%s", qPrintable(editor.pane.refusal()));
}

void TestStages::aLayerHasAPolicyOfItsOwn()
{
    Editor editor;
    QVERIFY(editor.open());
    const StageStripLayout layout = editor.strip.layoutFor(editor.strip.rect());
    const int layer = editor.splitPoints()[1] + 1; // the second layer of the second stage
    const QPoint at = layout.layer(layer).center().toPoint();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, editor.strip.mapToGlobal(at));
    QApplication::sendEvent(&editor.strip, &event);
    QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()));
    auto* menu = static_cast<QMenu*>(QApplication::activePopupWidget());
    const auto actions = menu->actions();
    const auto recompute = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
        return action->text() == policyName(LayerPolicy::Full);
    });
    QVERIFY(recompute != actions.end());
    menu->setActiveAction(*recompute);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(editor.userPlans(), std::size_t(1));
    const auto policies = [&] { return policiesOf(editor.explorer.bench().document().session()->plans[0].plan); };
    for (int l = 0; l < editor.splitPoints().back(); ++l) {
        QCOMPARE(policies().of(l), l == layer ? LayerPolicy::Full : LayerPolicy::Keep);
    }
    QCOMPARE(editor.strip.current(), 1);
    // The fields also set the policy of the previous layer.
    auto* which = editor.explorer.field<QSpinBox>("stageLayer");
    auto* policy = editor.explorer.field<QComboBox>("stagePolicy");
    QCOMPARE(policy->currentText(), QStringLiteral("Mixed"));
    which->setFocus();
    QTest::keyClick(which, Qt::Key_Up);
    QCOMPARE(which->value(), layer - 1);
    QCOMPARE(policy->currentText(), policyName(LayerPolicy::Keep));
    policy->setFocus();
    QTest::keyClicks(policy, QStringLiteral("Offload"));
    QCOMPARE(policies().of(layer - 1), LayerPolicy::Swap);
    QCOMPARE(policies().of(layer), LayerPolicy::Full);
    editor.explorer.bench().undoStack().undo();
    QCOMPARE(policies().of(layer - 1), LayerPolicy::Keep);
    QCOMPARE(policies().of(layer), LayerPolicy::Full);
}

// The plan stays in the editor, and is not a candidate.
void TestStages::coreReportsPlansThatDoNotFit()
{
    Editor editor;
    QVERIFY(editor.open());
    const std::vector<int> split_points = editor.splitPoints();
    editor.strip.setCurrent(split_points[1] - split_points[0] > 1 ? 0 : 1);
    editor.pane.split(); // five stages on four devices
    QVERIFY(editor.explorer.waitForPlans());
    QTRY_VERIFY2(editor.pane.refusal().contains(QStringLiteral("devices")), qPrintable(editor.pane.refusal()));
    QCOMPARE(editor.splitPoints().size(), std::size_t(6));
    QCOMPARE(editor.explorer.bench().plans().currentIndex(), -1);
    editor.pane.merge();
    QVERIFY(editor.explorer.waitForPlans());
    QTRY_VERIFY(editor.pane.refusal().isEmpty());
    QCOMPARE(editor.current().name, std::string("My plan"));
}

void TestStages::undoTakesAllOfItBack()
{
    Editor editor;
    QVERIFY(editor.open());
    const std::vector<int> before = editor.splitPoints();
    editor.drag(1, before[1] + 1);
    QVERIFY(editor.explorer.waitForPlans());
    auto* name = editor.explorer.field<QLineEdit>("planName");
    name->setFocus();
    name->setText(QStringLiteral("By hand"));
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(editor.explorer.waitForPlans());
    QCOMPARE(QString::fromStdString(editor.current().name), QStringLiteral("By hand"));
    QUndoStack& undo = editor.explorer.bench().undoStack();
    undo.undo();
    QVERIFY(editor.explorer.waitForPlans());
    QCOMPARE(editor.explorer.bench().document().session()->plans.front().name, std::string("My plan"));
    undo.undo(); // the whole drag
    QCOMPARE(editor.userPlans(), std::size_t(0));
    QVERIFY(!undo.canUndo());
    undo.redo();
    QCOMPARE(editor.userPlans(), std::size_t(1));
}

void TestStages::userPlansAreKeptInTheWorkspace()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.drag(1, editor.splitPoints()[1] + 1);
    const QString path = editor.explorer.path("kept.stagecraft");
    editor.explorer.bench().saveAs(path);
    QTRY_COMPARE(editor.explorer.bench().document().path(), path);
    const std::vector<int> split_points = editor.splitPoints();
    Editor again;
    again.explorer.window.openPath(path);
    QVERIFY(again.explorer.waitForState(Workbench::PlanState::Planned));
    QCOMPARE(again.explorer.bench().document().session()->plans.front().plan.splitPoints(), split_points);
}

void TestStages::anotherModelHasNoneOfThem()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.drag(1, editor.splitPoints()[1] + 1);
    editor.explorer.bench().chooseModel(test::dataFile("models/gpt2-tiny.json"));
    QTRY_COMPARE(editor.explorer.bench().document().session()->problem.model.layers.size(), std::size_t(4));
    QCOMPARE(editor.userPlans(), std::size_t(0));
    editor.explorer.bench().undoStack().undo();
    QCOMPARE(editor.userPlans(), std::size_t(1));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestStages test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_stages.moc"
