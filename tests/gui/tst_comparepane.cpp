// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The comparison with real clicks and keys: every pane can add plans, each change is an undo step that the workspace
// stores, figures equal those of the candidates, and plans that the problem does not allow are marked.
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "ui/charts/memorybars.h"
#include "ui/exports/exports.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparemodel.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/compare/comparerows.h"
#include "ui/panes/compare/comparewords.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/widgets/tablepage.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

using namespace stagecraft;

namespace {

struct Comparer {
    test::Explorer explorer;
    ComparePane& pane = *explorer.window.comparePane();
    QAbstractItemModelTester tester {pane.model(), QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester device_tester {pane.deviceTable()->model(),
                                            QAbstractItemModelTester::FailureReportingMode::QtTest};

    const std::vector<Candidate>& candidates() { return explorer.bench().plans().result()->candidates; }
    Comparison comparison() { return explorer.window.comparing().comparison(); }
    std::size_t columns() { return comparison().columns.size(); }
    bool settled()
    {
        return explorer.waitForPlans() && comes([this] { return pane.isUpToDate(); });
    }
    bool open()
    {
        if (!explorer.openTable()) {
            return false;
        }
        explorer.field<QDockWidget>("compareDock")->raise();
        return QTest::qWaitFor([this] { return !pane.visibleRegion().isEmpty(); }, 5000) && settled();
    }
    bool compareFirst(int count)
    {
        for (int i = 0; i < count; ++i) {
            explorer.window.comparing().add(Candidate(candidates()[static_cast<std::size_t>(i)]));
        }
        return columns() == static_cast<std::size_t>(count) && settled();
    }
    QModelIndex cell(const char* row, int column)
    {
        return pane.model()->index(pane.model()->rowOf(QString::fromUtf8(row)), column + 1);
    }
    QString text(const char* row, int column) { return cell(row, column).data().toString(); }
    QString difference(const char* row, int column)
    {
        return cell(row, column).data(CompareModel::DifferenceRole).toString();
    }
    void setCluster(const QString& text)
    {
        auto* field = explorer.window.problemPane()->findChild<QLineEdit*>(QStringLiteral("cluster"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
};

}

class TestCompare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansComeFromTheCandidatesByKey();
    void allSelectedRowsAreComparedAtOnce();
    void plansComeFromTheTradeoffByCtrlClick();
    void scenariosAreComparedUnderTheirOwnProblem();
    void aFifthIsRefusedWithAWord();
    void figuresAreThoseOfTheCandidates();
    void differencesAreToTheBaseline();
    void onlyDifferencesLeavesOutEquals();
    void columnsAreMovedAndRemovedByKeys();
    void eachChangeIsAStepOfUndoAndIsStored();
    void plansAreEstimatedAnewUnderAnotherProblem();
    void anotherModelLeavesScenariosAlone();
    void moneyIsThatOfTheTrainingCost();
    void assumptionsHaveRows();
    void barsShareOneScale();
    void manyDevicesAreGrouped();
    void tablesAndBarsAreGivenAway();
    void hiddenItEstimatesNothing();
    void rowsShowWhatDiffers();
};

void TestCompare::plansComeFromTheCandidatesByKey()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.pane.isEmptyShown());
    QTest::mouseClick(comparer.pane.empty()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(comparer.comparison().columns.at(0).plan, comparer.candidates()[0].plan);
    comparer.explorer.bench().undoStack().undo();
    QCOMPARE(comparer.columns(), std::size_t(0));
    QVERIFY(comparer.pane.isEmptyShown());
    QTableView* table = comparer.explorer.window.candidatesPane()->table();
    comparer.explorer.field<QDockWidget>("candidatesDock")->raise();
    table->setFocus();
    for (const int row : {0, 2}) {
        table->selectionModel()->setCurrentIndex(table->model()->index(row, 0),
                                                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
    }
    QCOMPARE(comparer.columns(), std::size_t(2));
    QCOMPARE(comparer.comparison().columns[0].plan, comparer.candidates()[0].plan);
    QCOMPARE(comparer.comparison().columns[1].plan, comparer.candidates()[2].plan);
    // The action is also in the context menu of the table, and removes the plan again.
    QAction* action = comparer.explorer.action(QStringLiteral("Remove from comparison"));
    QVERIFY(action && table->actions().contains(action));
    QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(comparer.columns(), std::size_t(1));
    QVERIFY(comparer.explorer.action(QStringLiteral("Add to comparison")));
}

void TestCompare::allSelectedRowsAreComparedAtOnce()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QTableView* table = comparer.explorer.window.candidatesPane()->table();
    auto* dock = comparer.explorer.field<QDockWidget>("candidatesDock");
    dock->raise();
    QTRY_VERIFY(!dock->visibleRegion().isEmpty());
    QVERIFY(comparer.pane.visibleRegion().isEmpty());
    for (const int row : {0, 1, 3}) {
        table->selectionModel()->select(table->model()->index(row, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    comparer.explorer.action(QStringLiteral("Add 3 plans to comparison"))->trigger();
    QCOMPARE(comparer.columns(), std::size_t(3));
    QTRY_VERIFY(!comparer.pane.visibleRegion().isEmpty()); // the pane becomes visible
    comparer.explorer.bench().undoStack().undo(); // all additions were one step
    QCOMPARE(comparer.columns(), std::size_t(0));
}

void TestCompare::plansComeFromTheTradeoffByCtrlClick()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    TradeoffChart* chart = comparer.explorer.window.tradeoffPane()->chart();
    const int before = comparer.explorer.bench().plans().currentIndex();
    int clicked = 1; // a plan whose point is not covered
    while (chart->candidateAt(chart->positionOf(clicked)) != clicked) {
        ++clicked;
        QVERIFY(clicked < static_cast<int>(comparer.candidates().size()));
    }
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, Qt::ControlModifier, chart->positionOf(clicked));
    QCOMPARE(comparer.columns(), std::size_t(1));
    QCOMPARE(comparer.comparison().columns[0].plan, comparer.candidates()[static_cast<std::size_t>(clicked)].plan);
    QCOMPARE(comparer.explorer.bench().plans().currentIndex(), before); // does not change the selection
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, Qt::ControlModifier, chart->positionOf(clicked));
    QCOMPARE(comparer.columns(), std::size_t(0));
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, Qt::ControlModifier, QPoint(2, 2)); // outside all points
    QCOMPARE(comparer.columns(), std::size_t(0));
}

void TestCompare::scenariosAreComparedUnderTheirOwnProblem()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(1));
    ScenarioList* list = comparer.explorer.window.sizingPane()->scenarios();
    Problem other = comparer.explorer.bench().document().session()->problem;
    other.cluster = parseCluster("8xcpu:8GiB").value();
    other.workload.global_batch *= 2;
    Plan plan = comparer.candidates()[0].plan;
    plan.micro_batches *= 2;
    list->pin(other, plan);
    list->table()->selectRow(0);
    comparer.explorer.field<QDockWidget>("sizingDock")->raise();
    comparer.explorer.window.sizingPane()->tabs()->setCurrentWidget(list);
    QTRY_VERIFY(list->compareButton()->isVisible());
    QTest::mouseClick(list->compareButton(), Qt::LeftButton);
    comparer.explorer.field<QDockWidget>("compareDock")->raise();
    QTRY_VERIFY(!comparer.pane.visibleRegion().isEmpty());
    QVERIFY(comparer.settled());
    QCOMPARE(comparer.columns(), std::size_t(2));
    QCOMPARE(comparer.pane.model()->plans()[1].title, QStringLiteral("Scenario A"));
    QCOMPARE(comparer.text("Global batch", 1), countText(other.workload.global_batch));
    QVERIFY(comparer.pane.bars()->exportSubject()->contains(QStringLiteral(" on 8xcpu:8GiB; objective: ")));
    QVERIFY(list->model()->setData(list->model()->index(0, ScenarioModel::Name), QStringLiteral("Twice")));
    QTRY_COMPARE(comparer.pane.model()->plans()[1].title, QStringLiteral("Scenario Twice"));
    QTest::mouseClick(list->removeButton(), Qt::LeftButton); // the plan is still compared
    QCOMPARE(comparer.columns(), std::size_t(2));
    QVERIFY(comparer.settled());
    QCOMPARE(comparer.text("Fits", 1), QStringLiteral("yes"));
}

void TestCompare::aFifthIsRefusedWithAWord()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.candidates().size() >= 5);
    QVERIFY(comparer.compareFirst(4));
    QCOMPARE(comparer.columns(), std::size_t(4));
    const int steps = comparer.explorer.bench().undoStack().count();
    comparer.explorer.window.comparing().add(Candidate(comparer.candidates()[4]));
    QCOMPARE(comparer.columns(), std::size_t(4));
    QCOMPARE(comparer.explorer.bench().undoStack().count(), steps);
    QVERIFY(comparer.pane.message().contains(QStringLiteral("Remove one")));
    QCOMPARE(comparer.explorer.window.statusBar()->currentMessage(), comparer.pane.message());
    // A plan is not added twice.
    comparer.explorer.window.comparing().add(Candidate(comparer.candidates()[0]));
    QVERIFY(comparer.pane.message().contains(QStringLiteral("already")));
    comparer.explorer.window.comparing().remove(3);
    QVERIFY(comparer.pane.message().isEmpty());
}

void TestCompare::figuresAreThoseOfTheCandidates()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(3));
    for (int i = 0; i < 3; ++i) {
        const Candidate& candidate = comparer.candidates()[static_cast<std::size_t>(i)];
        const Estimate& estimate = candidate.estimate;
        QVERIFY(comparer.pane.model()->plans()[static_cast<std::size_t>(i)].estimate == estimate);
        QCOMPARE(comparer.text("Parallelism", i), degreesText(candidate.plan));
        QCOMPARE(comparer.text("Peak memory", i), bytesText(estimate.peak));
        QCOMPARE(comparer.text("Step time", i), secondsText(estimate.step));
        QCOMPARE(comparer.text("Bubble", i), percentText(estimate.bubble_fraction));
        QCOMPARE(comparer.text("Fits", i), QLatin1String(estimate.fits ? "yes" : "no"));
    }
}

void TestCompare::differencesAreToTheBaseline()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(2));
    const double first = comparer.candidates()[0].estimate.peak / Bytes(1);
    const double second = comparer.candidates()[1].estimate.peak / Bytes(1);
    QVERIFY(second > first);
    QCOMPARE(comparer.difference("Peak memory", 0), QString());
    QCOMPARE(comparer.difference("Peak memory", 1), QLatin1Char('+') + percentText(second / first - 1));
    QVERIFY(comparer.pane.model()->headerData(1, Qt::Horizontal).toString().contains(QStringLiteral("baseline")));
    // Selects the other column with the keyboard.
    comparer.explorer.activate();
    comparer.pane.selectColumn(1);
    comparer.pane.table()->setFocus();
    QTest::keyClick(comparer.pane.table(), Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(comparer.comparison().baseline, 1);
    QVERIFY(comparer.settled());
    QCOMPARE(comparer.difference("Peak memory", 0), QLatin1Char('-') + percentText(1 - first / second));
    QCOMPARE(comparer.difference("Peak memory", 1), QString());
    QVERIFY(comparer.pane.table()->accessibleDescription().startsWith(
        QStringLiteral("Relative to %1 (peak ").arg(comparer.pane.model()->plans()[1].title)));
}

void TestCompare::onlyDifferencesLeavesOutEquals()
{
    Comparer comparer;
    QVERIFY(comparer.open() && comparer.compareFirst(3));
    CompareModel* model = comparer.pane.model();
    QVERIFY(shortComparisonSentence(model->plans(), 1).startsWith(QStringLiteral("Lowest peak: ")));
    QVERIFY(model->rowOf(QStringLiteral("Model")) >= 0);
    const int all = model->rowCount();
    QTest::mouseClick(comparer.pane.differencesChip(), Qt::LeftButton);
    QVERIFY(model->rowCount() < all);
    QCOMPARE(model->rowOf(QStringLiteral("Model")), -1);
    QVERIFY(model->rowOf(QStringLiteral("Peak memory")) >= 0);
    for (int row = 0; row < model->rowCount(); ++row) {
        QSet<QString> texts;
        for (int column = 1; column <= 3; ++column) {
            texts << model->index(row, column).data().toString();
        }
        QVERIFY2(model->isHeading(row) || texts.size() > 1, qPrintable(model->index(row, 0).data().toString()));
        // Every heading has rows.
        QVERIFY(!model->isHeading(row) || (row + 1 < model->rowCount() && !model->isHeading(row + 1)));
    }
    QTest::mouseClick(comparer.pane.differencesChip(), Qt::LeftButton);
    QCOMPARE(model->rowCount(), all);
}

void TestCompare::columnsAreMovedAndRemovedByKeys()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(3));
    comparer.explorer.activate();
    const auto planOf = [&](std::size_t column) { return comparer.comparison().columns[column].plan; };
    const std::vector<Plan> plans {planOf(0), planOf(1), planOf(2)};
    QTableView* table = comparer.pane.table();
    table->setFocus();
    comparer.pane.selectColumn(0);
    QVERIFY(!comparer.pane.leftAction()->isEnabled());
    QTest::keyClick(table, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(planOf(0) == plans[1] && planOf(1) == plans[0]);
    QCOMPARE(comparer.comparison().baseline, 1); // the baseline moves with its column
    QCOMPARE(comparer.pane.currentColumn(), 1);
    QTest::keyClick(table, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(planOf(0) == plans[0] && planOf(1) == plans[1]);
    comparer.pane.selectColumn(2);
    QVERIFY(!comparer.pane.rightAction()->isEnabled());
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(comparer.columns(), std::size_t(2));
    QVERIFY(planOf(1) == plans[1]);
    // A click in a column selects it.
    const QRect place = table->visualRect(comparer.cell("Parallelism", 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
    QCOMPARE(comparer.pane.currentColumn(), 0);
    QTest::keyClick(table, Qt::Key_Delete);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(comparer.columns(), std::size_t(0));
    QVERIFY(comparer.pane.isEmptyShown());
}

void TestCompare::eachChangeIsAStepOfUndoAndIsStored()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QUndoStack& undo = comparer.explorer.bench().undoStack();
    const int before = undo.count();
    QVERIFY(comparer.compareFirst(2));
    comparer.explorer.window.comparing().setBaseline(1);
    comparer.explorer.window.comparing().move(1, 0);
    comparer.explorer.window.comparing().remove(1);
    QCOMPARE(undo.count(), before + 5);
    undo.undo();
    QCOMPARE(comparer.columns(), std::size_t(2));
    undo.undo();
    undo.undo();
    QCOMPARE(comparer.comparison().baseline, 0);
    const PlanningSession asked = *comparer.explorer.bench().document().session();
    const std::string path = comparer.explorer.bench().document().path().toStdString();
    const auto isStored = [&] {
        auto workspace = Workspace::open(path, OpenMode::ReadOnly);
        const auto stored = workspace ? workspace->session() : Result<std::optional<PlanningSession>>(std::nullopt);
        return stored && *stored == asked;
    };
    QVERIFY(comes(isStored));
    QVERIFY(asked.comparison.columns.size() == 2);
    QVERIFY(comparer.settled());
}

void TestCompare::plansAreEstimatedAnewUnderAnotherProblem()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(2));
    const Plan plan = comparer.comparison().columns[0].plan;
    QVERIFY(plan.devices() > 1);
    const Bytes capacity = comparer.pane.model()->plans()[0].estimate->devices.front().capacity;
    comparer.setCluster(QStringLiteral("8xcpu:16GiB"));
    QTRY_VERIFY(comparer.pane.model()->plans()[0].estimate
                && comparer.pane.model()->plans()[0].estimate->devices.front().capacity > capacity);
    QVERIFY(comparer.comparison().columns[0].plan == plan);
    QVERIFY(comparer.pane.message().isEmpty());
    // The row is omitted for one device.
    comparer.setCluster(QStringLiteral("1xcpu:16GiB"));
    QTRY_VERIFY(comparer.pane.model()->plans()[0].obstacle);
    QCOMPARE(comparer.text("Fits", 0), QStringLiteral("cannot be estimated"));
    QCOMPARE(comparer.pane.model()->rowOf(QStringLiteral("Peak memory")), -1); // unknown for all plans
    QVERIFY(!comparer.pane.bars()->isVisible());
    QVERIFY(comparer.pane.message().contains(QStringLiteral("cannot be estimated")));
    QVERIFY(!comparer.cell("Fits", 0).data(Qt::ToolTipRole).toString().isEmpty());
    comparer.explorer.bench().undoStack().undo();
    QTRY_VERIFY(comparer.pane.model()->plans()[0].estimate.has_value());
    QVERIFY(comparer.pane.message().isEmpty());
}

void TestCompare::anotherModelLeavesScenariosAlone()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(1));
    comparer.explorer.window.comparing().add(
        Scenario {"A", comparer.explorer.bench().document().session()->problem, comparer.candidates()[0].plan});
    QCOMPARE(comparer.columns(), std::size_t(2));
    comparer.explorer.bench().chooseModel(QStringLiteral("zoo:resnet50"));
    QTRY_COMPARE_WITH_TIMEOUT(comparer.columns(), std::size_t(1), patient(20000));
    QVERIFY(comparer.settled());
    QCOMPARE(comparer.pane.model()->plans()[0].title, QStringLiteral("Scenario A"));
    QCOMPARE(comparer.text("Fits", 0), QStringLiteral("yes"));
}

void TestCompare::moneyIsThatOfTheTrainingCost()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    comparer.setCluster(QStringLiteral("4xcpu:8GiB@3.6"));
    QVERIFY(comparer.settled());
    QVERIFY(comparer.compareFirst(2));
    Problem problem = comparer.explorer.bench().document().session()->problem;
    QCOMPARE(comparer.text("Training run", 0), QStringLiteral("one step (no run length set)"));
    QCOMPARE(comparer.text("Total cost", 0), QString());
    problem.billing.amount = 25'000'000;
    comparer.explorer.bench().edit(problem, comparer.explorer.bench().newEditId(), QStringLiteral("Run"));
    QVERIFY(comparer.settled());
    QCOMPARE(comparer.text("Training run", 0), QStringLiteral("25 M samples"));
    for (std::size_t i = 0; i < 2; ++i) {
        const Candidate& candidate = comparer.candidates()[i];
        const TrainingCost training_cost = trainingCostOf(candidate.estimate, candidate.plan, problem, problem.billing);
        QCOMPARE(comparer.text("Total cost", static_cast<int>(i)), dollarsText(training_cost.total->middle.value));
        QCOMPARE(comparer.text("Time to train", static_cast<int>(i)), durationText(training_cost.time));
        QCOMPARE(comparer.text("Cost per million samples", static_cast<int>(i)),
                 dollarsText(training_cost.per_million->middle.value));
    }
}

// The pane shows the assumptions that the command line prints below its table.
void TestCompare::assumptionsHaveRows()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    Document& document = comparer.explorer.bench().document();
    comparer.explorer.bench().chooseModel(QStringLiteral("zoo:gpt2"));
    QTRY_COMPARE_WITH_TIMEOUT(document.session()->problem.model.sample, SampleKind::Tokens, patient(20000));
    QVERIFY(comparer.settled());
    Problem problem = document.session()->problem;
    problem.cluster = parseCluster("2x8xH100-80GB@coreweave/HGX-H100:spot").value();
    problem.billing.amount = 300'000'000'000;
    comparer.explorer.bench().edit(problem, comparer.explorer.bench().newEditId(), QStringLiteral("Spot"));
    QVERIFY(comparer.explorer.waitForPlans() && comparer.settled());
    QVERIFY(comparer.compareFirst(1));
    const ClusterGroup& nodes = problem.cluster.groups.front();
    QCOMPARE(comparer.text("Training run", 0), QStringLiteral("300 B tokens"));
    QVERIFY(comparer.text("Not included", 0).contains(QStringLiteral("adds nothing for interruptions")));
    QCOMPARE(comparer.text("Price age", 0), ageText(*nodes.offer, QDate::currentDate()));
    for (const auto& [row, link] :
         {std::pair {"Intra-node link", nodes.intra_node}, std::pair {"Inter-node link", nodes.network}}) {
        const QString text = comparer.text(row, 0);
        QVERIFY2(text.startsWith(numberText(link.bandwidth.value / 1e9) + QStringLiteral(" GB/s, ")), qPrintable(text));
        QVERIFY2(!link.source.empty() && text.contains(messageText(link.source)), qPrintable(text));
        QVERIFY(comparer.cell(row, 0).data(Qt::ToolTipRole).toString().startsWith(text)); // a narrow column elides it
    }
}

void TestCompare::barsShareOneScale()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(2));
    const MemoryBarsLayout& layout = comparer.pane.bars()->layout();
    const auto& first = comparer.candidates()[0].estimate.devices;
    const auto& second = comparer.candidates()[1].estimate.devices;
    QCOMPARE(layout.rows.size(), first.size() + second.size());
    // Bars are grouped by device, with one row per plan.
    QCOMPARE(layout.rows[0].estimate, first[0]);
    QCOMPARE(layout.rows[1].estimate, second[0]);
    QCOMPARE(layout.rows[2].estimate, first.size() > 1 ? first[1] : second[1]);
    QVERIFY(!layout.rows[1].begins_group && layout.rows[2].begins_group);
    const double share = layout.rows[0].estimate.peak / layout.rows[1].estimate.peak;
    QVERIFY(std::abs(layout.barArea(0).width() / layout.barArea(1).width() - share) < 1e-6);
    QVERIFY(layout.rows[0].label.contains(comparer.pane.model()->plans()[0].title));
    QVERIFY(!comparer.pane.bars()->accessibleDescription().isEmpty());
    // The table view has the same figures.
    QTest::mouseClick(comparer.pane.tableButton(), Qt::LeftButton);
    QVERIFY(comparer.pane.deviceTable()->isVisible());
    QCOMPARE(comparer.pane.deviceTable()->model()->rowCount(), static_cast<int>(layout.rows.size()));
}

void TestCompare::manyDevicesAreGrouped()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    comparer.setCluster(QStringLiteral("128x8xcpu:3GiB"));
    QVERIFY(comparer.settled());
    Problem problem = comparer.explorer.bench().document().session()->problem;
    problem.workload.global_batch = 1024;
    comparer.explorer.bench().edit(problem, comparer.explorer.bench().newEditId(), QStringLiteral("Batch"));
    QVERIFY(comparer.settled());
    std::vector<Candidate> largest = comparer.candidates();
    std::stable_sort(largest.begin(), largest.end(),
                     [](const Candidate& a, const Candidate& b) { return a.plan.devices() > b.plan.devices(); });
    QCOMPARE(largest.front().plan.devices(), 1024);
    for (const Candidate& candidate : largest) {
        if (comparer.columns() < 4 && !comparer.explorer.window.comparing().has(candidate)) {
            comparer.explorer.window.comparing().add(candidate);
        }
    }
    QCOMPARE(comparer.columns(), std::size_t(4));
    QVERIFY(comparer.settled());
    std::size_t devices = 0;
    std::size_t stages = 0;
    for (const ComparedPlan& plan : comparer.pane.model()->plans()) {
        devices += plan.estimate->devices.size();
        stages += plan.plan.stages.size();
    }
    // Devices that are equal in every plan share a bar; each device is in one bar.
    const auto& rows = comparer.pane.bars()->layout().rows;
    QVERIFY(rows.size() >= stages && rows.size() <= 4 * mostDeviceBars);
    for (const MemoryRow& row : rows) {
        devices -= static_cast<std::size_t>(row.devices);
    }
    QCOMPARE(devices, std::size_t(0));
}

void TestCompare::tablesAndBarsAreGivenAway()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(2));
    const QString csv = tableCsv(*comparer.pane.table());
    QVERIFY(csv.startsWith(QStringLiteral("Property,")));
    const QString peak = QStringLiteral("Peak memory (bytes),%1,%2\n")
                             .arg(comparer.candidates()[0].estimate.peak.value)
                             .arg(comparer.candidates()[1].estimate.peak.value);
    QVERIFY2(csv.contains(peak), qPrintable(csv));
    Exports* exports = comparer.explorer.window.exports();
    for (QWidget* item : {static_cast<QWidget*>(comparer.pane.table()), static_cast<QWidget*>(comparer.pane.bars()),
                          static_cast<QWidget*>(comparer.pane.deviceTable())}) {
        QVERIFY(exports->items().contains(item));
    }
    comparer.pane.table()->setFocus();
    exports->follow(comparer.pane.table());
    exports->copyAction()->trigger();
    QCOMPARE(QApplication::clipboard()->text(), csv);
    QSignalSpy written(&comparer.explorer.bench(), &Workbench::written);
    comparer.explorer.dialogs.file = comparer.explorer.path("bars.png");
    QAction* save = comparer.explorer.action(QStringLiteral("Compared memory as an image…"));
    QVERIFY(save && save->isEnabled());
    save->trigger();
    QTRY_COMPARE(written.size(), 1);
    QVERIFY(QImage(comparer.explorer.dialogs.file).width() > 900);
    comparer.explorer.dialogs.file = comparer.explorer.path("table.pdf");
    exports->print(*comparer.pane.table());
    QVERIFY(QFile::exists(comparer.explorer.dialogs.file));
    QVERIFY(comparer.explorer.dialogs.reported.isEmpty());
}

void TestCompare::hiddenItEstimatesNothing()
{
    Comparer comparer;
    QVERIFY(comparer.open());
    QVERIFY(comparer.compareFirst(1));
    comparer.explorer.field<QDockWidget>("compareDock")->hide();
    comparer.setCluster(QStringLiteral("8xcpu:16GiB"));
    QVERIFY(comparer.explorer.waitForPlans());
    QTest::qWait(200);
    QVERIFY(!comparer.pane.model()->plans()[0].estimate);
    QVERIFY(comparer.pane.isUpToDate());
    comparer.explorer.field<QDockWidget>("compareDock")->show();
    comparer.explorer.field<QDockWidget>("compareDock")->raise();
    QTRY_VERIFY(comparer.pane.model()->plans()[0].estimate.has_value());
}

// An unknown value of one plan is not a difference, and a baseline of 0 causes no division.
void TestCompare::rowsShowWhatDiffers()
{
    CompareRow row;
    row.difference = CompareRow::Difference::Share;
    row.cells = {{QStringLiteral("10"), {}, {}, 10.0},
                 {},
                 {QStringLiteral("5"), {}, {}, 5.0},
                 {QStringLiteral("0"), {}, {}, 0.0}};
    QVERIFY(row.differs());
    QCOMPARE(row.differenceText(2, 0), QStringLiteral("-50.0 %"));
    QCOMPARE(row.differenceText(0, 2), QStringLiteral("+100 %"));
    QVERIFY(row.differenceText(1, 0).isEmpty() && row.differenceText(0, 3).isEmpty());
    row.cells = {{QStringLiteral("1.00 s"), {}, {}, 1.0}, {QStringLiteral("1.00 s"), {}, {}, 1.0000122}};
    QCOMPARE(row.differenceText(1, 0), QStringLiteral("≈"));
    row.difference = CompareRow::Difference::Points;
    row.cells = {{QStringLiteral("12 %"), {}, {}, 0.12}, {QStringLiteral("15.2 %"), {}, {}, 0.152}};
    QCOMPARE(row.differenceText(1, 0), QStringLiteral("+3.20 % points"));
    row.cells = {{QStringLiteral("a")}, {}, {QStringLiteral("a")}};
    QVERIFY(!row.differs());
    QCOMPARE(comparisonSentence({}, 0), QString());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    TestCompare test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_comparepane.moc"
