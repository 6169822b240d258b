// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/framework/framework.h"
#include "core/hardware/cluster.h"
#include "core/memory/allocator/replaycache.h"
#include "core/model/model.h"
#include "core/search/baselines/uniform.h"
#include "core/search/labels.h"
#include "core/search/partitionsearch.h"
#include "core/search/planspace.h"
#include "core/search/search.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <sched.h>

#include <algorithm>
#include <set>
#include <tuple>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

using Order = std::tuple<Bytes, Seconds, std::vector<Bytes>, int, std::vector<int>>;

Order orderOf(const Plan& plan, const Estimate& estimate)
{
    std::vector<Bytes> peaks;
    for (const DeviceEstimate& device : estimate.devices) {
        peaks.push_back(device.peak);
    }
    std::sort(peaks.begin(), peaks.end(), std::greater<>());
    return {estimate.peak, estimate.step, peaks, plan.devices(), plan.splitPoints()};
}

using Point = std::pair<Bytes, Seconds>;

// Result of evaluating every plan.
struct Found {
    Order order; // order of the best plan
    Plan plan;
    Seconds fastest {1e30}; // fastest step of plans that fit
    std::set<Point> front; // peak and step time of Pareto-optimal plans that fit
};

// Removes dominated points; step times that differ only by rounding are equal.
void keepFront(std::set<Point>& points)
{
    Seconds fastest(1e30);
    std::erase_if(points, [&](const Point& point) { // by peak
        const bool beaten = point.second * (1 + 1e-12) >= fastest;
        fastest = std::min(fastest, point.second);
        return beaten;
    });
}

Found bruteForce(const Problem& problem, const CostModel& costs)
{
    std::optional<Found> best;
    Seconds fastest(1e30);
    std::set<Point> front;
    const auto layers = static_cast<int>(problem.model.layers.size());
    const int devices = problem.cluster.devices();
    const std::int64_t samples = problem.workload.global_batch / problem.constraints.micro_batch;
    for (int data = 1; data <= devices; ++data) {
        for (int pipeline_ranks = 1;
             samples % data == 0 && pipeline_ranks * data <= devices && pipeline_ranks <= layers; ++pipeline_ranks) {
            std::vector<int> split_points {0};
            forEachPartition(layers, pipeline_ranks, split_points, [&](const std::vector<int>& all) {
                const Plan plan = uniformPlan(all, data, problem.constraints.micro_batch, samples / data,
                                              problem.constraints.schedule);
                const Estimate estimate = estimatePlan(problem, plan, costs).value();
                const Order order = orderOf(plan, estimate);
                if (!best || order < best->order) {
                    best = Found {order, plan, {}, {}};
                }
                if (estimate.fits) {
                    fastest = std::min(fastest, estimate.step);
                    front.emplace(estimate.peak, estimate.step);
                }
            });
        }
    }
    best->fastest = fastest;
    keepFront(front);
    best->front = std::move(front);
    return *best;
}

// Sets less memory than any device has, because the layers of these tests need little.
Problem withMemory(Problem problem, Bytes memory)
{
    problem.cluster.groups.front().device.memory.value = memory;
    return problem;
}

}

class SearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsBruteForce_data();
    void equalsBruteForce();
    void leastPeaksOfDividedStatesAreExact();
    void quickPeaksAreCloseForEqualLayers();
    void whatFitsInTheListFitsByItself();
    void infeasibleShowsWhatIsMissing();
    void givenSplitPointsAreOnlyEstimated();
    void fixedDegreesAreKept();
    void stopsWhenAsked();
    void labelsAreConsistent();
    void roundingIsNoReasonForAPoint();
    void tooFewLayersForTheSchedule();
    void uniformFollowsDeepSpeed();
    void recommendsTheSameAlone();
    void isDeterministic();
    void isTheSameOnOneCore();
    void absurdAmountsAreRefused();
    void linklessClustersAreRefused();
};

void SearchTest::equalsBruteForce_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("ties");
    QTest::addColumn<int>("schedule");
    // nodes of two devices, with equal times for reduction between nodes and for compute
    QTest::addColumn<bool>("nodes");
    QTest::newRow("1f1b") << 1 << false << 0 << false;
    QTest::newRow("gpipe") << 2 << false << 1 << false;
    QTest::newRow("1f1b with many ties") << 3 << true << 0 << false;
    QTest::newRow("gpipe with many ties") << 4 << true << 1 << false;
    QTest::newRow("1f1b over nodes") << 5 << false << 0 << true;
}

void SearchTest::equalsBruteForce()
{
    QFETCH(int, seed);
    QFETCH(bool, ties);
    QFETCH(int, schedule);
    QFETCH(bool, nodes);
    std::mt19937 random(static_cast<unsigned>(seed));
    for (int round = 0; round < 60; ++round) {
        const int layers = 1 + static_cast<int>(random() % 8);
        const int devices = 1 + static_cast<int>(random() % 5);
        const auto micro_batch = static_cast<std::int64_t>(1 + random() % 2);
        const auto global = micro_batch * static_cast<std::int64_t>(1 + random() % 6);
        const std::string devices_text = nodes ? std::to_string(devices / 2 + 1) + "x2" : std::to_string(devices);
        Problem problem =
            withMemory(problemFor(randomTable(random, layers, ties), devices_text + "xcpu", global, micro_batch),
                       Bytes(2000 + static_cast<std::int64_t>(random() % 4000)));
        for (Layer& layer : problem.model.layers) {
            std::get<TableRow>(layer.spec).parameters *= nodes ? 1 << 20 : 1;
        }
        problem.constraints.schedule = schedule == 0 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::GPipe;
        const CostModel costs(problem.model, problem.workload, {});
        const auto result = searchPlans(problem, costs);
        QVERIFY2(result, qPrintable(errorOf(result)));
        const Found best = bruteForce(problem, costs);
        const Candidate& first = result->candidates.front();
        QCOMPARE(first.estimate.peak.value, std::get<0>(best.order).value);
        QCOMPARE(first.plan.splitPoints(), best.plan.splitPoints());
        QVERIFY(first.plan == best.plan);
        QVERIFY(result->certificate.less_is_infeasible);
        QCOMPARE(result->certificate.peak.value, first.estimate.peak.value);
        if (result->outcome.kind == OutcomeKind::Infeasible) {
            QVERIFY(!first.estimate.fits);
            continue;
        }
        const auto labeled = std::find_if(result->candidates.begin(), result->candidates.end(),
                                          [](const Candidate& c) { return c.has(Label::Fastest); });
        QVERIFY(labeled != result->candidates.end());
        QCOMPARE(labeled->estimate.step.value, best.fastest.value);
        QVERIFY(result->front_complete);
        std::set<Point> front;
        for (const Candidate& candidate : result->candidates) {
            if (candidate.has(Label::Front)) {
                front.emplace(candidate.estimate.peak, candidate.estimate.step);
            }
        }
        QVERIFY(front == best.front);
    }
}

// The lowest peaks with sharded state are exact for measured chains, as is the fastest plan with that peak.
void SearchTest::leastPeaksOfDividedStatesAreExact()
{
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
        Problem problem = problemFor(gptChain(4, 64, 4, 100, 16), "6xA100-80GB", 24, 1);
        const int layers = static_cast<int>(problem.model.layers.size());
        const ChainCosts chain = randomChain(random, layers, round % 4 == 0);
        const int data = 1 + round % 3;
        const int pipeline_ranks = 2;
        problem.constraints.zero = round % 4;
        problem.constraints.gradients = enumNames<GradientHandling>[random() % 4].first;
        const std::int64_t micro_batches = 24 / data;
        Bytes least(INT64_MAX);
        Seconds fastest(1e30);
        std::vector<int> split_points {0};
        forEachPartition(layers, pipeline_ranks, split_points, [&](const std::vector<int>& all) {
            const Plan plan =
                uniformPlan(all, data, 1, micro_batches, problem.constraints.schedule, problem.constraints.zero);
            const Estimate estimate = estimatePlan(problem, plan, chain).value();
            fastest = estimate.peak < least ? estimate.step
                : estimate.peak == least    ? std::min(fastest, estimate.step)
                                            : fastest;
            least = std::min(least, estimate.peak);
        });
        problem.constraints.data = data;
        const PartitionSearch search(problem, configurationGroups(problem).front(), chain);
        QCOMPARE(search.leastPeaks(pipeline_ranks, noPeak, {}).at(pipeline_ranks).value, least.value);
        const Bytes quick = search.quickPeak(pipeline_ranks, noPeak);
        QVERIFY(quick >= least && quick <= search.peakOf(uniformSplitPoints(layers, pipeline_ranks)));
        QVERIFY(search.feasible(pipeline_ranks, quick, {}));
        QVERIFY(search.quickPeak(pipeline_ranks, least - Bytes(1)) == noPeak);
        QVERIFY(!search.feasible(pipeline_ranks, least - Bytes(1), {}));
        QCOMPARE(search.fastest(pipeline_ranks, least, {}, {})->step.value, fastest.value);
    }
}

// Quick peaks are close to the minimum for many equal layers, and a limit lowered by them excludes no plan.
void SearchTest::quickPeaksAreCloseForEqualLayers()
{
    TestedProblem tested = ask("64xA100-80GB", "zoo:gpt?layers=120&hidden=256&heads=4&vocabulary=4000");
    tested.problem.workload.global_batch = 256;
    tested.problem.constraints.data = 1;
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    QVERIFY(space && space->configGroups().size() == 1);
    ConfigurationSearch& config_group = space->search(space->configGroups().front());
    for (const int pipeline_ranks : {1, 2, 7, 16, 33, 64}) {
        const Bytes least = *config_group.leastPeak(pipeline_ranks, noPeak - Bytes(1), PartitionFilter::Any, {});
        const Bytes quick = config_group.partitions(PartitionFilter::Any).quickPeak(pipeline_ranks, noPeak - Bytes(1));
        QVERIFY(quick >= least);
        QVERIFY2(quick <= scaled(least, 1.05), qPrintable(QString::number(quick / least)));
    }
}

// A plan that fits in the list fits by itself: the allocator's replay may exceed the slack, and list and estimate give
// the same result. Here the plan on half of the devices is 97 % full by slack alone and exceeds its memory by 3 %.
void SearchTest::whatFitsInTheListFitsByItself()
{
    Problem problem;
    problem.model = readModel("zoo:llama-3.1-8b").value();
    problem.workload.global_batch = 256;
    problem.workload.sequence = 131072;
    problem.workload.precision = Precision::Bf16Master;
    problem.workload.trainable = parseTrainable("lora:8").value();
    problem.cluster = parseCluster("2x8xA100-40GB").value();
    useFramework(problem, Framework::Fsdp2);
    problem.constraints.vary = {Dimension::Tensor, Dimension::Zero, Dimension::Recompute, Dimension::Sequence};
    const CostModel costs(problem.model, problem.workload, {});
    const auto result = searchPlans(problem, costs);
    QVERIFY2(result, qPrintable(errorOf(result)));
    int near = 0;
    for (const Candidate& candidate : result->candidates) {
        const auto estimate = estimatePlan(problem, candidate.plan, costs);
        QVERIFY2(estimate, qPrintable(errorOf(estimate)));
        QCOMPARE(candidate.estimate.fits, estimate->fits);
        const DeviceEstimate& fullest = estimate->devices.pipelineRanks().front().first;
        near +=
            fullest.device_high > scaled(fullest.capacity, 0.9) && fullest.device_high < scaled(fullest.capacity, 1.1);
    }
    QVERIFY(near >= 2);
}

void SearchTest::infeasibleShowsWhatIsMissing()
{
    std::mt19937 random(5);
    const Problem problem = withMemory(problemFor(randomTable(random, 6, false), "2xcpu", 4, 1), Bytes(100));
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY2(result, qPrintable(errorOf(result)));
    QCOMPARE(result->outcome.kind, OutcomeKind::Infeasible);
    const Estimate& estimate = result->candidates.front().estimate;
    QCOMPARE(result->outcome.missing.value, estimate.peak.value - 100);
    QCOMPARE(estimate.devices[static_cast<std::size_t>(result->outcome.device)].peak.value, estimate.peak.value);
    QVERIFY(result->recommended() == nullptr);
}

void SearchTest::givenSplitPointsAreOnlyEstimated()
{
    std::mt19937 random(6);
    Problem problem = problemFor(randomTable(random, 6, false), "4xcpu:1GiB", 4, 1);
    problem.constraints.split_points = std::vector<int> {0, 1, 2, 6};
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY2(result, qPrintable(errorOf(result)));
    QCOMPARE(result->candidates.size(), std::size_t(1));
    QCOMPARE(result->candidates.front().plan.splitPoints(), (std::vector<int> {0, 1, 2, 6}));

    problem.constraints.split_points = std::vector<int> {0, 3, 3, 6};
    const auto wrong = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, ErrorCode::PlanInvalid);
}

void SearchTest::fixedDegreesAreKept()
{
    std::mt19937 random(7);
    Problem problem = problemFor(randomTable(random, 8, false), "8xcpu:1GiB", 8, 1);
    problem.constraints.pipeline = 3;
    problem.constraints.data = 2;
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY2(result, qPrintable(errorOf(result)));
    QCOMPARE(result->configurations, std::int64_t(1));
    for (const Candidate& candidate : result->candidates) {
        QCOMPARE(candidate.plan.stages.size(), std::size_t(3));
        QCOMPARE(candidate.plan.stages.front().degrees.data, 2);
        QCOMPARE(candidate.plan.micro_batches, std::int64_t(4));
    }
}

void SearchTest::stopsWhenAsked()
{
    std::mt19937 random(8);
    Problem problem = problemFor(randomTable(random, 60, false), "32xcpu:1GiB", 64, 1);
    std::stop_source source;
    source.request_stop();
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}), source.get_token());
    QVERIFY2(result, qPrintable(errorOf(result)));
    QCOMPARE(result->outcome.kind, OutcomeKind::Cancelled);
}

void SearchTest::labelsAreConsistent()
{
    std::mt19937 random(9);
    for (int round = 0; round < 20; ++round) {
        Problem problem = problemFor(randomTable(random, 9, false), "4xcpu:1GiB@2", 8, 1);
        const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
        QVERIFY2(result, qPrintable(errorOf(result)));
        const auto labeled = [&](Label label) {
            return *std::find_if(result->candidates.begin(), result->candidates.end(),
                                 [&](const Candidate& c) { return c.has(label); });
        };
        const Candidate fastest = labeled(Label::Fastest);
        const Candidate balanced = labeled(Label::Balanced);
        QVERIFY(result->recommended() == &result->candidates.front());
        QVERIFY(balanced.estimate.step.value <= 1.25 * fastest.estimate.step.value);
        QVERIFY(balanced.estimate.peak <= fastest.estimate.peak);
        QVERIFY(labeled(Label::Cheapest).estimate.cost_per_step.has_value());
        for (const Candidate& candidate : result->candidates) {
            QVERIFY(candidate.estimate.peak >= result->certificate.peak);
            if (candidate.estimate.fits && candidate.estimate.step.value <= 1.25 * fastest.estimate.step.value) {
                QVERIFY(candidate.estimate.peak >= balanced.estimate.peak);
            }
        }
    }
}

// Split points equal deepspeed.runtime.utils.partition_uniform(10, 4) and similar functions.
// Rounding does not add points: steps that differ in their last digit are equal, and the lower peak counts.
void SearchTest::roundingIsNoReasonForAPoint()
{
    const auto candidate = [](std::int64_t peak, double step, double cost) {
        Candidate made;
        made.estimate.peak = Bytes(peak);
        made.estimate.step = Seconds(step);
        made.estimate.cost_per_step = Usd(cost);
        made.estimate.fits = true;
        return made;
    };
    std::vector<Candidate> all {candidate(10, 0.04164012000000002, 0.5), candidate(11, 0.04164012000000001, 0.5),
                                candidate(9, 0.05, 0.50000000000000011), candidate(12, 0.0416401, 0.6)};
    giveLabels(all, 1.25);
    QVERIFY(all[0].has(Label::Front));
    QVERIFY(!all[1].has(Label::Front));
    QVERIFY(all[2].has(Label::Front) && all[2].has(Label::Cheapest));
    QVERIFY(all[3].has(Label::Front) && all[3].has(Label::Fastest));
}

void SearchTest::tooFewLayersForTheSchedule()
{
    std::mt19937 random(3);
    for (const std::optional<int> pipeline : {std::optional<int>(), std::optional(1), std::optional(2)}) {
        Problem problem = problemFor(randomTable(random, 3, false), "2xcpu:1GiB", 12, 1);
        problem.constraints.schedule = ScheduleKind::ZeroBubbleV;
        problem.constraints.pipeline = pipeline;
        const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::ScheduleImpossible);
        const std::string text = describe(result.error());
        QVERIFY2(text.find("the model has 3 layers") != std::string::npos, text.c_str());
        QVERIFY2(text.find("pipeline ranks") == std::string::npos, text.c_str());
    }
}

void SearchTest::uniformFollowsDeepSpeed()
{
    QCOMPARE(uniformSplitPoints(10, 4), (std::vector<int> {0, 3, 6, 8, 10}));
    QCOMPARE(uniformSplitPoints(8, 4), (std::vector<int> {0, 2, 4, 6, 8}));
    QCOMPARE(uniformSplitPoints(5, 5), (std::vector<int> {0, 1, 2, 3, 4, 5}));
}

// The recommended plan alone, and with replays of other searches, equals that of the whole search. Devices of 1 to 9
// GiB, of which the smallest do not suffice.
void SearchTest::recommendsTheSameAlone()
{
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=10&hidden=512&heads=8&vocabulary=20000").value();
    problem.workload.global_batch = 32;
    problem.workload.sequence = 256;
    problem.constraints.vary = {Dimension::Tensor, Dimension::MicroBatch};
    ReplayCache replays;
    std::set<OutcomeKind> outcomes;
    for (int memory = 1100; memory < 9000; memory += memory < 2500 ? 100 : 2000) {
        problem.cluster = parseCluster("2x2xA100-80GB:" + std::to_string(memory) + "MiB").value();
        const CostModel costs(problem.model, problem.workload, {});
        const auto whole = searchPlans(problem, costs);
        const auto again = searchPlans(problem, costs, {}, {}, {&replays, false});
        const auto alone = searchPlans(problem, costs, {}, {}, {&replays, true});
        QVERIFY(whole && again && alone);
        QVERIFY(again->candidates == whole->candidates);
        QVERIFY(again->outcome == whole->outcome && alone->outcome == whole->outcome);
        QVERIFY(alone->certificate == whole->certificate);
        const Candidate& first = whole->candidates.front();
        QVERIFY(alone->candidates.front().plan == first.plan);
        QVERIFY(alone->candidates.front().estimate == first.estimate);
        QCOMPARE(alone->recommended() != nullptr, whole->recommended() != nullptr);
        outcomes.insert(whole->outcome.kind);
    }
    QVERIFY(outcomes.contains(OutcomeKind::Optimal) && outcomes.contains(OutcomeKind::Infeasible));
}

void SearchTest::isDeterministic()
{
    std::mt19937 random(10);
    Problem problem = problemFor(randomTable(random, 12, true), "6xcpu:1GiB", 12, 1);
    const CostModel costs(problem.model, problem.workload, {});
    const auto first = searchPlans(problem, costs);
    const auto second = searchPlans(problem, costs);
    QVERIFY(first && second);
    QVERIFY(first->candidates == second->candidates);
}

// The result is the same on one core; candidates are estimated and replayed on all cores of the process.
void SearchTest::isTheSameOnOneCore()
{
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=10&hidden=64&heads=4&vocabulary=500").value();
    problem.workload.global_batch = 64;
    problem.workload.sequence = 64;
    problem.cluster = parseCluster("4x8xA100-80GB").value();
    const CostModel costs(problem.model, problem.workload, {});
    const auto onAll = searchPlans(problem, costs);
    cpu_set_t all;
    QCOMPARE(sched_getaffinity(0, sizeof all, &all), 0);
    int core = 0;
    while (!CPU_ISSET(core, &all)) {
        ++core;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
    const auto onOne = searchPlans(problem, costs);
    QCOMPARE(sched_setaffinity(0, sizeof all, &all), 0);
    QVERIFY(onAll && onOne);
    QVERIFY(onAll->candidates.size() > 10);
    QVERIFY(onAll->candidates == onOne->candidates);
}

// Absurd amounts are rejected: 2^50 bytes per sample times 2^24 samples exceeds 2^63.
void SearchTest::absurdAmountsAreRefused()
{
    std::mt19937 random(11);
    Problem problem = problemFor(randomTable(random, 3, false), "2xcpu:1GiB", 1 << 24, 1);
    std::get<TableRow>(problem.model.layers.front().spec).saved = Bytes(std::int64_t(1) << 50);
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::OptionOutOfRange);
}

void SearchTest::linklessClustersAreRefused()
{
    std::mt19937 random(12);
    Problem linkless = problemFor(randomTable(random, 3, false), "2xcpu:1GiB", 2, 1);
    linkless.cluster.groups.front().network.bandwidth = BytesPerSecond(0);
    const auto none = searchPlans(linkless, CostModel(linkless.model, linkless.workload, {}));
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::OptionOutOfRange);
}

QTEST_APPLESS_MAIN(SearchTest)
#include "tst_search.moc"
