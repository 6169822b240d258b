// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/search/degreesearch.h"
#include "core/search/grouporders.h"
#include "core/search/search.h"
#include "core/search/stagedegrees.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// A random chain on groups of few devices with little memory, all of them different.
Problem smallProblem(std::mt19937& random, int groups, int most_layers)
{
    const auto one_to = [&](int most) { return 1 + static_cast<int>(random() % static_cast<unsigned>(most)); };
    std::string cluster;
    for (int group = 0; group < groups; ++group) {
        cluster += (group > 0 ? "+" : "") + std::to_string(one_to(3)) + "xcpu:1GiB";
    }
    Problem problem = problemFor(randomTable(random, one_to(most_layers), random() % 3 == 0), cluster, 8, 1);
    for (ClusterGroup& group : problem.cluster.groups) {
        group.device.memory.value = Bytes(300 + static_cast<std::int64_t>(random() % 2000));
    }
    problem.constraints.schedule = random() % 3 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
    problem.constraints.measure = random() % 2 == 0 ? PeakMeasure::Share : PeakMeasure::Bytes;
    return problem;
}

// Visits every choice of an option for each stage.
void forEachChoice(int options, std::vector<int>& chosen, std::size_t stage, const std::function<void()>& visit)
{
    if (stage == chosen.size()) {
        visit();
        return;
    }
    for (int option = 0; option < options; ++option) {
        chosen[stage] = option;
        forEachChoice(options, chosen, stage + 1, visit);
    }
}

// True if stages are on groups in this order, within their devices.
bool follows(const std::vector<std::pair<int, int>>& stages, const std::vector<int>& order, const Cluster& cluster)
{
    std::vector<int> taken(cluster.groups.size(), 0);
    std::size_t turn = 0;
    for (const auto& [group, devices] : stages) {
        while (turn < order.size() && order[turn] != group) {
            ++turn;
        }
        if (turn == order.size()) {
            return false;
        }
        int& all = taken[static_cast<std::size_t>(group)];
        all += devices;
        if (all > cluster.groups[static_cast<std::size_t>(group)].devices()) {
            return false;
        }
    }
    return true;
}

// Visits every pipeline of a table whose stages are on groups in this order.
void forEachPipeline(const StageTable& table, const std::vector<int>& order,
                     const std::function<void(const std::vector<PartitionStage>&)>& visit)
{
    for (int pipeline_ranks = 1; pipeline_ranks <= table.layers(); ++pipeline_ranks) {
        std::vector<int> split_points {0};
        forEachPartition(table.layers(), pipeline_ranks, split_points, [&](const std::vector<int>& all) {
            std::vector<int> options(static_cast<std::size_t>(pipeline_ranks));
            forEachChoice(table.options(), options, 0, [&] {
                std::vector<std::pair<int, int>> lie;
                std::vector<PartitionStage> stages;
                for (std::size_t s = 0; s < options.size(); ++s) {
                    lie.emplace_back(table.deviceGroup(options[s]), table.devicesOf(options[s]));
                    stages.push_back({{all[s], all[s + 1]}, options[s]});
                }
                if (follows(lie, order, table.problem().cluster)) {
                    visit(stages);
                }
            });
        });
    }
}

// Largest load of a pipeline; empty if a required stage does not fit.
std::optional<ComparablePeak> comparablePeakOfStages(const StageTable& table, const std::vector<PartitionStage>& stages,
                                                     bool fitting)
{
    const Problem& problem = table.problem();
    const int pipeline_ranks = static_cast<int>(stages.size());
    ComparablePeak most;
    for (int s = 0; s < pipeline_ranks; ++s) {
        const auto& [layers, option] = stages[static_cast<std::size_t>(s)];
        const Bytes peak = table.peak(layers, option, pipeline_ranks - s, pipeline_ranks);
        if (fitting && peak > table.fitting(option, pipeline_ranks)) {
            return std::nullopt;
        }
        most = std::max(most,
                        ComparablePeak(peak, scaleOf(problem, table.deviceGroup(option), problem.constraints.measure)));
    }
    return most;
}

std::vector<std::vector<int>> permutations(std::size_t groups)
{
    std::vector<int> order(groups);
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<int>> all;
    do {
        all.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
}

// Lowest load of all plans with equal parallel sizes, by estimates, and the smallest shortfall in bytes.
struct Least {
    std::optional<ComparablePeak> fitting;
    std::optional<ComparablePeak> any;
};

Least leastOfPlans(const Problem& problem, const CostModel& costs)
{
    Least least;
    const auto layers = static_cast<int>(problem.model.layers.size());
    const std::int64_t samples = problem.workload.global_batch / problem.constraints.micro_batch;
    for (int data = 1; data <= problem.cluster.devices(); ++data) {
        for (int pipeline_ranks = 1; samples % data == 0 && pipeline_ranks <= layers; ++pipeline_ranks) {
            std::vector<int> split_points {0};
            forEachPartition(layers, pipeline_ranks, split_points, [&](const std::vector<int>& all) {
                std::vector<int> groups(static_cast<std::size_t>(pipeline_ranks));
                forEachChoice(static_cast<int>(problem.cluster.groups.size()), groups, 0, [&] {
                    std::vector<std::pair<int, int>> lie;
                    Plan plan = uniformPlan(all, data, problem.constraints.micro_batch, samples / data,
                                            problem.constraints.schedule);
                    for (std::size_t s = 0; s < groups.size(); ++s) {
                        lie.emplace_back(groups[s], data);
                        plan.stages[s].device_group = groups[s];
                    }
                    const auto orders = permutations(problem.cluster.groups.size());
                    if (std::none_of(orders.begin(), orders.end(),
                                     [&](const auto& order) { return follows(lie, order, problem.cluster); })) {
                        return;
                    }
                    const auto chain = planCosts(costs, problem, plan).value();
                    const Estimate estimate = estimatePlan(problem, plan, chain).value();
                    const ComparablePeak comparable_peak = comparablePeakOf(estimate, problem.constraints.measure);
                    least.any = std::min(least.any.value_or(comparable_peak), comparable_peak);
                    if (estimate.fits) {
                        least.fitting = std::min(least.fitting.value_or(comparable_peak), comparable_peak);
                    }
                });
            });
        }
    }
    return least;
}

Result<SearchResult> searched(const Problem& problem)
{
    return searchPlans(problem, CostModel(problem.model, problem.workload, {}));
}

}

class MixedSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void comparablePeaksAreFractions();
    void everyOrderEqualsAllPipelines_data();
    void everyOrderEqualsAllPipelines();
    void anyOrderIsBounded();
    void equalsAllPlans();
    void equalGroupsAreAsOne();
    void degreesOfEachStageAreNoWorse();
    void ordersOfGroups();
    void moreOrdersHaveAGap();
    void infeasibleShowsWhatIsMissing();
    void fillsLikeDevicesIdentically();
    void allThatVariesIsSearched();
    void otherSchedulesAreNotProved();
    void whatIsNotSearchedIsRefused();
    void stopsAndRepeats();
};

void MixedSearchTest::comparablePeaksAreFractions()
{
    const Bytes large(std::int64_t(1) << 50);
    QVERIFY(ComparablePeak(large - Bytes(1), large) < ComparablePeak(large, large));
    QVERIFY(ComparablePeak(Bytes(2), Bytes(6)) == ComparablePeak(Bytes(1), Bytes(3)));
    QVERIFY(ComparablePeak(large - Bytes(1), large) > ComparablePeak(large - Bytes(2), large - Bytes(1)));
    QCOMPARE(mostWithin(ComparablePeak(Bytes(1), Bytes(3)), Bytes(10)).value, 3);
    QCOMPARE(mostBelow(ComparablePeak(Bytes(1), Bytes(3)), Bytes(10)).value, 3);
    QCOMPARE(mostBelow(ComparablePeak(Bytes(1), Bytes(3)), Bytes(9)).value, 2);
    QCOMPARE(mostBelow(ComparablePeak(), Bytes(9)).value, -1);
    QCOMPARE(mostWithin(ComparablePeak(Bytes(INT64_MAX)), large).value, INT64_MAX);
}

void MixedSearchTest::everyOrderEqualsAllPipelines_data()
{
    QTest::addColumn<bool>("each"); // parallel sizes per stage
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("rounds");
    QTest::newRow("equal degrees, two groups") << false << 2 << 7 << 1500;
    QTest::newRow("equal degrees, three groups") << false << 3 << 6 << 500;
    QTest::newRow("degrees of each stage, two groups") << true << 2 << 5 << 600;
    QTest::newRow("degrees of each stage, three groups") << true << 3 << 4 << 200;
}

void MixedSearchTest::everyOrderEqualsAllPipelines()
{
    QFETCH(bool, each);
    QFETCH(int, groups);
    QFETCH(int, layers);
    QFETCH(int, rounds);
    for (int round = 0; round < rounds; ++round) {
        std::mt19937 random(static_cast<unsigned>(round));
        const Problem problem = smallProblem(random, groups, layers);
        const CostModel costs(problem.model, problem.workload, {});
        ChainLibrary library(problem, costs);
        std::vector<ParallelismOption> options;
        const int only = 1 + static_cast<int>(random() % 2);
        for (int group = 0; group < groups; ++group) {
            for (const int data : {1, 2}) {
                if (each || data == only) {
                    options.push_back({{1, data}, group});
                }
            }
        }
        const auto table =
            StageTable::makeMixed(problem, library, 2, 1 + static_cast<std::int64_t>(random() % 4), options);
        const bool fitting = random() % 2 == 0;
        for (const auto& order : permutations(problem.cluster.groups.size())) {
            std::optional<ComparablePeak> least;
            forEachPipeline(table, order, [&](const auto& stages) {
                if (const auto comparable_peak = comparablePeakOfStages(table, stages, fitting)) {
                    least = std::min(least.value_or(*comparable_peak), *comparable_peak);
                }
            });
            const DegreeSearch search(table, {{}, {}, problem.constraints.measure, order});
            StageLimit limit;
            limit.fitting = fitting;
            const auto found = search.leastPeak(limit, {});
            QCOMPARE(found.has_value(), least.has_value());
            if (!found) {
                continue;
            }
            QVERIFY2(found->comparable_peak == *least, qPrintable(QString::number(round)));
            QVERIFY(comparablePeakOfStages(table, found->stages, fitting) == least);
            std::vector<std::pair<int, int>> lie;
            for (const PartitionStage& stage : found->stages) {
                lie.emplace_back(table.deviceGroup(stage.option), table.devicesOf(stage.option));
            }
            QVERIFY(follows(lie, order, problem.cluster));
            limit.comparable_peak = *least;
            limit.below = true;
            QVERIFY(!search.any(limit, {}));
            limit.below = false;
            QVERIFY(search.any(limit, {}));
        }
    }
}

void MixedSearchTest::anyOrderIsBounded()
{
    int attained = 0;
    for (int round = 0; round < 200; ++round) {
        std::mt19937 random(static_cast<unsigned>(round));
        const Problem problem = smallProblem(random, 3, 6);
        const CostModel costs(problem.model, problem.workload, {});
        ChainLibrary library(problem, costs);
        const auto table = StageTable::makeMixed(problem, library, 1, 4, {{{1, 1}, 0}, {{1, 1}, 1}, {{1, 1}, 2}});
        const PeakMeasure measure = problem.constraints.measure;
        const auto bound = DegreeSearch(table, {{}, {}, measure, {}}).leastPeak({}, {});
        std::optional<ComparablePeak> least;
        for (const auto& order : permutations(3)) {
            if (const auto found = DegreeSearch(table, {{}, {}, measure, order}).leastPeak({}, {})) {
                least = std::min(least.value_or(found->comparable_peak), found->comparable_peak);
            }
        }
        QVERIFY(bound && least);
        QVERIFY(bound->comparable_peak <= *least);
        attained += bound->comparable_peak == *least ? 1 : 0;
    }
    QVERIFY(attained > 20 && attained < 200);
}

void MixedSearchTest::equalsAllPlans()
{
    int infeasible = 0;
    for (int round = 0; round < 120; ++round) {
        std::mt19937 random(static_cast<unsigned>(1000 + round));
        Problem problem = smallProblem(random, 2, 5);
        problem.workload.global_batch = 4;
        const auto result = searched(problem);
        QVERIFY2(result, qPrintable(errorOf(result)));
        const Least least = leastOfPlans(problem, CostModel(problem.model, problem.workload, {}));
        infeasible += least.fitting ? 0 : 1;
        QCOMPARE(result->outcome.kind, least.fitting ? OutcomeKind::Optimal : OutcomeKind::Infeasible);
        const Estimate& first = result->candidates.front().estimate;
        const ComparablePeak comparable_peak = comparablePeakOf(first, problem.constraints.measure);
        QVERIFY2(comparable_peak == *(least.fitting ? least.fitting : least.any), qPrintable(QString::number(round)));
        QVERIFY(result->certificate.less_is_infeasible);
        QCOMPARE(result->certificate.peak.value, comparable_peak.bytes.value);
        const auto& devices = first.devices;
        QVERIFY(std::any_of(devices.begin(), devices.end(), [&](const DeviceEstimate& device) {
            return device.stage == result->certificate.bottleneck && device.peak == comparable_peak.bytes;
        }));
        QCOMPARE(result->certificate.share.has_value(), problem.constraints.measure == PeakMeasure::Share);
    }
    QVERIFY(infeasible > 10 && infeasible < 110);
}

// Equal groups behave like one: bytes of pipelines with one device per stage do not depend on group boundaries.
void MixedSearchTest::equalGroupsAreAsOne()
{
    for (int round = 0; round < 40; ++round) {
        std::mt19937 random(static_cast<unsigned>(round));
        Problem one = problemFor(randomTable(random, 8, false), "2x3xcpu:1GiB", 8, 1);
        one.constraints.data = 1;
        Problem two = one;
        two.cluster = parseCluster("3xcpu:1GiB+3xcpu:1GiB").value();
        const auto alone = searched(one);
        const auto mixed = searched(two);
        QVERIFY(alone && mixed);
        QCOMPARE(mixed->certificate.peak.value, alone->certificate.peak.value);
        QCOMPARE(*mixed->certificate.share,
                 static_cast<double>(alone->certificate.peak.value) / static_cast<double>(std::int64_t(1) << 30));
    }
}

void MixedSearchTest::degreesOfEachStageAreNoWorse()
{
    int better = 0;
    for (int round = 0; round < 60; ++round) {
        std::mt19937 random(static_cast<unsigned>(500 + round));
        Problem problem = smallProblem(random, 2, 6);
        for (ClusterGroup& group : problem.cluster.groups) {
            group.device.memory.value = group.device.memory.value * 10;
        }
        const auto equal = searched(problem);
        problem.constraints.vary = {Dimension::StageDegrees};
        const auto each = searched(problem);
        QVERIFY(equal && each);
        QCOMPARE(each->outcome.kind, OutcomeKind::BestFound);
        const PeakMeasure measure = problem.constraints.measure;
        const ComparablePeak with = comparablePeakOf(each->recommended()->estimate, measure);
        const ComparablePeak without = comparablePeakOf(equal->recommended()->estimate, measure);
        QVERIFY(with <= without);
        better += with < without ? 1 : 0;
    }
    QVERIFY(better > 3);
}

void MixedSearchTest::ordersOfGroups()
{
    const auto orders = [](const char* cluster) { return groupOrders(parseCluster(cluster).value()); };
    QCOMPARE(orders("1xcpu:1GiB+1xcpu:2GiB+1xcpu:3GiB+1xcpu:4GiB").orders.size(), std::size_t(24));
    QVERIFY(orders("1xcpu:1GiB+1xcpu:2GiB+1xcpu:3GiB+1xcpu:4GiB").all);
    QCOMPARE(orders("1xcpu:1GiB+1xcpu:2GiB+1xcpu:1GiB").orders.size(), std::size_t(3));
    QCOMPARE(orders("1xcpu:1GiB+1xcpu:1GiB").orders.size(), std::size_t(1));
    const GroupOrders many = orders("1xcpu:2GiB+1xcpu:1GiB+1xcpu:4GiB+1xcpu:3GiB+1xcpu:5GiB");
    QVERIFY(!many.all);
    for (const auto& order : {std::vector {0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {1, 0, 3, 2, 4}, {4, 2, 3, 0, 1}}) {
        QVERIFY(std::count(many.orders.begin(), many.orders.end(), order) == 1);
    }
    for (const auto& order : many.orders) {
        QCOMPARE(std::set<int>(order.begin(), order.end()).size(), std::size_t(5));
    }
}

void MixedSearchTest::moreOrdersHaveAGap()
{
    int gaps = 0;
    for (int round = 0; round < 30; ++round) {
        std::mt19937 random(static_cast<unsigned>(round));
        Problem problem = problemFor(randomTable(random, 9, false), "1xcpu:1GiB", 8, 1);
        problem.constraints.data = 1;
        for (int group = 0; group < 5; ++group) { // all groups differ and have enough memory
            problem.cluster.groups.resize(static_cast<std::size_t>(group) + 1, problem.cluster.groups.front());
            problem.cluster.groups.back().device.memory.value = Bytes(9000 - 1100 * ((group * 3) % 5));
        }
        const auto result = searched(problem);
        QVERIFY2(result, qPrintable(errorOf(result)));
        QVERIFY(result->outcome.kind == OutcomeKind::Optimal || result->outcome.kind == OutcomeKind::BestFound);
        const CostModel costs(problem.model, problem.workload, {});
        ChainLibrary library(problem, costs);
        std::vector<ParallelismOption> options;
        for (int group = 0; group < 5; ++group) {
            options.push_back({{1, 1}, group});
        }
        const auto table = StageTable::makeMixed(problem, library, 1, 8, options);
        const PeakMeasure measure = problem.constraints.measure;
        std::optional<ComparablePeak> least;
        for (const auto& order : permutations(5)) {
            if (const auto found = DegreeSearch(table, {{}, {}, measure, order}).leastPeak({}, {})) {
                least = std::min(least.value_or(found->comparable_peak), found->comparable_peak);
            }
        }
        const ComparablePeak comparable_peak = comparablePeakOf(result->recommended()->estimate, measure);
        QVERIFY(comparable_peak >= *least);
        if (result->outcome.kind == OutcomeKind::Optimal) {
            QVERIFY(comparable_peak == *least);
            QVERIFY(result->certificate.less_is_infeasible);
            continue;
        }
        ++gaps;
        QVERIFY(!result->certificate.less_is_infeasible);
        QVERIFY(*result->outcome.gap > 0);
        QVERIFY(comparable_peak.value() / (1 + *result->outcome.gap) <= least->value() * (1 + 1e-12));
        QVERIFY(!result->outcome.detail.empty());
    }
    QVERIFY(gaps > 3);
}

void MixedSearchTest::infeasibleShowsWhatIsMissing()
{
    std::mt19937 random(3);
    Problem problem = problemFor(randomTable(random, 6, false), "2xcpu:1GiB+2xcpu:1GiB", 4, 1);
    problem.cluster.groups[0].device.memory.value = Bytes(60);
    problem.cluster.groups[1].device.memory.value = Bytes(90);
    const auto result = searched(problem);
    QVERIFY2(result, qPrintable(errorOf(result)));
    QCOMPARE(result->outcome.kind, OutcomeKind::Infeasible);
    QVERIFY(result->recommended() == nullptr);
    const auto& devices = result->candidates.front().estimate.devices;
    const auto& device = devices[static_cast<std::size_t>(result->outcome.device)];
    QCOMPARE(result->outcome.missing.value, (device.device_high - device.capacity).value);
    QVERIFY(result->outcome.missing > Bytes(0));
}

// Devices are filled according to the metric: by share the larger devices get more, by bytes all get the same.
void MixedSearchTest::fillsLikeDevicesIdentically()
{
    TestedProblem tested = ask("4xA100-80GB+4xL40S", "zoo:gpt?layers=24&hidden=2048&heads=16&vocabulary=8000");
    Problem& problem = tested.problem;
    problem.constraints.data = 1;
    const auto share = searchPlans(problem, tested.costs);
    problem.constraints.measure = PeakMeasure::Bytes;
    const auto bytes = searchPlans(problem, tested.costs);
    QVERIFY(share && bytes);
    QCOMPARE(share->outcome.kind, OutcomeKind::Optimal);
    QCOMPARE(bytes->outcome.kind, OutcomeKind::Optimal);
    const Estimate& by_share = share->recommended()->estimate;
    const Estimate& by_bytes = bytes->recommended()->estimate;
    QVERIFY(by_share.peak > by_bytes.peak);
    QVERIFY(comparablePeakOf(by_share, PeakMeasure::Share) < comparablePeakOf(by_bytes, PeakMeasure::Share));
    QVERIFY(share->recommended()->plan.devices() == 8);
    QVERIFY(share->candidates.size() > 1);
    // Faster plans are fuller.
    const auto label = [&](Label of) {
        return std::find_if(share->candidates.begin(), share->candidates.end(),
                            [&](const Candidate& c) { return c.has(of); });
    };
    QVERIFY(label(Label::Fastest)->estimate.step < by_share.step);
    QVERIFY(label(Label::Balanced)->estimate.step <= label(Label::Fastest)->estimate.step * 1.25);
}

// A searched dimension is no worse than each of its values.
void MixedSearchTest::allThatVariesIsSearched()
{
    TestedProblem tested = ask("2xA100-80GB+2xL40S");
    Problem& problem = tested.problem;
    std::optional<ComparablePeak> least;
    for (const int zero : {0, 3}) {
        for (const LayerPolicy policy : {LayerPolicy::Keep, LayerPolicy::Full}) {
            for (const int tensor : {1, 2}) {
                problem.constraints.zero = zero;
                problem.constraints.policies.usual = policy;
                problem.constraints.degrees.sharding.tensor = tensor;
                const auto fixed = searchPlans(problem, tested.costs);
                QVERIFY2(fixed, qPrintable(errorOf(fixed)));
                const ComparablePeak comparable_peak =
                    comparablePeakOf(fixed->recommended()->estimate, PeakMeasure::Share);
                least = std::min(least.value_or(comparable_peak), comparable_peak);
            }
        }
    }
    problem.constraints.zero = 0;
    problem.constraints.policies.usual = LayerPolicy::Keep;
    problem.constraints.degrees.sharding.tensor = 1;
    problem.constraints.vary = {Dimension::Tensor, Dimension::Zero, Dimension::Recompute, Dimension::MicroBatch};
    const auto varied = searchPlans(problem, tested.costs);
    QVERIFY2(varied, qPrintable(errorOf(varied)));
    QVERIFY(comparablePeakOf(varied->recommended()->estimate, PeakMeasure::Share) <= *least);
    QVERIFY(varied->configurations > 100);
}

// Other schedules are not proven: plans over both groups use closed forms only. An additional group never worsens a
// result.
void MixedSearchTest::otherSchedulesAreNotProved()
{
    for (const PeakMeasure measure : {PeakMeasure::Bytes, PeakMeasure::Share}) {
        TestedProblem one = ask("4xL40S@8");
        TestedProblem two = ask("4xL40S@8+1xV100-32GB@3");
        for (TestedProblem* tested : {&one, &two}) {
            tested->problem.constraints.measure = measure;
            tested->problem.constraints.vary = {Dimension::MicroBatch, Dimension::Zero, Dimension::Schedule};
        }
        const auto alone = searchPlans(one.problem, one.costs);
        const auto both = searchPlans(two.problem, two.costs);
        QVERIFY2(alone, qPrintable(errorOf(alone)));
        QVERIFY2(both, qPrintable(errorOf(both)));
        QCOMPARE(both->outcome.kind, OutcomeKind::BestFound);
        QVERIFY(describe(both->outcome.detail).find("interleaved, zb-h1, zb-h2, zbv, chimera, dualpipe")
                != std::string::npos);
        QVERIFY(!both->certificate.less_is_infeasible);
        QVERIFY(!both->fastest_bound && !both->provenFastest());
        QVERIFY(!both->cheapest_bound && !both->provenCheapest());
        QVERIFY(both->left_out > 0);
        const auto step = [](const Candidate* candidate) { return candidate->estimate.step.value; };
        QVERIFY(comparablePeakOf(both->recommended()->estimate, measure)
                <= comparablePeakOf(alone->recommended()->estimate, measure));
        QVERIFY(step(both->labeled(Label::Fastest)) <= step(alone->labeled(Label::Fastest)) * (1 + 1e-9));
        const Usd cheapest = *alone->labeled(Label::Cheapest)->estimate.cost_per_step;
        QVERIFY(*both->labeled(Label::Cheapest)->estimate.cost_per_step <= cheapest * (1 + 1e-9));
    }
}

void MixedSearchTest::whatIsNotSearchedIsRefused()
{
    const Problem problem = ask("2xA100-80GB+2xL40S").problem;
    const auto refused = [](const Problem& asked) {
        const auto result = searched(asked);
        return !result && result.error().code == ErrorCode::OptionUnsupported;
    };
    Problem cut = problem;
    cut.constraints.split_points = std::vector {0, 5, 10};
    QVERIFY(refused(cut));
    Problem reported = problem;
    reported.target = Target::Megatron;
    const auto for_target = searched(reported);
    QVERIFY(!for_target);
    QCOMPARE(for_target.error().code, ErrorCode::TargetUnsupported);
}

void MixedSearchTest::stopsAndRepeats()
{
    const TestedProblem tested = ask("4xA100-80GB+4xL40S");
    const auto first = searchPlans(tested.problem, tested.costs);
    const auto second = searchPlans(tested.problem, tested.costs);
    QVERIFY(first && second);
    QVERIFY(first->candidates == second->candidates);
    std::stop_source source;
    source.request_stop();
    const auto stopped = searchPlans(tested.problem, tested.costs, source.get_token());
    QVERIFY(stopped);
    QCOMPARE(stopped->outcome.kind, OutcomeKind::Cancelled);
}

QTEST_GUILESS_MAIN(MixedSearchTest)
#include "tst_mixedsearch.moc"
