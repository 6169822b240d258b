// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Tables, curve geometry and texts of the sizing pane, without a window.
#include "core/base/english.h"
#include "core/words/common.h"
#include "core/words/sizing.h"
#include "ui/panes/sizing/cataloguemodel.h"
#include "ui/panes/sizing/curvemodel.h"
#include "ui/panes/sizing/scenariomodel.h"
#include "ui/panes/sizing/sizingcurvelayout.h"
#include "ui/words/language.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/sizingwords.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stagecraft;

namespace {

Problem asked(const char* cluster = "4xcpu:8GiB@2")
{
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=4&hidden=128&heads=4&vocabulary=1000").value();
    problem.workload.global_batch = 8;
    problem.workload.sequence = 64;
    problem.cluster = parseCluster(cluster).value();
    return problem;
}

SizingInput inputFor(const Problem& problem)
{
    return {problem, std::make_shared<Measurements>(), nullptr, nullptr};
}

// A point with one device of this peak and capacity; the cost is in dollars per step.
CurvePoint point(double value, int peak, int capacity, std::optional<double> cost = {})
{
    CurvePoint made {value, PlannedProblem {asked(), {}, {}, {}}, {}};
    DeviceEstimate device;
    device.peak = device.device_high = Bytes(peak);
    device.capacity = Bytes(capacity);
    device.fits = peak <= capacity;
    made.planned->estimate.devices = {device};
    made.planned->estimate.peak = Bytes(peak);
    made.planned->estimate.fits = device.fits;
    if (cost) {
        made.planned->estimate.cost_per_step = Usd(*cost);
        made.planned->estimate.step = Seconds(3600);
    }
    made.planned->plan.stages.resize(1);
    made.planned->problem.cluster.groups.front().price_per_node =
        cost ? std::optional(UsdPerHour(*cost)) : std::nullopt;
    return made;
}

CurvePoint withoutPlan(double value)
{
    return {value, {}, Error {ErrorCode::Cancelled, {}, {}}};
}

const QRectF area(0, 0, 300, 100);

}

class TestSizingModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        language::use(QStringLiteral("en"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }
    void everyUnitIsTheCores();
    void countsHaveTheirNumber();
    void marksStandSideBySide();
    void linesEndWhereThereIsNoPlan();
    void aFarCapacityIsOutOfSight();
    void costNeedsAPrice();
    void positionsFindTheirPoint();
    void theCurvesTableHasEveryPoint();
    void timesAreOfRunsAlsoWhereTheFirstValueHasNoPlan();
    void catalogueIsSortedByCost();
    void runsHaveTheirTrainingCost();
    void spotNodesAreNotCheapWithoutAWord();
    void scenariosAreEstimatedAndRenamed();
    void answersAreByTheObjective();
    void hardwareThatBreaksALimitSaysSo();
    void offersAreAskedWithEnoughNodes();
};

void TestSizingModels::everyUnitIsTheCores()
{
    for (const PhraseOf<1>* unit :
         {&words::common::devices, &words::sizing::whole_nodes, &words::sizing::samples, &words::sizing::tokens,
          &words::sizing::pixels, &words::sizing::repeated_layers, &words::sizing::width}) {
        for (const std::int64_t count : {1, 2, 12}) {
            const Message sentence = say(words::sizing::largest_batch, say(*unit, count));
            QCOMPARE(sizingText(sentence), QString::fromStdString(describe(sentence)));
        }
    }
}

void TestSizingModels::countsHaveTheirNumber()
{
    const auto batchOf = [](const Message& amount) { return sizingText(say(words::sizing::largest_batch, amount)); };
    QCOMPARE(batchOf(say(words::sizing::samples, 12345)), QStringLiteral("Largest global batch: 12,345 samples"));
    // Counts may exceed 2^31, such as the tokens of a whole run.
    QCOMPARE(batchOf(say(words::sizing::tokens, 100'000'595'968)),
             QStringLiteral("Largest global batch: 100,000,595,968 tokens"));
    QCOMPARE(batchOf(say(words::sizing::samples, INT32_MAX + std::int64_t(1))),
             QStringLiteral("Largest global batch: 2,147,483,648 samples"));
    // Text of an argument is not interpreted as a placeholder.
    QCOMPARE(sizingText(say(words::sizing::best_found, std::string("%1 and %2"))),
             QStringLiteral("Best found: %1 and %2"));
    // Costs and dates are formatted as elsewhere in the window.
    QCOMPARE(
        sizingText(say(words::sizing::run_within_both, Usd(5), Seconds(864'000), std::string("n"), std::string("d"))),
        QStringLiteral("Fewest nodes for the run within $5.00 and 10.0 days: n (d)"));
}

void TestSizingModels::marksStandSideBySide()
{
    const std::vector<CurvePoint> points {point(1, 100, 120), point(2, 60, 120), point(4, 30, 120)};
    const auto layout = SizingCurveLayout::build(points, CurveMeasure::Peak, area, 1);
    QCOMPARE(layout.marks.size(), std::size_t(3));
    QCOMPARE(layout.x(0), 50.0);
    QCOMPARE(layout.x(2) - layout.x(1), 100.0);
    QVERIFY(layout.marks[0].at.y() < layout.marks[1].at.y()); // larger values are higher
    QCOMPARE(layout.lines.size(), std::size_t(1));
    QCOMPARE(layout.capacities.size(), std::size_t(1));
    QVERIFY(layout.capacities[0][0].y() < layout.marks[0].at.y()); // all fit: the capacity is above
    QCOMPARE(layout.needs[0][0], layout.marks[0].at); // no memory is needed beyond the peak
    for (const auto& mark : layout.marks) {
        QVERIFY(area.contains(mark.at) && mark.fits && mark.known);
    }
}

void TestSizingModels::linesEndWhereThereIsNoPlan()
{
    const std::vector<CurvePoint> points {point(1, 100, 80), withoutPlan(2), point(4, 30, 80), point(8, 20, 80)};
    const auto layout = SizingCurveLayout::build(points, CurveMeasure::Peak, area, 1);
    QCOMPARE(layout.lines.size(), std::size_t(2));
    QCOMPARE(layout.lines[1].size(), std::size_t(2));
    QVERIFY(layout.marks[0].known && !layout.marks[0].fits);
    QVERIFY(!layout.marks[1].known);
    QCOMPARE(layout.marks[1].at.y(), area.bottom());
    QCOMPARE(layout.marks[3].at, layout.lines[1][1]);
    QVERIFY(SizingCurveLayout::build({}, CurveMeasure::Peak, area, 1).marks.empty());
    QVERIFY(SizingCurveLayout::build({withoutPlan(1)}, CurveMeasure::Cost, area, 1).lines.empty());
}

void TestSizingModels::aFarCapacityIsOutOfSight()
{
    const auto far = SizingCurveLayout::build({point(1, 10, 1000)}, CurveMeasure::Peak, area, 1);
    QVERIFY(far.capacities.empty());
    QVERIFY(far.y.to < 30);
    const auto cost = SizingCurveLayout::build({point(1, 10, 12, 3.0)}, CurveMeasure::Cost, area, 1);
    QVERIFY(cost.capacities.empty());
}

void TestSizingModels::costNeedsAPrice()
{
    QVERIFY(!measureOf(point(1, 10, 20), CurveMeasure::Cost));
    QVERIFY(!measureOf(withoutPlan(1), CurveMeasure::Peak));
    QCOMPARE(*measureOf(point(1, 10, 20, 0.5), CurveMeasure::Cost), 0.5 * 1e6 / (8 * 64)); // per tokens
}

void TestSizingModels::positionsFindTheirPoint()
{
    const std::vector<CurvePoint> points {point(1, 100, 120), point(2, 60, 120), point(4, 30, 120)};
    const auto layout = SizingCurveLayout::build(points, CurveMeasure::Peak, area, 1);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(layout.hit(layout.marks[static_cast<std::size_t>(i)].at), i);
    }
    QCOMPARE(layout.hit({-40, 50}), -1);
    QCOMPARE(layout.labelStep(90), 1);
    QCOMPARE(layout.labelStep(150), 2);
}

void TestSizingModels::theCurvesTableHasEveryPoint()
{
    CurveModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setPoints({point(1, 2048, 1024), withoutPlan(2)}, WhatIfParameter::Nodes, asked().model);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, CurveModel::Peak).data().toString(), QStringLiteral("2.00 KiB"));
    QCOMPARE(model.index(0, CurveModel::Verdict).data().toString(), QStringLiteral("no"));
    QCOMPARE(model.index(1, CurveModel::Verdict).data().toString(), QStringLiteral("no plan"));
    QVERIFY(!model.index(1, CurveModel::Verdict).data(Qt::ToolTipRole).toString().isEmpty());
}

void TestSizingModels::timesAreOfRunsAlsoWhereTheFirstValueHasNoPlan()
{
    for (const std::int64_t amount : {0, 1000}) {
        std::vector<CurvePoint> points {{1, {}, {}}, point(2, 1, 2), point(3, 1, 2)};
        for (std::size_t i = 1; i < points.size(); ++i) {
            points[i].planned->problem.billing.amount = amount;
        }
        QCOMPARE(haveRuns(points), amount > 0);
        CurveModel model;
        model.setPoints(points, WhatIfParameter::Nodes, asked().model);
        const QString header = model.headerData(CurveModel::Time, Qt::Horizontal).toString();
        QCOMPARE(header.contains(QStringLiteral("train")), amount > 0);
    }
}

void TestSizingModels::catalogueIsSortedByCost()
{
    CatalogueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Problem problem = asked();
    SizingRequest request;
    request.goal = SizingGoal::Cheapest;
    for (const char* cluster : {"2xcpu:8GiB@40", "2xcpu:2MiB@1", "2xcpu:8GiB", "2xcpu:8GiB@2"}) {
        request.catalogue.push_back(parseCluster(cluster).value());
    }
    const auto result = sizeOf(inputFor(problem), request, {});
    QVERIFY(result.has_value());
    model.setClusters(result->clusters, {}, problem.model);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(cell(0, CatalogueModel::Hardware), QStringLiteral("2xcpu:8GiB@2"));
    QCOMPARE(cell(1, CatalogueModel::Hardware), QStringLiteral("2xcpu:8GiB@40"));
    QCOMPARE(cell(0, CatalogueModel::Verdict), QStringLiteral("fits"));
    QVERIFY(cell(2, CatalogueModel::Verdict) != QStringLiteral("fits"));
    QCOMPARE(cell(3, CatalogueModel::Verdict), QStringLiteral("no plan"));
    QVERIFY(model.index(3, CatalogueModel::Verdict).data(Qt::ToolTipRole).toString().contains(QStringLiteral("price")));
    QCOMPARE(model.cluster(0).groups.front().price_per_node->value, 2.0);
}

void TestSizingModels::runsHaveTheirTrainingCost()
{
    CatalogueModel model;
    Problem problem = asked();
    SizingRequest request;
    request.goal = SizingGoal::Cheapest;
    request.catalogue.push_back(problem.cluster);
    model.setClusters(sizeOf(inputFor(problem), request, {})->clusters, {}, problem.model);
    QVERIFY(!model.isOfRun());
    problem.billing.amount = 3'000'000;
    const auto result = sizeOf(inputFor(problem), request, {});
    QVERIFY(result && result->best);
    model.setClusters(result->clusters, {}, problem.model);
    QVERIFY(model.isOfRun());
    const Estimate& estimate = result->best->estimate;
    const double steps = std::ceil(3e6 / (8 * 64));
    const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
    const QString training_cost = dollarsText(estimate.cost_per_step->value * steps);
    const QString time = durationText(estimate.step * steps);
    QCOMPARE(cell(CatalogueModel::RunBill), training_cost);
    QCOMPARE(cell(CatalogueModel::RunTime), time);
    const QString words = answerText(problem, request, *result);
    QVERIFY2(words.contains(
                 QStringLiteral("at a global batch of 8 samples: %1 and %2 on 1 whole node").arg(training_cost, time)),
             qPrintable(words));
    QVERIFY2(words.startsWith(QStringLiteral("Cheapest cluster at a global batch of 8 samples: ")), qPrintable(words));
    QVERIFY(!words.contains(QStringLiteral("spot")));
    ScenarioModel scenarios;
    scenarios.setScenarios({{"A", problem, result->best->plan}}, true);
    QVERIFY(scenarios.isOfRun());
    scenarios.setEstimates({PlannedProblem {problem, result->best->plan, estimate, {}}});
    QCOMPARE(scenarios.index(0, ScenarioModel::RunBill).data().toString(), training_cost);
    QCOMPARE(scenarios.index(0, ScenarioModel::RunTime).data().toString(), time);
}

void TestSizingModels::spotNodesAreNotCheapWithoutAWord()
{
    Problem problem = asked();
    problem.billing.amount = 3'000'000;
    SizingRequest request;
    request.goal = SizingGoal::Cheapest;
    request.catalogue.push_back(parseCluster("8xH100-80GB@coreweave/HGX-H100:spot").value());
    const QString not_known = QStringLiteral("The spot interruption rate of coreweave/HGX-H100:spot is unknown");
    const auto result = sizeOf(inputFor(problem), request, {});
    QVERIFY(result && result->best);
    QVERIFY(answerText(problem, request, *result).contains(not_known));
    CatalogueModel model;
    model.setClusters(result->clusters, {}, problem.model);
    QVERIFY(model.index(0, CatalogueModel::RunBill).data(Qt::ToolTipRole).toString().contains(not_known));
    problem.billing.preemptions_per_node_hour = PerHour(0.1); // a known rate adds a cost
    const auto known = sizeOf(inputFor(problem), request, {});
    QVERIFY(!answerText(problem, request, *known).contains(not_known));
    QVERIFY(costPerMillion(*known->best)->value > costPerMillion(*result->best)->value);
}

void TestSizingModels::scenariosAreEstimatedAndRenamed()
{
    ScenarioModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Problem problem = asked();
    const auto planned = planOf(inputFor(problem), {});
    QVERIFY(planned.has_value());
    const Scenario good {"A", problem, planned->plan};
    Scenario bad = good;
    bad.name = "B";
    bad.problem.cluster = parseCluster("1xcpu:8GiB").value();
    bad.problem.workload.global_batch = 7;
    model.setScenarios({good, bad}, true);
    QCOMPARE(model.index(0, ScenarioModel::Verdict).data().toString(), QStringLiteral("estimating…"));
    model.setEstimates({estimateScenario(good, inputFor(problem)), estimateScenario(bad, inputFor(problem))});
    QCOMPARE(model.index(0, ScenarioModel::Verdict).data().toString(), QStringLiteral("yes"));
    QVERIFY(model.index(0, ScenarioModel::Cost).data().toString().contains(QStringLiteral("per million tokens")));
    QCOMPARE(model.index(1, ScenarioModel::Verdict).data().toString(), QStringLiteral("cannot be estimated"));
    QSignalSpy renamed(&model, &ScenarioModel::renamed);
    QVERIFY(!model.setData(model.index(0, ScenarioModel::Hardware), QStringLiteral("x")));
    QVERIFY(model.setData(model.index(0, ScenarioModel::Name), QStringLiteral(" Mine ")));
    QCOMPARE(renamed.count(), 1);
    QCOMPARE(renamed.front().at(1).toString(), QStringLiteral("Mine"));
    model.setScenarios({good}, false);
    QVERIFY(!(model.flags(model.index(0, ScenarioModel::Name)) & Qt::ItemIsEditable));
}

// Each answer names its objective and shows the recommended plan; the cheapest cluster shows the cheapest plan.
void TestSizingModels::answersAreByTheObjective()
{
    Problem problem = asked();
    SizingRequest request;
    const auto lean = sizeOf(inputFor(problem), request, {});
    QVERIFY(lean && lean->best && proofText(*lean).startsWith(QStringLiteral("Least peak memory: ")));
    problem.constraints.objective = Objective::Throughput;
    const auto fast = sizeOf(inputFor(problem), request, {});
    QVERIFY(fast && fast->best);
    QVERIFY2(proofText(*fast).startsWith(QStringLiteral("Fastest that fits: ")), qPrintable(proofText(*fast)));
    request.goal = SizingGoal::Cheapest;
    request.catalogue.push_back(problem.cluster);
    const auto cheapest = sizeOf(inputFor(problem), request, {});
    QVERIFY(cheapest && proofText(*cheapest).startsWith(QStringLiteral("Cheapest that fits: ")));
}

void TestSizingModels::hardwareThatBreaksALimitSaysSo()
{
    Problem problem = asked();
    problem.billing.amount = 3'000'000;
    const auto limitsOf = [&](const RunLimits& limits) {
        const auto requests = sizingRequests(problem, limits);
        const auto cheapest = std::find_if(requests.begin(), requests.end(), [](const SizingRequest& request) {
            return request.goal == SizingGoal::Cheapest;
        });
        return cheapest->limits;
    };
    SizingRequest request;
    request.goal = SizingGoal::Cheapest;
    for (const char* cluster : {"1xcpu:8GiB@1", "4xcpu:8GiB@40"}) {
        request.catalogue.push_back(parseCluster(cluster).value());
    }
    const auto free = sizeOf(inputFor(problem), request, {});
    QVERIFY(free && free->best);
    request.limits = limitsOf({{}, trainingCostOf(*free->best).time / 1.2});
    QVERIFY(request.limits.any());
    const auto result = sizeOf(inputFor(problem), request, {});
    QVERIFY(result && result->best);
    CatalogueModel model;
    model.setClusters(result->clusters, request.limits, problem.model);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(0, CatalogueModel::Hardware), QStringLiteral("4xcpu:8GiB@40"));
    QCOMPARE(cell(0, CatalogueModel::Verdict), QStringLiteral("fits"));
    QCOMPARE(cell(1, CatalogueModel::Verdict), QStringLiteral("1.20 × deadline"));
    const QString words = answerText(problem, request, *result);
    QVERIFY2(words.startsWith(QStringLiteral("Cheapest cluster within ")), qPrintable(words));
    problem.billing.amount = 0; // without a run length there is no limit
    QVERIFY(!limitsOf({{}, Seconds(1)}).any());
}

void TestSizingModels::offersAreAskedWithEnoughNodes()
{
    const auto clusters = offeredClusters(parseCluster("2x8xA100-80GB@30").value());
    QVERIFY(clusters.size() > 10);
    QCOMPARE(clusters.front().name, std::string("2x8xA100-80GB@30"));
    for (const Cluster& cluster : clusters) {
        QVERIFY(cluster.groups.front().price_per_node);
        QVERIFY(cluster.devices() >= 16);
        QVERIFY(cluster.devices() - cluster.groups.front().devices_per_node < 16);
    }
    QVERIFY(offeredClusters(parseCluster("4xcpu:8GiB").value()).front().groups.front().offer);
}

QTEST_GUILESS_MAIN(TestSizingModels)
#include "tst_sizingmodels.moc"
