// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/search/comparablepeak.h"
#include "core/search/search.h"
#include "core/words/search.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr double rounding = 1 + 1e-9;

// A random chain on groups of few devices, on one node or several, with little memory and prices.
Problem smallProblem(std::mt19937& random, int groups, int most_layers)
{
    const auto one_to = [&](int most) { return 1 + static_cast<int>(random() % static_cast<unsigned>(most)); };
    std::string cluster;
    for (int group = 0; group < groups; ++group) {
        cluster += (group > 0 ? "+" : "") + std::to_string(one_to(2)) + "x" + std::to_string(one_to(2)) + "xcpu:1GiB";
    }
    Problem problem = problemFor(randomTable(random, one_to(most_layers), random() % 3 == 0), cluster, 4, 1);
    for (ClusterGroup& group : problem.cluster.groups) {
        group.device.memory.value = Bytes(300 + static_cast<std::int64_t>(random() % 4000));
        group.price_per_node = UsdPerHour(one_to(20));
    }
    problem.constraints.schedule = random() % 3 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
    return problem;
}

// True if the stages of a group are consecutive, within its devices.
bool mayLie(const Plan& plan, const Cluster& cluster)
{
    std::vector<int> taken(cluster.groups.size(), 0);
    std::set<int> left;
    int last = -1;
    for (const Stage& stage : plan.stages) {
        const int group = stage.device_group;
        if (group != last && !left.insert(group).second) {
            return false;
        }
        last = group;
        int& devices = taken[static_cast<std::size_t>(group)];
        devices += plan.devicesOf(stage);
        if (devices > cluster.groups[static_cast<std::size_t>(group)].devices()) {
            return false;
        }
    }
    return true;
}

void forEachPlan(const Problem& problem, const std::function<void(const Plan&)>& visit)
{
    const auto layers = static_cast<int>(problem.model.layers.size());
    const auto groups = static_cast<int>(problem.cluster.groups.size());
    const std::int64_t samples = problem.workload.global_batch / problem.constraints.micro_batch;
    for (int data = 1; data <= problem.cluster.devices(); ++data) {
        for (int pipeline_ranks = 1; samples % data == 0 && pipeline_ranks <= layers; ++pipeline_ranks) {
            std::vector<int> split_points {0};
            forEachPartition(layers, pipeline_ranks, split_points, [&](const std::vector<int>& all) {
                Plan plan = uniformPlan(all, data, problem.constraints.micro_batch, samples / data,
                                        problem.constraints.schedule);
                plan.zero_stage = problem.constraints.zero;
                const std::function<void(std::size_t)> pipeline_rank = [&](std::size_t stage) {
                    if (stage == plan.stages.size()) {
                        if (mayLie(plan, problem.cluster)) {
                            visit(plan);
                        }
                        return;
                    }
                    for (int group = 0; group < groups; ++group) {
                        plan.stages[stage].device_group = group;
                        pipeline_rank(stage + 1);
                    }
                };
                pipeline_rank(0);
            });
        }
    }
}

struct Least {
    double step = 1e300;
    double cost = 1e300;
};

Least leastOfPlans(const Problem& problem, const CostModel& costs)
{
    Least least;
    forEachPlan(problem, [&](const Plan& plan) {
        const auto chain = planCosts(costs, problem, plan).value();
        const Estimate estimate = estimatePlan(problem, plan, chain).value();
        if (estimate.fits) {
            least.step = std::min(least.step, estimate.step.value);
            least.cost = std::min(least.cost, estimate.cost_per_step->value);
        }
    });
    return least;
}

// A proven result is the minimum, and no plan is below a reported bound.
void compare(const SearchResult& result, const Least& least)
{
    const Estimate& fastest = result.labeled(Label::Fastest)->estimate;
    const Estimate& cheapest = result.labeled(Label::Cheapest)->estimate;
    QVERIFY(result.fastest_bound && result.cheapest_bound);
    QVERIFY(result.fastest_bound->value <= least.step * rounding);
    QVERIFY(result.cheapest_bound->value <= least.cost * rounding);
    QVERIFY(fastest.step.value * rounding >= least.step);
    QVERIFY(cheapest.cost_per_step->value * rounding >= least.cost);
    if (result.provenFastest()) {
        QVERIFY(fastest.step.value <= least.step * rounding);
    }
    if (result.provenCheapest()) {
        QVERIFY(cheapest.cost_per_step->value <= least.cost * rounding);
    }
}

}

class MixedFastestTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsAllPlans_data();
    void equalsAllPlans();
    void equalsAllPlansOfUnlikeDevices();
    void objectivesAreReportedAsProved();
    void balancedIsReportedAsProved();
    void fixedProblemsAreNoBetter_data();
    void fixedProblemsAreNoBetter();
    void groupsWithoutPricesHaveNoCheapest();
    void degreesOfEachStageHaveNoBound();
};

void MixedFastestTest::equalsAllPlans_data()
{
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("rounds");
    QTest::newRow("one group") << 1 << 6 << 60;
    QTest::newRow("two groups") << 2 << 5 << 80;
    QTest::newRow("three groups") << 3 << 4 << 40;
    QTest::newRow("more groups than orders are searched of") << 5 << 3 << 30;
}

void MixedFastestTest::equalsAllPlans()
{
    QFETCH(int, groups);
    QFETCH(int, layers);
    QFETCH(int, rounds);
    int fitting = 0;
    int proven = 0;
    int over_several = 0;
    for (int round = 0; round < rounds; ++round) {
        std::mt19937 random(static_cast<unsigned>(round));
        const Problem problem = smallProblem(random, groups, layers);
        const CostModel costs(problem.model, problem.workload, {});
        const auto result = searchPlans(problem, costs);
        QVERIFY2(result, qPrintable(errorOf(result)));
        const Least least = leastOfPlans(problem, costs);
        QCOMPARE(result->recommended() != nullptr, least.step < 1e300);
        if (result->recommended() == nullptr) {
            QVERIFY(!result->fastest_bound && !result->cheapest_bound);
            continue;
        }
        ++fitting;
        compare(*result, least);
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("round %1").arg(round)));
        }
        proven += result->provenFastest() && result->provenCheapest() ? 1 : 0;
        over_several += result->labeled(Label::Fastest)->plan.hasEqualStages() ? 0 : 1;
    }
    QVERIFY(fitting > rounds / 2);
    QVERIFY(groups == 1 || over_several > rounds / 20);
    QCOMPARE(proven, fitting); // with so few plans all are evaluated
}

void MixedFastestTest::equalsAllPlansOfUnlikeDevices()
{
    for (const char* cluster : {"2xA100-80GB@14+2xL40S@3", "1x2xH100-80GB@20+2x1xL40S@2", "1xA100-80GB@4+3xL40S@3"}) {
        for (const int zero : {0, 1, 2, 3}) {
            for (const ScheduleKind schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::Sequential}) {
                TestedProblem tested = ask(cluster, "zoo:gpt?layers=4&hidden=1024&heads=16&vocabulary=8000");
                Problem& problem = tested.problem;
                problem.workload.global_batch = 8;
                problem.constraints.zero = zero;
                problem.constraints.schedule = schedule;
                const auto result = searchPlans(problem, tested.costs);
                QVERIFY2(result, qPrintable(errorOf(result)));
                compare(*result, leastOfPlans(problem, tested.costs));
                QVERIFY2(!QTest::currentTestFailed(), cluster);
                QVERIFY(result->provenFastest());
                QVERIFY(result->provenCheapest());
            }
        }
    }
}

void MixedFastestTest::objectivesAreReportedAsProved()
{
    TestedProblem tested = ask("2xA100-80GB@14+2xL40S@3", "zoo:gpt?layers=4&hidden=1024&heads=16&vocabulary=8000");
    Problem& problem = tested.problem;
    for (const Objective objective : {Objective::Throughput, Objective::Cost}) {
        problem.constraints.objective = objective;
        const auto result = searchPlans(problem, tested.costs);
        QVERIFY2(result, qPrintable(errorOf(result)));
        const bool by_time = objective == Objective::Throughput;
        const bool proven = by_time ? result->provenFastest() : result->provenCheapest();
        QCOMPARE(result->outcome.kind, proven ? OutcomeKind::Optimal : OutcomeKind::BestFound);
        QVERIFY(proven || result->outcome.detail.says(words::search::not_all_timed_bound));
        QVERIFY(result->recommended()->has(by_time ? Label::Fastest : Label::Cheapest));
    }
}

// The balanced plan has the lowest peak among plans that are fast enough, if it is reported as proven.
void MixedFastestTest::balancedIsReportedAsProved()
{
    int proven = 0;
    int open = 0;
    for (int round = 0; round < 60; ++round) {
        std::mt19937 random(static_cast<unsigned>(round));
        Problem problem = smallProblem(random, 1 + round % 3, 4);
        problem.constraints.objective = Objective::Balanced;
        problem.constraints.max_slowdown = round % 2 == 0 ? 1.25 : 3;
        const CostModel costs(problem.model, problem.workload, {});
        const auto result = searchPlans(problem, costs);
        QVERIFY2(result, qPrintable(errorOf(result)));
        if (result->recommended() == nullptr) {
            continue;
        }
        const Candidate& balanced = *result->recommended();
        QCOMPARE(&balanced, result->labeled(Label::Balanced));
        QCOMPARE(result->outcome.kind, result->balanced_proven ? OutcomeKind::Optimal : OutcomeKind::BestFound);
        QVERIFY(result->balanced_proven
                || describe(result->outcome.detail).find("better balanced") != std::string::npos);
        (result->balanced_proven ? proven : open) += 1;
        const double slowest = leastOfPlans(problem, costs).step * problem.constraints.max_slowdown;
        QVERIFY(balanced.estimate.step.value <= slowest * rounding);
        const PeakMeasure measure = measureOf(problem);
        forEachPlan(problem, [&](const Plan& plan) {
            const auto chain = planCosts(costs, problem, plan).value();
            const Estimate estimate = estimatePlan(problem, plan, chain).value();
            const bool leaner = estimate.fits && estimate.step.value * rounding <= slowest
                && comparablePeakOf(estimate, measure) < comparablePeakOf(balanced.estimate, measure);
            QVERIFY(!result->balanced_proven || !leaner);
        });
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("round %1").arg(round)));
        }
    }
    QVERIFY2(proven > 20 && open > 0, qPrintable(QStringLiteral("%1 %2").arg(proven).arg(open)));
}

void MixedFastestTest::fixedProblemsAreNoBetter_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<int>("batch");
    QTest::newRow("small") << "zoo:gpt2"
                           << "2x2xA100-80GB@7+1x2xL40S@3" << 32;
    QTest::newRow("middle") << "zoo:gpt?layers=24&hidden=1024&heads=16"
                            << "2x4xA100-80GB@14+2x4xL40S@6" << 64;
}

void MixedFastestTest::fixedProblemsAreNoBetter()
{
    QFETCH(QString, model);
    QFETCH(QString, cluster);
    QFETCH(int, batch);
    TestedProblem tested = ask(qPrintable(cluster), qPrintable(model));
    Problem& problem = tested.problem;
    problem.workload.global_batch = batch;
    problem.constraints.vary = {Dimension::Tensor};
    const auto all = searchPlans(problem, tested.costs);
    QVERIFY2(all, qPrintable(errorOf(all)));
    const double fastest = all->labeled(Label::Fastest)->estimate.step.value;
    const double cheapest = all->labeled(Label::Cheapest)->estimate.cost_per_step->value;
    problem.constraints.vary = {};
    int asked = 0;
    for (const int tensor : {1, 2}) {
        for (const int data : {1, 2, 4, 8}) {
            for (const int pipeline_ranks : {1, 2, 3, 4, 6}) {
                if (tensor * data * pipeline_ranks > problem.cluster.devices()) {
                    continue;
                }
                problem.constraints.degrees.sharding.tensor = tensor;
                problem.constraints.data = data;
                problem.constraints.pipeline = pipeline_ranks;
                const auto fixed = searchPlans(problem, tested.costs);
                if (!fixed || fixed->recommended() == nullptr) {
                    continue; // no group has enough devices
                }
                ++asked;
                QVERIFY(fixed->labeled(Label::Fastest)->estimate.step.value * rounding >= fastest);
                QVERIFY(fixed->labeled(Label::Cheapest)->estimate.cost_per_step->value * rounding >= cheapest);
            }
        }
    }
    QVERIFY(asked > 8);
}

void MixedFastestTest::groupsWithoutPricesHaveNoCheapest()
{
    const TestedProblem tested = ask("2xA100-80GB@14+2xL40S");
    const auto result = searchPlans(tested.problem, tested.costs);
    QVERIFY2(result, qPrintable(errorOf(result)));
    QVERIFY(result->labeled(Label::Fastest) != nullptr);
    QVERIFY(result->labeled(Label::Cheapest) == nullptr);
    QVERIFY(!result->cheapest_bound);
}

void MixedFastestTest::degreesOfEachStageHaveNoBound()
{
    TestedProblem tested = ask("2xA100-80GB@14+2xL40S@3");
    tested.problem.constraints.vary = {Dimension::StageDegrees};
    tested.problem.constraints.objective = Objective::Throughput;
    const auto result = searchPlans(tested.problem, tested.costs);
    QVERIFY2(result, qPrintable(errorOf(result)));
    QVERIFY(!result->fastest_bound && !result->cheapest_bound);
    QVERIFY(!result->provenFastest());
    QCOMPARE(result->outcome.kind, OutcomeKind::BestFound);
}

QTEST_GUILESS_MAIN(MixedFastestTest)
#include "tst_mixedfastest.moc"
