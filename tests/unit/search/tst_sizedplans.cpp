// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Sizes and searches give the same answer to the same problem.
#include "core/model/model.h"
#include "core/search/planspace.h"
#include "core/search/search.h"
#include "core/search/sizing.h"
#include "tests/support/chains.h"
#include "tests/support/llama70b.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class SizedPlansTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void provesWithThePlanOfASearch_data();
    void provesWithThePlanOfASearch();
    void theFewestDevicesHaveThePlanOfTheObjective();
    void whatDoesNotFitIsDividedAsTheAnswer_data();
    void whatDoesNotFitIsDividedAsTheAnswer();
    void noMoreIsMissingThanTheAnswersPlanLacks();
};

void SizedPlansTest::provesWithThePlanOfASearch_data()
{
    QTest::addColumn<SizingGoal>("what");
    for (const auto& [goal, name] : enumNames<SizingGoal>) {
        if (goal != SizingGoal::Cheapest && goal != SizingGoal::Run) { // covered by tst_sizing and tst_runsizing
            QTest::newRow(std::string(name).c_str()) << goal;
        }
    }
}

// The plan of an answer equals the recommended plan of a search.
void SizedPlansTest::provesWithThePlanOfASearch()
{
    QFETCH(SizingGoal, what);
    for (const auto& [objective, name] : enumNames<Objective>) {
        for (const Dimensions& vary : {Dimensions {}, Dimensions {Dimension::MicroBatch, Dimension::Zero},
                                       Dimensions {Dimension::Tensor, Dimension::Recompute, Dimension::Schedule}}) {
            TestedProblem tested = ask("4xA100-80GB@20", "zoo:gpt?layers=2&hidden=256&heads=4&vocabulary=4000");
            tested.problem.constraints.vary = vary;
            tested.problem.constraints.objective = objective;
            SizingRequest request;
            request.goal = what;
            request.most = what == SizingGoal::LargestModel ? 6 : 64; // memory sets no limit
            const auto result = sizeProblem(tested.problem, request, tested.costs);
            QVERIFY2(result && result->best, qPrintable(errorOf(result)));
            QCOMPARE(result->chosen_by, objective);
            const Problem& answer = result->best->problem;
            const auto searched = searchPlans(answer, CostModel(answer.model, answer.workload, {}));
            QVERIFY2(searched, qPrintable(errorOf(searched)));
            if (what != SizingGoal::Fewest || answer.cluster.devices() == result->best->value) {
                QVERIFY(searched->recommended()->plan == result->best->plan);
                QVERIFY(searched->recommended()->estimate == result->best->estimate);
            }
        }
    }
}

// The fewest devices have the plan of the objective: not that of all devices of their nodes, which may be faster, nor
// the one with the lowest peak, which may be slower.
void SizedPlansTest::theFewestDevicesHaveThePlanOfTheObjective()
{
    std::mt19937 random(11);
    int slower = 0; // slower than with the lowest peak
    int fewer = 0; // fewer than the node has
    for (int round = 0; round < 40; ++round) {
        Problem problem = problemFor(randomTable(random, 2 + static_cast<int>(random() % 6), false), "6xcpu", 12, 1);
        problem.cluster.groups.front().device.memory.value = Bytes(700 + static_cast<std::int64_t>(random() % 2500));
        const CostModel costs(problem.model, problem.workload, {});
        SizingRequest request;
        request.goal = SizingGoal::Fewest;
        const auto lean = sizeProblem(problem, request, costs);
        problem.constraints.objective = Objective::Throughput;
        const auto fast = sizeProblem(problem, request, costs);
        QVERIFY2(lean && fast, qPrintable(errorOf(fast)));
        QCOMPARE(fast->best.has_value(), lean->best.has_value());
        if (!fast->best) {
            continue;
        }
        const auto devices = static_cast<int>(fast->best->value);
        QCOMPARE(devices, static_cast<int>(lean->best->value));
        QCOMPARE(fast->best->plan.devices(), devices);
        Seconds least(1e300);
        const auto space = PlanSpace::make(problem, costs, {});
        for (std::size_t f = 0; f < space->configGroups().size(); ++f) {
            for (const Configuration& c : space->configurations(static_cast<int>(f))) {
                std::vector<int> split_points {0};
                const ConfigurationSearch& search = space->search(c);
                forEachPartition(search.costs().size(), c.pipeline_ranks, split_points,
                                 [&](const std::vector<int>& all) {
                                     const auto estimate = estimatePlan(problem, search.planOf(all), costs);
                                     if (space->devices(c) == devices && estimate && estimate->fits) {
                                         least = std::min(least, estimate->step);
                                     }
                                 });
            }
        }
        QVERIFY(fast->best->estimate.fits && fast->best->estimate.step <= least * (1 + 1e-9));
        slower += lean->best->estimate.step > least * (1 + 1e-9) ? 1 : 0;
        fewer += devices < 6 ? 1 : 0;
    }
    QVERIFY2(slower > 3 && fewer > 10, qPrintable(QStringLiteral("%1 and %2").arg(slower).arg(fewer)));
}

void SizedPlansTest::whatDoesNotFitIsDividedAsTheAnswer_data()
{
    QTest::addColumn<SizingGoal>("what");
    QTest::addColumn<QByteArray>("cluster");
    QTest::newRow("devices of nodes") << SizingGoal::Fewest << QByteArray("4x4xA100-80GB:4000MiB");
    QTest::newRow("tokens") << SizingGoal::LongestSequence << QByteArray("4xA100-80GB:12GiB");
}

// Sizes that do not fit are comparable with the answer: a size between, with partial nodes or tokens that no parallel
// size divides, is not a limit, because its few plans have a shortfall many times as large.
void SizedPlansTest::whatDoesNotFitIsDividedAsTheAnswer()
{
    QFETCH(SizingGoal, what);
    QFETCH(QByteArray, cluster);
    TestedProblem tested = ask(cluster, "zoo:gpt?layers=30&hidden=1024&heads=16&vocabulary=8000&positions=65536");
    tested.problem.constraints.vary = {Dimension::Tensor, Dimension::Sequence};
    tested.problem.workload.global_batch = 8;
    SizingRequest request;
    request.goal = what;
    const auto result = sizeProblem(tested.problem, request, tested.costs);
    QVERIFY2(result && result->best && result->refused, qPrintable(errorOf(result)));
    const std::int64_t next = result->refused->value;
    const Plan& plan = result->best->plan;
    if (what == SizingGoal::Fewest) {
        QVERIFY2(result->best->value > 4 && next < result->best->value && (next % 4 == 0 || 4 % next == 0),
                 qPrintable(QStringLiteral("%1 and %2").arg(result->best->value).arg(next)));
        return;
    }
    const Stage& stage = plan.stages.front();
    QVERIFY(stage.degrees.tensor > 1 && plan.sequence_parallel);
    QVERIFY2(next > result->best->value && next % stage.degrees.tensor == 0,
             qPrintable(QStringLiteral("%1 and %2").arg(result->best->value).arg(next)));
    QVERIFY(result->refused->missing / result->refused->estimate.devices.front().capacity < 0.01);
}

// The next size reports no larger shortfall than that of the answer's plan: one more token was once reported as 3.9 GiB
// short, for a plan with a shortfall of 9.5 MiB.
void SizedPlansTest::noMoreIsMissingThanTheAnswersPlanLacks()
{
    Problem problem;
    problem.model = parseConfig(llama70bConfig(), "llama-3.1-70b.json").value();
    problem.cluster = parseCluster("8x8xH100-80GB").value();
    problem.workload.precision = Precision::Bf16Master;
    problem.workload.global_batch = 64;
    problem.workload.sequence = 8192;
    problem.constraints.vary = {Dimension::Tensor};
    SizingRequest request;
    request.goal = SizingGoal::LongestSequence;
    request.most = 8192;
    const auto result = sizeProblem(problem, request, CostModel(problem.model, problem.workload, {}));
    QVERIFY2(result && result->best && result->refused, qPrintable(errorOf(result)));
    QVERIFY(result->refused->value > result->best->value);
    const Problem& larger = result->refused->problem;
    const auto of_answer = estimatePlan(larger, result->best->plan, CostModel(larger.model, larger.workload, {}));
    QVERIFY2(of_answer, qPrintable(errorOf(of_answer)));
    QVERIFY(!of_answer->fits);
    const auto most = std::max_element(of_answer->devices.begin(), of_answer->devices.end(), [](auto& a, auto& b) {
        return a.device_high - a.capacity < b.device_high - b.capacity;
    });
    QVERIFY(result->refused->missing <= most->device_high - most->capacity);
}

QTEST_GUILESS_MAIN(SizedPlansTest)
#include "tst_sizedplans.moc"
