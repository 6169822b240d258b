// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/exchange/comparisoncsv.h"
#include "core/search/baselines/baseline.h"
#include "core/search/comparison.h"
#include "core/search/tableanswer.h"
#include "tests/support/stagetables.h"

#include <QTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Sixteen samples on eight devices, with costs from formulas.
struct Case {
    Problem problem;
    CostModel costs;
    Plan plan;

    PartitionerComparison compare(const ComparisonRequest& request) const
    {
        auto made = comparePartitioners(problem, costs, plan, request);
        if (!made) {
            qFatal("%s", describe(made.error()).c_str());
        }
        return *std::move(made);
    }
};

Case caseOf(const QString& model, ScheduleKind schedule = ScheduleKind::OneForwardOneBackward,
            const std::string& cluster = "2x4xA100-80GB")
{
    Problem problem = problemFor(readModel(model.toStdString()).value(), cluster, 16, 1);
    problem.constraints.schedule = schedule;
    CostModel costs(problem.model, problem.workload, {});
    const Plan plan = uniformPlan({0, 2, 4, 6, static_cast<int>(problem.model.layers.size())}, 2, 1, 8, schedule);
    return {std::move(problem), std::move(costs), plan};
}

void addModels()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("schedule");
    for (const char* model : {"zoo:gpt?layers=12&hidden=512&heads=8", "zoo:resnet18", "zoo:vgg11"}) {
        for (const ScheduleKind schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe}) {
            QTest::addRow("%s %s", model, nameOf(schedule).data()) << model << static_cast<int>(schedule);
        }
    }
}

const PartitionerRow* rowNamed(const PartitionerComparison& comparison, std::string_view name)
{
    const auto at = std::find_if(comparison.rows.begin(), comparison.rows.end(),
                                 [&](const PartitionerRow& row) { return row.partitioner == name; });
    return at == comparison.rows.end() ? nullptr : &*at;
}

bool coversTheModel(const PartitionerRow& row, const Problem& problem)
{
    int layer = 0;
    int devices = 0;
    for (const Stage& stage : row.stages) {
        if (stage.layers.first != layer
            || stage.micro_batch * stage.degrees.data * row.micro_batches != problem.workload.global_batch) {
            return false;
        }
        layer = stage.layers.last;
        devices += stage.degrees.data * stage.degrees.tensor;
    }
    return layer == static_cast<int>(problem.model.layers.size()) && devices == row.devices
        && devices <= problem.cluster.devices();
}

}

class PartitionerComparisonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fairDiffersInSplitPointsAlone_data() { addModels(); }
    void fairDiffersInSplitPointsAlone();
    void ownNeverBeatsOurs_data() { addModels(); }
    void ownNeverBeatsOurs();
    void ownFreesDegrees();
    void layerTablesAreCompared();
    void oneIsComparedAlone();
    void unknownNameListsAll();
    void frameworksAreCompared();
    void stoppedHasNoRows();
    void plansOfSeveralDegreesAreNotCompared();
    void csvHasARowEach();
};

void PartitionerComparisonTest::fairDiffersInSplitPointsAlone()
{
    QFETCH(QString, model);
    QFETCH(int, schedule);
    const Case asked = caseOf(model, static_cast<ScheduleKind>(schedule));
    const PartitionerComparison comparison = asked.compare({});
    QCOMPARE(comparison.rows.size(), baselines().size() + 1);
    const StageTable table = stageTable(asked.problem, 2, 8, {{1, 2}});
    QCOMPARE(comparison.rows.front().partitioner, std::string("stagecraft"));
    QCOMPARE(comparison.rows.front().peak, leastPeakAnswer(table, 4, {})->peak);
    Bytes before;
    int answers = 0;
    for (const PartitionerRow& row : comparison.rows) {
        if (!row.hasAnswer()) {
            QVERIFY(!row.reason.empty());
            before = Bytes(INT64_MAX);
            continue;
        }
        ++answers;
        QVERIFY(row.peak >= before);
        before = row.peak;
        QVERIFY(*row.peak_ratio >= 1);
        QVERIFY(row.candidate && !row.step_is_bound);
        QCOMPARE(row.candidate->estimate.peak, row.peak);
        Plan changed = row.candidate->plan;
        QCOMPARE(changed.stages.size(), asked.plan.stages.size());
        for (std::size_t s = 0; s < changed.stages.size(); ++s) {
            changed.stages[s].layers = asked.plan.stages[s].layers;
        }
        QVERIFY(changed == asked.plan);
        std::vector<PartitionStage> stages;
        for (const Stage& stage : row.stages) {
            stages.push_back({stage.layers, 0});
        }
        // The displayed number is the compared one: the table's closed form equals the ledger.
        QCOMPARE(tableAnswer(table, stages).peak, row.peak);
    }
    QVERIFY(answers > 15);
}

void PartitionerComparisonTest::ownNeverBeatsOurs()
{
    QFETCH(QString, model);
    QFETCH(int, schedule);
    const Case asked = caseOf(model, static_cast<ScheduleKind>(schedule));
    const PartitionerComparison comparison = asked.compare({ComparisonMode::Own, {}});
    QCOMPARE(comparison.rows.size(), baselines().size() + 1);
    int answers = 0;
    int several = 0; // cases with parallel sizes per stage
    for (const PartitionerRow& row : comparison.rows) {
        if (!row.hasAnswer()) {
            QVERIFY(!row.reason.empty());
            continue;
        }
        ++answers;
        QVERIFY2(*row.peak_ratio >= 1, row.partitioner.c_str());
        QVERIFY2(coversTheModel(row, asked.problem), row.partitioner.c_str());
        // All plans have full estimates, even if stages differ; no step is shorter than its bound.
        QVERIFY2(row.candidate && !row.step_is_bound, row.partitioner.c_str());
        QVERIFY(row.candidate->plan.stages == row.stages);
        QVERIFY2(validate(row.candidate->plan, asked.problem), row.partitioner.c_str());
        several += row.candidate->plan.hasEqualStages() ? 0 : 1;
        std::vector<PartitionStage> stages;
        std::vector<Degrees> options;
        for (const Stage& stage : row.stages) {
            stages.push_back({stage.layers, static_cast<int>(options.size())});
            options.push_back(stage.degrees);
        }
        const std::int64_t samples = row.stages.front().micro_batch * row.stages.front().degrees.data;
        const StageTable table = stageTable(asked.problem, samples, row.micro_batches, options);
        const TableAnswer bound = tableAnswer(table, stages);
        QVERIFY2(
            bound.work.value <= row.step.value * (1 + 1e-9),
            (row.partitioner + " " + std::to_string(bound.work.value) + " " + std::to_string(row.step.value)).c_str());
        QCOMPARE(bound.peak, row.peak);
    }
    QVERIFY(answers > 15);
    QVERIFY(several > 0);
    QCOMPARE(comparisonCsv(comparison), comparisonCsv(asked.compare({ComparisonMode::Own, {}})));
}

// Separate parallel sizes per stage give a lower peak than the plan's sizes, and than any plan with equal stages.
void PartitionerComparisonTest::ownFreesDegrees()
{
    Case asked = caseOf(QStringLiteral("zoo:gpt?layers=12&hidden=512&heads=8"));
    const Bytes own = asked.compare({ComparisonMode::Own, "deepspeed-uniform"}).rows.front().peak;
    QVERIFY(own < asked.compare({ComparisonMode::Fair, "deepspeed-uniform"}).rows.front().peak);
    asked.problem.constraints.vary = {Dimension::Tensor};
    const auto searched = searchPlans(asked.problem, asked.costs);
    QVERIFY(searched);
    QVERIFY(own <= searched->certificate.peak);
}

void PartitionerComparisonTest::layerTablesAreCompared()
{
    std::mt19937 random(3);
    Problem problem = problemFor(randomTable(random, 9, false), "4xcpu:8GiB", 8, 1);
    const CostModel costs(problem.model, problem.workload, {});
    const Plan plan = uniformPlan({0, 3, 6, 9}, 1, 1, 8, ScheduleKind::OneForwardOneBackward);
    for (const ComparisonMode mode : {ComparisonMode::Fair, ComparisonMode::Own}) {
        const auto made = comparePartitioners(problem, costs, plan, {mode, {}});
        QVERIFY2(made, qPrintable(errorOf(made)));
        for (const PartitionerRow& row : made->rows) {
            QVERIFY(!row.hasAnswer() || *row.peak_ratio >= 1);
        }
    }
}

void PartitionerComparisonTest::oneIsComparedAlone()
{
    const Case asked = caseOf(QStringLiteral("zoo:resnet18"));
    const PartitionerComparison alone = asked.compare({ComparisonMode::Fair, "pipedream"});
    QCOMPARE(alone.rows.size(), std::size_t(2));
    const PartitionerComparison all = asked.compare({});
    QCOMPARE(alone.rows.back().peak, rowNamed(all, "pipedream")->peak);
}

void PartitionerComparisonTest::unknownNameListsAll()
{
    const Case asked = caseOf(QStringLiteral("zoo:resnet18"));
    const auto made = comparePartitioners(asked.problem, asked.costs, asked.plan, {ComparisonMode::Fair, "alpha"});
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::OptionUnsupported);
    const std::string text = describe(made.error());
    for (const Baseline& baseline : baselines()) {
        QVERIFY(text.find(baseline.name) != std::string::npos);
        QVERIFY(requireBaseline(baseline.name));
    }
}

void PartitionerComparisonTest::frameworksAreCompared()
{
    Case asked = caseOf(QStringLiteral("zoo:gpt?layers=12&hidden=512&heads=8"));
    asked.problem.workload.precision = Precision::Bf16Master;
    asked.problem.constraints.framework = {Framework::MegatronCore, {}};
    asked.costs = CostModel(asked.problem.model, asked.problem.workload, {});
    for (const ComparisonMode mode : {ComparisonMode::Fair, ComparisonMode::Own}) {
        const auto compared = comparePartitioners(asked.problem, asked.costs, asked.plan, {mode, {}});
        QVERIFY2(compared, qPrintable(errorOf(compared)));
        QVERIFY(std::any_of(compared->rows.begin(), compared->rows.end(),
                            [](const PartitionerRow& row) { return row.hasAnswer(); }));
    }
}

void PartitionerComparisonTest::stoppedHasNoRows()
{
    const Case asked = caseOf(QStringLiteral("zoo:resnet18"));
    std::stop_source source;
    source.request_stop();
    for (const ComparisonMode mode : {ComparisonMode::Fair, ComparisonMode::Own}) {
        const auto made = comparePartitioners(asked.problem, asked.costs, asked.plan, {mode, {}}, source.get_token());
        QVERIFY(made);
        QVERIFY(made->rows.empty());
    }
}

void PartitionerComparisonTest::plansOfSeveralDegreesAreNotCompared()
{
    const Case asked = caseOf(QStringLiteral("zoo:resnet18"));
    SearchResult result;
    QVERIFY(comparedCandidate(result) == nullptr);
    result.candidates = {{"stagecraft", {}, asked.plan, {}}, {"stagecraft", {}, asked.plan, {}}};
    result.candidates.front().plan.stages.front().degrees.data = 1;
    result.candidates.front().plan.stages.front().micro_batch = 2;
    QCOMPARE(comparedCandidate(result), &result.candidates.back());
}

void PartitionerComparisonTest::csvHasARowEach()
{
    PartitionerComparison comparison;
    PartitionerRow exact_row;
    exact_row.partitioner = "stagecraft";
    exact_row.title = verbatim("Stages, of \"ours\"");
    exact_row.stages = {{{0, 2}, {2, 4}, 0, 0, 1, {}}, {{2, 5}, {1, 2}, 1, 0, 2, {}}};
    exact_row.micro_batches = 8;
    exact_row.devices = 10;
    exact_row.peak = Bytes(1000);
    exact_row.peak_ratio = 1;
    exact_row.step = Seconds(0.5);
    exact_row.step_is_bound = true;
    PartitionerRow none;
    none.partitioner = "alpa";
    none.reason = verbatim("no room");
    comparison.rows = {exact_row, none};
    QCOMPARE(comparisonCsv(comparison),
             std::string("partitioner,title,mode,peak_bytes,peak_of_ours,step_seconds,step_is_bound,fits,devices,"
                         "micro_batches,cuts,tensor_x_data,note,reason\n"
                         "stagecraft,\"Stages, of \"\"ours\"\"\",fair,1000,1,0.5,1,0,10,8,0 2 5,2x4 1x2,,\n"
                         "alpa,,fair,,,,,,,,,,,no room\n"));
}

QTEST_GUILESS_MAIN(PartitionerComparisonTest)
#include "tst_partitionercomparison.moc"
