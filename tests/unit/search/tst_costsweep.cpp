// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"
#include "core/estimate/estimator.h"
#include "core/search/costsweep.h"
#include "core/search/labels.h"
#include "core/search/search.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

using Point = std::tuple<Bytes, Seconds, Usd>;

// Every plan with labels; the lowest peak first.
std::vector<Candidate> allPlans(const Problem& problem, const CostModel& costs)
{
    std::vector<Candidate> all;
    const auto layers = static_cast<int>(problem.model.layers.size());
    const int devices = problem.cluster.devices();
    const std::int64_t samples = problem.workload.global_batch / problem.constraints.micro_batch;
    for (int data = 1; data <= devices; ++data) {
        for (int pipeline_ranks = 1;
             samples % data == 0 && pipeline_ranks * data <= devices && pipeline_ranks <= layers; ++pipeline_ranks) {
            std::vector<int> split_points {0};
            forEachPartition(layers, pipeline_ranks, split_points, [&](const std::vector<int>& split_point) {
                Plan plan = uniformPlan(split_point, data, problem.constraints.micro_batch, samples / data,
                                        problem.constraints.schedule);
                Estimate estimate = estimatePlan(problem, plan, costs).value();
                all.push_back({"all", {}, std::move(plan), std::move(estimate)});
            });
        }
    }
    if (moveFittingToFront(all)) {
        giveLabels(all, problem.constraints.max_slowdown, problem.constraints.objective);
    }
    return all;
}

const Candidate* labeled(const std::vector<Candidate>& all, Label label)
{
    const auto at = std::find_if(all.begin(), all.end(), [&](const Candidate& c) { return c.has(label); });
    return at == all.end() ? nullptr : &*at;
}

Point pointOf(const Estimate& estimate)
{
    return {estimate.peak, estimate.step, *estimate.cost_per_step};
}

std::set<Point> frontOf(const std::vector<Candidate>& all)
{
    std::set<Point> front;
    for (const Candidate& candidate : all) {
        if (candidate.has(Label::Front)) {
            front.insert(pointOf(candidate.estimate));
        }
    }
    return front;
}

// A random chain on nodes of a few devices, with gradients that take about as long to reduce between nodes as a layer
// takes to compute: more nodes are faster, and cost more.
Problem randomProblem(std::mt19937& random)
{
    const int layers = 1 + static_cast<int>(random() % 7);
    const int nodes = 2 + static_cast<int>(random() % 4);
    const int each = 1 + static_cast<int>(random() % 3);
    const std::string cluster = std::to_string(nodes) + "x" + std::to_string(each) + "xcpu@3.7";
    Problem problem = problemFor(randomTable(random, layers, false), cluster, 1 + static_cast<int>(random() % 6), 1);
    problem.cluster.groups.front().device.memory.value = Bytes(2000 + static_cast<std::int64_t>(random() % 4000));
    for (Layer& layer : problem.model.layers) {
        std::get<TableRow>(layer.spec).parameters *= std::int64_t(1) << (12 + random() % 10);
    }
    return problem;
}

}

class CostSweepTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void frontEqualsBruteForce();
    void recommendsByTheObjective_data();
    void recommendsByTheObjective();
    void withoutPricesNothingChanges();
    void costNeedsPrices();
    void littleWorkIsReported();
};

void CostSweepTest::frontEqualsBruteForce()
{
    std::mt19937 random(7);
    int fitting = 0;
    int more = 0; // fronts with plans that are not on the front of peak and step time alone
    for (int round = 0; round < 80; ++round) {
        const Problem problem = randomProblem(random);
        const CostModel costs(problem.model, problem.workload, {});
        const auto result = searchPlans(problem, costs);
        QVERIFY(result);
        const std::vector<Candidate> all = allPlans(problem, costs);
        if (result->outcome.kind == OutcomeKind::Infeasible) {
            QVERIFY(!all.front().estimate.fits);
            continue;
        }
        ++fitting;
        QVERIFY(result->front_complete);
        const std::set<Point> front = frontOf(result->candidates);
        QVERIFY(front == frontOf(all));
        QVERIFY(pointOf(labeled(result->candidates, Label::Cheapest)->estimate)
                == pointOf(labeled(all, Label::Cheapest)->estimate));
        Problem unpriced = problem;
        unpriced.cluster.groups.front().price_per_node.reset();
        const auto two = searchPlans(unpriced, costs);
        const auto in_two = std::count_if(two->candidates.begin(), two->candidates.end(),
                                          [](const Candidate& c) { return c.has(Label::Front); });
        more += static_cast<std::int64_t>(front.size()) > in_two ? 1 : 0;
    }
    QVERIFY(fitting > 40);
    QVERIFY(more > 10);
}

void CostSweepTest::recommendsByTheObjective_data()
{
    QTest::addColumn<Objective>("objective");
    QTest::addColumn<Label>("label");
    QTest::newRow("balanced") << Objective::Balanced << Label::Balanced;
    QTest::newRow("throughput") << Objective::Throughput << Label::Fastest;
    QTest::newRow("cost") << Objective::Cost << Label::Cheapest;
}

void CostSweepTest::recommendsByTheObjective()
{
    QFETCH(Objective, objective);
    QFETCH(Label, label);
    std::mt19937 random(11);
    int others = 0; // cases in which it is not the plan with the lowest peak
    for (int round = 0; round < 40; ++round) {
        Problem problem = randomProblem(random);
        problem.constraints.objective = objective;
        const CostModel costs(problem.model, problem.workload, {});
        const auto result = searchPlans(problem, costs);
        QVERIFY(result);
        const std::vector<Candidate> all = allPlans(problem, costs);
        QCOMPARE(result->recommended() == nullptr, !all.front().estimate.fits);
        if (result->recommended() == nullptr) {
            continue;
        }
        const Candidate& first = result->candidates.front();
        QCOMPARE(result->outcome.kind, OutcomeKind::Optimal);
        QCOMPARE(result->recommended(), &first);
        QVERIFY(first.has(label));
        QVERIFY(pointOf(first.estimate) == pointOf(labeled(all, Label::Recommended)->estimate));
        QVERIFY(std::is_sorted(result->candidates.begin() + 1, result->candidates.end(),
                               [](const auto& a, const auto& b) { return a.estimate.peak < b.estimate.peak; }));
        QCOMPARE(result->certificate.peak.value, all.front().estimate.peak.value);
        QVERIFY(result->certificate.less_is_infeasible);
        others += first.estimate.peak > result->certificate.peak ? 1 : 0;
    }
    QVERIFY(others > 10);
}

void CostSweepTest::withoutPricesNothingChanges()
{
    std::mt19937 random(13);
    for (int round = 0; round < 20; ++round) {
        Problem problem = randomProblem(random);
        const CostModel costs(problem.model, problem.workload, {});
        problem.cluster.groups.front().price_per_node = UsdPerHour(0);
        const auto free = searchPlans(problem, costs);
        problem.cluster.groups.front().price_per_node.reset();
        const auto unpriced = searchPlans(problem, costs);
        QCOMPARE(free->candidates.size(), unpriced->candidates.size());
        for (std::size_t i = 0; i < free->candidates.size(); ++i) {
            QVERIFY(!unpriced->candidates[i].has(Label::Cheapest));
            QVERIFY(free->candidates[i].plan == unpriced->candidates[i].plan);
            QCOMPARE(free->candidates[i].has(Label::Front), unpriced->candidates[i].has(Label::Front));
        }
    }
}

void CostSweepTest::costNeedsPrices()
{
    std::mt19937 random(17);
    Problem problem = randomProblem(random);
    problem.constraints.objective = Objective::Cost;
    problem.cluster.groups.front().price_per_node.reset();
    const auto refused = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::OptionUnsupported);
}

void CostSweepTest::littleWorkIsReported()
{
    std::mt19937 random(19);
    Problem problem = randomProblem(random);
    problem.cluster.groups.front().device.memory.value = Bytes(1 << 30);
    const CostModel costs(problem.model, problem.workload, {});
    const auto space = PlanSpace::make(problem, costs, {});
    QVERIFY(space);
    CostSweepEffort effort;
    const int each = problem.cluster.groups.front().devices_per_node;
    const CostFront all = sweepCosts(*space, each, {}, effort, {});
    const auto seconds = [&](const ConfiguredPartition& plan) {
        return (space->devices(plan.configuration) + each - 1) / each * plan.partition.step.value;
    };
    QVERIFY(all.complete);
    QCOMPARE(seconds(all.points.front()), all.cheapest_bound);
    QVERIFY(!sweepCosts(*space, each, all.points, effort, {}).points.size()); // already known
    effort.work = 1;
    const CostFront little = sweepCosts(*space, each, {}, effort, {});
    QVERIFY(!little.complete);
    QVERIFY(little.cheapest_bound > 0);
    QVERIFY(little.cheapest_bound <= all.cheapest_bound);
}

QTEST_GUILESS_MAIN(CostSweepTest)
#include "tst_costsweep.moc"
