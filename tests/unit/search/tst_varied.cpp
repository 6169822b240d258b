// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/framework/framework.h"
#include "core/model/layertable.h"
#include "core/search/frontsweep.h"
#include "core/search/leastpeaksearch.h"
#include "core/search/search.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <random>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

struct Found {
    Bytes peak;
    Seconds step;
    bool fits = false;
};

// All plans of a problem, by evaluating each.
std::vector<Found> allPlans(const PlanSpace& space,
                            const std::function<void(const Configuration&, const Found&)>& visit)
{
    std::vector<Found> all;
    for (const Configuration& config_group : space.configGroups()) {
        for (const Configuration& c : space.configurations(config_group.config_group)) {
            ConfigurationSearch& search = space.search(c);
            std::vector<int> split_points {0};
            forEachPartition(
                search.costs().size(), c.pipeline_ranks, split_points, [&](const std::vector<int>& split_point) {
                    const Partition partition = search.partitions(PartitionFilter::Any).evaluate(split_point);
                    all.push_back({partition.peak, partition.step, space.fits(c, split_point)});
                    visit(c, all.back());
                });
        }
    }
    return all;
}

TestedProblem varied(const char* cluster, const char* model, Dimensions dimensions)
{
    TestedProblem tested = ask(cluster, model);
    tested.problem.constraints.vary = std::move(dimensions);
    return tested;
}

const Dimensions everything {Dimension::Tensor,   Dimension::Sequence, Dimension::MicroBatch,
                             Dimension::Schedule, Dimension::Zero,     Dimension::Recompute};

// With several stages per pipeline rank the result is only the best found (tst_schedulesearch.cpp).
const Dimensions exact {Dimension::Tensor, Dimension::Sequence, Dimension::MicroBatch, Dimension::Zero,
                        Dimension::Recompute};

}

class VariedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsTheBestOfAllPlans_data();
    void equalsTheBestOfAllPlans();
    void configurationGroupsAreWithinWhatIsFixed();
    void configurationGroupsAreOfAllThatDivides();
    void configurationGroupsAreAsLargeAsPracticeHasThem();
    void configurationGroupsAreWhatAPlanMayBe();
    void configurationGroupsAreWhatTheFrameworkMayDo();
    void expertDegreesAreOfModelsWithExperts();
    void whatCannotBeSplitIsLeftOut();
    void chainsAreSharedWhereNothingElseChanges();
    void sharedChainsAreTheProblemsOwn();
    void expertDegreesBesideStagesThatExcludeThemAreLeftOut();
    void plansAreEstimatedAsTheyWereSearched();
    void layerTablesVaryTheirSchedulesAlone();
    void degreesOfStagesAreNeverWorse();
    void frontsAreSketchedWithoutTime();
    void moreToVaryIsNoWorse_data();
    void moreToVaryIsNoWorse();
    void noScheduleAloneIsBetter_data();
    void noScheduleAloneIsBetter();
};

void VariedTest::equalsTheBestOfAllPlans_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<Dimensions>("dimensions");
    const QByteArray gpt = "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000";
    QTest::newRow("all dimensions") << QByteArray("2x4xA100-80GB") << gpt << exact;
    QTest::newRow("little memory") << QByteArray("2x2xA100-80GB:1536MiB") << gpt << exact;
    QTest::newRow("no room") << QByteArray("4xA100-80GB:1100MiB") << gpt << exact;
    QTest::newRow("one dimension") << QByteArray("4xA100-80GB") << gpt << Dimensions {Dimension::Zero};
    QTest::newRow("large boundaries") << QByteArray("3xA100-80GB") << QByteArray("zoo:vgg11")
                                      << Dimensions {Dimension::MicroBatch, Dimension::Zero};
}

// The search equals the best of all plans: bounds are valid; lowest peak, fastest plan and front are those of all
// plans.
void VariedTest::equalsTheBestOfAllPlans()
{
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, model);
    QFETCH(Dimensions, dimensions);
    TestedProblem tested = varied(cluster, model, dimensions);
    if (model == "zoo:vgg11") {
        tested.problem.workload.sequence = 64;
        tested.problem.workload.precision = Precision::Fp32;
        tested.problem.workload.global_batch = 4;
        tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
    }
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    QVERIFY(space);
    const auto all = allPlans(*space, [&](const Configuration& c, const Found& plan) {
        QVERIFY2(c.peak_bound <= plan.peak, qPrintable(QString::number(c.peak_bound.value - plan.peak.value)));
        QVERIFY(!space->search(c).exceeds(c.pipeline_ranks, plan.peak));
        QVERIFY2(c.step_bound <= plan.step, qPrintable(QString::number(c.step_bound / plan.step)));
    });
    const bool fits = std::any_of(all.begin(), all.end(), [](const Found& f) { return f.fits; });
    std::pair<Bytes, Seconds> least {noPeak, Seconds(0)};
    std::set<std::pair<Seconds, Bytes>> front;
    for (const Found& plan : all) {
        if (plan.fits || !fits) {
            least = std::min(least, std::pair(plan.peak, plan.step));
        }
        if (plan.fits) {
            front.emplace(plan.step, plan.peak);
        }
    }
    Bytes lowest = noPeak;
    std::erase_if(front, [&](const auto& point) {
        const bool beaten = point.second >= lowest;
        lowest = std::min(lowest, point.second);
        return beaten;
    });

    const LeastPeak found = leastPeakOf(*space, {}, {});
    QCOMPARE(found.fits, fits);
    QVERIFY(found.less_is_infeasible);
    QCOMPARE(found.best->partition.peak.value, least.first.value);
    QCOMPARE(found.best->partition.step.value, least.second.value);

    SweepEffort patient;
    patient.work = INT64_MAX / 2;
    patient.each.operations = INT64_MAX / 2;
    patient.points = 1'000'000;
    const Front swept = sweepFront(*space, patient, {});
    QVERIFY(swept.complete);
    std::set<std::pair<Seconds, Bytes>> points;
    for (const ConfiguredPartition& point : swept.points) {
        points.emplace(point.partition.step, point.partition.peak);
        const auto bound = space->search(point.configuration)
                               .partitions(PartitionFilter::Fitting)
                               .fastestBound(point.configuration.pipeline_ranks, point.partition.peak, {}, nullptr);
        QVERIFY(bound <= point.partition.step);
    }
    QCOMPARE(points.size(), front.size());
    QVERIFY(points == front);
}

// Without effort for the sweep there are still plans that fit, down to the lowest peak, and none dominates another.
void VariedTest::frontsAreSketchedWithoutTime()
{
    const TestedProblem tested =
        varied("2x4xA100-80GB", "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000", everything);
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    QVERIFY(space);
    SweepEffort hasty;
    hasty.work = 0;
    hasty.least = leastPeakOf(*space, {}, {}).best->partition.peak;
    const Front front = sweepFront(*space, hasty, {});
    QVERIFY(!front.complete);
    Bytes lowest = noPeak;
    for (const ConfiguredPartition& a : front.points) {
        lowest = std::min(lowest, a.partition.peak);
        QVERIFY(space->fits(a.configuration, a.partition.split_points));
        QVERIFY(std::none_of(front.points.begin(), front.points.end(), [&](const ConfiguredPartition& b) {
            return (b.partition.peak < a.partition.peak && b.partition.step <= a.partition.step)
                || (b.partition.peak <= a.partition.peak && b.partition.step < a.partition.step);
        }));
    }
    QCOMPARE(lowest.value, hasty.least.value);
    QVERIFY(front.points.size() > 1);
}

void VariedTest::moreToVaryIsNoWorse_data()
{
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("batch");
    QTest::addColumn<Objective>("objective");
    QTest::addColumn<Dimensions>("few");
    QTest::addColumn<Dimensions>("many");
    const Dimensions few {Dimension::MicroBatch, Dimension::Zero};
    const Dimensions some {Dimension::MicroBatch, Dimension::Zero, Dimension::Recompute};
    const Dimensions many {Dimension::MicroBatch, Dimension::Zero, Dimension::Recompute, Dimension::Schedule};
    QTest::newRow("cheapest") << "4x8xL40S@14"
                              << "zoo:gpt-1.3b" << 512 << Objective::Cost << few << many;
    QTest::newRow("cheapest, schedules alone")
        << "4x8xA100-40GB@20"
        << "zoo:gpt2-xl" << 256 << Objective::Cost << few
        << Dimensions {Dimension::MicroBatch, Dimension::Zero, Dimension::Schedule};
    QTest::newRow("fastest") << "16x8xA100-80GB@20"
                             << "zoo:gpt3-175b" << 256 << Objective::Throughput << some << many;
}

// More searched dimensions are no worse by the objective.
void VariedTest::moreToVaryIsNoWorse()
{
    QFETCH(QString, cluster);
    QFETCH(QString, model);
    QFETCH(int, batch);
    QFETCH(Objective, objective);
    QFETCH(Dimensions, few);
    QFETCH(Dimensions, many);
    const auto found = [&](const Dimensions& vary) {
        TestedProblem tested = varied(qPrintable(cluster), qPrintable(model), vary);
        tested.problem.constraints.objective = objective;
        tested.problem.workload = {};
        tested.problem.workload.global_batch = batch;
        tested.problem.workload.precision = Precision::Bf16Autocast;
        tested.problem.workload.sequence = tested.problem.model.default_sequence;
        const CostModel costs(tested.problem.model, tested.problem.workload, {});
        const auto result = searchPlans(tested.problem, costs);
        const Estimate best = result.value().recommended()->estimate;
        return objective == Objective::Cost ? best.cost_per_step->value : best.step.value;
    };
    QVERIFY(found(many) <= found(few) * (1 + 1e-9));
}

void VariedTest::noScheduleAloneIsBetter_data()
{
    QTest::addColumn<ScheduleKind>("alone");
    QTest::newRow("1f1b") << ScheduleKind::OneForwardOneBackward;
    QTest::newRow("interleaved") << ScheduleKind::Interleaved;
    QTest::newRow("dapple-b") << ScheduleKind::DappleB;
}

// No fixed schedule is better: a problem with searched schedules and more configurations than time has a fastest, a
// cheapest and a balanced plan as good as those of a problem with a fixed schedule.
void VariedTest::noScheduleAloneIsBetter()
{
    QFETCH(ScheduleKind, alone);
    static std::optional<SearchResult> all;
    const auto searched = [](const Dimensions& vary, ScheduleKind schedule) {
        TestedProblem tested = varied("16x8xA100-80GB@20", "zoo:gpt3-175b", vary);
        tested.problem.constraints.schedule = schedule;
        tested.problem.workload = {};
        tested.problem.workload.global_batch = 256;
        tested.problem.workload.precision = Precision::Bf16Autocast;
        tested.problem.workload.sequence = tested.problem.model.default_sequence;
        const CostModel costs(tested.problem.model, tested.problem.workload, {});
        return searchPlans(tested.problem, costs).value();
    };
    Dimensions vary {Dimension::Tensor, Dimension::MicroBatch, Dimension::Zero, Dimension::Recompute};
    const SearchResult one = searched(vary, alone);
    if (!all) {
        vary.push_back(Dimension::Schedule);
        all = searched(vary, ScheduleKind::OneForwardOneBackward);
    }
    const auto of = [](const SearchResult& result, Label label) { return result.labeled(label)->estimate; };
    constexpr double rounding = 1 + 1e-9;
    QVERIFY(of(*all, Label::Recommended).peak <= of(one, Label::Recommended).peak);
    QVERIFY(of(*all, Label::Fastest).step <= of(one, Label::Fastest).step * rounding);
    QVERIFY(*of(*all, Label::Cheapest).cost_per_step <= *of(one, Label::Cheapest).cost_per_step * rounding);
    // The balanced plan is not much slower than the fastest, which may be faster than that of one schedule.
    const Seconds slowest = of(*all, Label::Fastest).step * 1.25;
    for (const Candidate& candidate : one.candidates) {
        if (candidate.estimate.fits && candidate.estimate.step <= slowest) {
            QVERIFY(of(*all, Label::Balanced).peak <= candidate.estimate.peak);
        }
    }
}

void VariedTest::configurationGroupsAreWithinWhatIsFixed()
{
    TestedProblem tested = varied("2x4xA100-80GB", "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000", everything);
    tested.problem.constraints.data = 2;
    tested.problem.constraints.pipeline = 2;
    std::set<int> tensors;
    std::set<int> zeros;
    for (const ConfigurationGroup& config_group : configurationGroups(tested.problem)) {
        QCOMPARE(config_group.data(), 2);
        QCOMPARE(config_group.shallowest, 2);
        QCOMPARE(config_group.deepest, 2);
        QCOMPARE(config_group.micro_batches * config_group.fixed.micro_batch * 2, std::int64_t(16));
        QVERIFY(config_group.devices(2) <= 8);
        QVERIFY(config_group.fixed.degrees.sharding.tensor > 1 || !config_group.fixed.degrees.sharding.sequence);
        tensors.insert(config_group.fixed.degrees.sharding.tensor);
        zeros.insert(config_group.fixed.zero);
    }
    QVERIFY(tensors == std::set<int>({1, 2}));
    QVERIFY(zeros == std::set<int>({0, 1, 2, 3}));
}

// Configuration groups contain all divisors: batches and nodes that are not powers of two have plans.
void VariedTest::configurationGroupsAreOfAllThatDivides()
{
    TestedProblem tested = varied("2x6xA100-80GB", "zoo:gpt?layers=4&hidden=768&heads=12&vocabulary=4000",
                                  {Dimension::Tensor, Dimension::MicroBatch});
    tested.problem.workload.global_batch = 500;
    std::set<int> tensors;
    std::set<std::int64_t> micro_batches;
    for (const ConfigurationGroup& config_group : configurationGroups(tested.problem)) {
        tensors.insert(config_group.fixed.degrees.sharding.tensor);
        micro_batches.insert(config_group.fixed.micro_batch);
    }
    QVERIFY(tensors == std::set<int>({1, 2, 3, 4, 6}));
    QVERIFY(micro_batches == std::set<std::int64_t>({1, 2, 4, 5, 10, 20, 25, 50, 100, 125, 250, 500}));
}

// Configuration groups are limited as in practice: micro-batches up to the batch size, context parallelism across
// nodes, tensor parallelism across nodes with one device or, on request, any.
void VariedTest::configurationGroupsAreAsLargeAsPracticeHasThem()
{
    const auto largest = [](const char* cluster, const Dimensions& vary) {
        Problem problem = varied(cluster, "zoo:gpt?layers=4&hidden=1024&heads=16&vocabulary=4000", vary).problem;
        problem.workload.global_batch = 4096;
        std::int64_t most = 0;
        for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
            const LayerDegrees& degrees = config_group.fixed.degrees;
            most = std::max({most, config_group.fixed.micro_batch, std::int64_t(degrees.sharding.tensor),
                             std::int64_t(degrees.context)});
        }
        return most;
    };
    QCOMPARE(largest("4xA100-80GB", {Dimension::MicroBatch}), std::int64_t(4096));
    QCOMPARE(largest("4x4xA100-80GB", {Dimension::Context}), std::int64_t(16));
    QCOMPARE(largest("16x1xA100-80GB", {Dimension::Tensor}), std::int64_t(8));
    QCOMPARE(largest("4x4xA100-80GB", {Dimension::Tensor}), std::int64_t(4));
    QCOMPARE(largest("2x16xA100-80GB", {Dimension::Tensor}), std::int64_t(16));
    QCOMPARE(largest("2x1xA100-80GB", {Dimension::Tensor}), std::int64_t(2));
    QCOMPARE(largest("4x4xA100-80GB", {Dimension::Tensor, Dimension::TensorAcrossNodes}), std::int64_t(16));
}

// Configuration groups are valid plans: with expert parallelism only optimizer states are sharded; parameters on the
// host are sharded over the data-parallel ranks.
void VariedTest::configurationGroupsAreWhatAPlanMayBe()
{
    TestedProblem tested =
        varied("4xA100-80GB", TEST_DATA "/configs/mixtral-8x7b.json", {Dimension::Expert, Dimension::Context});
    Constraints& constraints = tested.problem.constraints;
    const auto expertsOf = [&](int zero) {
        constraints.zero = zero;
        const std::vector<ConfigurationGroup> config_groups = configurationGroups(tested.problem);
        return std::any_of(config_groups.begin(), config_groups.end(), [](const ConfigurationGroup& config_group) {
            return config_group.fixed.degrees.sharding.expert > 1;
        });
    };
    QVERIFY(expertsOf(0) && expertsOf(1) && !expertsOf(3));
    constraints.zero = 2;
    bool contexts = false;
    for (const ConfigurationGroup& config_group : configurationGroups(tested.problem)) {
        QCOMPARE(config_group.fixed.degrees.sharding.expert, 1);
        contexts = contexts || config_group.fixed.degrees.context > 1;
    }
    QVERIFY(contexts);
    constraints.vary = {Dimension::Zero};
    constraints.training.offload = StateOffload::Parameters;
    std::set<std::pair<bool, int>> stages;
    for (const ConfigurationGroup& config_group : configurationGroups(tested.problem)) {
        stages.emplace(config_group.data() > 1, config_group.fixed.zero);
    }
    QVERIFY(stages == (std::set<std::pair<bool, int>> {{false, 0}, {true, 3}}));
}

// Configuration groups exclude settings that the framework rejects, just as if they were requested.
void VariedTest::configurationGroupsAreWhatTheFrameworkMayDo()
{
    Problem problem;
    problem.model = readModel("zoo:gpt2").value();
    problem.cluster = parseCluster("2xH100-80GB").value();
    problem.workload.global_batch = 8;
    problem.constraints.vary = {Dimension::Offload};
    const auto offloads = [&] {
        const auto config_groups = configurationGroups(problem);
        return std::any_of(config_groups.begin(), config_groups.end(), [](const ConfigurationGroup& config_group) {
            return config_group.fixed.training.offload != StateOffload::None;
        });
    };
    QVERIFY(offloads());
    for (const auto& [framework, name] : enumNames<Framework>) {
        useFramework(problem, framework);
        QCOMPARE(offloads(), framework == Framework::Libtorch);
    }
}

void VariedTest::expertDegreesAreOfModelsWithExperts()
{
    const auto degreesOf = [](const char* source) {
        std::multiset<int> degrees;
        for (const ConfigurationGroup& config_group :
             configurationGroups(varied("4xA100-80GB", source, {Dimension::Expert}).problem)) {
            degrees.insert(config_group.fixed.degrees.sharding.expert);
        }
        return degrees;
    };
    const auto dense = degreesOf("zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000");
    QVERIFY(dense.count(1) == dense.size() && !dense.empty());
    const auto sparse = degreesOf(TEST_DATA "/configs/mixtral-8x7b.json");
    QVERIFY(sparse.count(2) > 0 && sparse.count(4) > 0);

    Problem problem = varied("4xA100-80GB", "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000", {}).problem;
    problem.constraints.degrees.sharding.expert = 2;
    const auto valid = validate(problem);
    QVERIFY(!valid);
    QCOMPARE(valid.error().code, ErrorCode::OptionUnsupported);
    QVERIFY(describe(valid.error()).find("without experts") != std::string::npos);
    problem.model = readModel(TEST_DATA "/configs/mixtral-8x7b.json").value();
    QVERIFY(validate(problem));
}

// Layers that cannot be sharded are skipped: 4 does not divide six heads.
void VariedTest::whatCannotBeSplitIsLeftOut()
{
    const TestedProblem tested =
        varied("4xA100-80GB", "zoo:gpt?layers=4&hidden=192&heads=6&vocabulary=4000", {Dimension::Tensor});
    const auto result = searchPlans(tested.problem, tested.costs);
    QVERIFY(result);
    QVERIFY(result->left_out > 0);
    QCOMPARE(result->outcome.kind, OutcomeKind::Optimal);
    for (const Candidate& candidate : result->candidates) {
        QVERIFY(candidate.plan.stages.front().degrees.tensor < 4);
    }
}

// Chains are shared if searched dimensions and objective are the only differences; framework, settings and cluster may
// change a chain.
void VariedTest::chainsAreSharedWhereNothingElseChanges()
{
    Problem problem;
    problem.model = readModel("zoo:gpt2").value();
    problem.cluster = parseCluster("2xH100-80GB").value();
    problem.workload.global_batch = 8;
    problem.workload.precision = Precision::Bf16Master;
    const CostModel costs(problem.model, problem.workload, {});
    Constraints fixed = problem.constraints;
    fixed.data = 1;
    ChainCache memory;
    const auto chain = [&](const Problem& asked) { return ChainLibrary(asked, costs, &memory).chain(fixed).value(); };
    const auto first = chain(problem);
    Problem other = problem;
    other.constraints.vary = {Dimension::Zero, Dimension::MicroBatch};
    other.constraints.objective = Objective::Throughput;
    QVERIFY(chain(other) == first);
    other.cluster = parseCluster("2xA100-80GB").value();
    QVERIFY(chain(other) != first);
    other = problem;
    useFramework(other, Framework::MegatronCore);
    QVERIFY(chain(other) != first);
    QVERIFY(chain(other)->costs.layers != first->costs.layers);
    ++fixed.micro_batch;
    QVERIFY(chain(problem) != first);
}

// Shared chains from the cache equal new ones, for any nodes, settings and frameworks.
void VariedTest::sharedChainsAreTheProblemsOwn()
{
    Problem problem;
    problem.model = readModel("zoo:mixtral-8x7b?layers=3").value();
    problem.workload.global_batch = 64;
    problem.workload.sequence = 1024;
    problem.workload.precision = Precision::Bf16Master;
    const CostModel costs(problem.model, problem.workload, {});
    ChainCache memory;
    std::mt19937 random(3);
    const auto anyOf = [&](const auto& values) { return values[random() % values.size()]; };
    std::set<const LibraryChain*> made;
    int found = 0;
    for (int round = 0; round < 800; ++round) {
        Problem asked = problem;
        asked.cluster = parseCluster(anyOf(std::vector {"2xH100-80GB", "8xH100-80GB", "2x4xH100-80GB", "4x4xH100-80GB",
                                                        "2x6xH100-80GB", "64x4xH100-80GB@9", "3x8xA100-40GB"}))
                            .value();
        asked.constraints.vary = anyOf(std::vector<Dimensions> {{}, {Dimension::Zero}, {Dimension::Recompute}});
        asked.constraints.memory_reserve = gibibytes(random() % 2);
        asked.constraints.schedule = anyOf(std::vector {ScheduleKind::GPipe, ScheduleKind::OneForwardOneBackward});
        useFramework(asked, anyOf(std::vector {Framework::Libtorch, Framework::MegatronCore}));
        Constraints fixed = asked.constraints;
        fixed.data = 1 << random() % 3;
        fixed.degrees.sharding.tensor = 1 << random() % 4;
        fixed.degrees.sharding.expert = 1 << random() % 3;
        fixed.degrees.context = 1 << random() % 2;
        fixed.policies.usual = anyOf(std::vector {LayerPolicy::Keep, LayerPolicy::Full});
        if (fixed.degrees.ranks() > asked.cluster.devices()) {
            continue;
        }
        const auto shared = ChainLibrary(asked, costs, &memory).chain(fixed);
        const auto own = ChainLibrary(asked, costs).chain(fixed);
        QCOMPARE(shared.has_value(), own.has_value());
        if (shared) {
            found += made.insert(shared->get()).second ? 0 : 1;
            QVERIFY((*shared)->costs.layers == (*own)->costs.layers);
        }
    }
    QVERIFY(found > 100);
    QVERIFY(made.size() > 50);
}

// EP sizes are excluded with ZeRO stages that do not support them: FSDP2 shards like ZeRO 3, which only supports EP1.
void VariedTest::expertDegreesBesideStagesThatExcludeThemAreLeftOut()
{
    TestedProblem tested = varied("4xH100-80GB", "zoo:mixtral-8x7b?layers=2", {Dimension::Zero});
    tested.problem.workload.precision = Precision::Bf16Master;
    useFramework(tested.problem, Framework::Fsdp2);
    const CostModel costs(tested.problem.model, tested.problem.workload, {});
    const auto fixed = searchPlans(tested.problem, costs);
    QVERIFY(fixed);
    tested.problem.constraints.vary = {Dimension::Zero, Dimension::Expert};
    const auto free = searchPlans(tested.problem, costs);
    QVERIFY2(free, free ? "" : describe(free.error()).c_str());
    QCOMPARE(free->recommended()->estimate.peak.value, fixed->recommended()->estimate.peak.value);
}

// The search's figures equal the estimate of the plan.
void VariedTest::plansAreEstimatedAsTheyWereSearched()
{
    const TestedProblem tested =
        varied("2x4xA100-80GB", "zoo:gpt?layers=6&hidden=256&heads=4&vocabulary=4000", everything);
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    const Front front = sweepFront(*space, {}, {});
    QVERIFY(front.points.size() > 3);
    for (const ConfiguredPartition& point : front.points) {
        const Plan plan = space->search(point.configuration).planOf(point.partition.split_points);
        const Estimate estimate = tested.estimate(plan);
        QCOMPARE(estimate.peak.value, point.partition.peak.value);
        QCOMPARE(estimate.step.value, point.partition.step.value);
    }
}

void VariedTest::layerTablesVaryTheirSchedulesAlone()
{
    Problem problem;
    problem.model = parseLayerTable("name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,"
                                    "keeps_output,forward_seconds,backward_seconds\n"
                                    "a,10,160,100,10,5,1,0,0.001,0.002\nb,10,160,90,10,5,1,0,0.001,0.002\n",
                                    "table")
                        .value();
    problem.workload.global_batch = 8;
    problem.workload.sequence = 1;
    problem.cluster = parseCluster("4xcpu:1GiB").value();
    problem.constraints.vary = everything;
    std::set<ScheduleKind> kinds;
    for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
        QCOMPARE(config_group.fixed.micro_batch, std::int64_t(1));
        QCOMPARE(config_group.fixed.zero, 0);
        QVERIFY(config_group.fixed.degrees.whole());
        kinds.insert(config_group.fixed.schedule);
    }
    QVERIFY(kinds.size() > 2);
}

// Parallel sizes per stage are never worse: they include all previous plans; the recommended plan has the certified
// peak, and a lower one if devices do not divide evenly.
void VariedTest::degreesOfStagesAreNeverWorse()
{
    int lower = 0;
    for (const char* cluster : {"2x3xA100-80GB", "5xA100-80GB", "7xA100-80GB", "8xA100-80GB"}) {
        for (const int blocks : {4, 7}) {
            const std::string model =
                "zoo:gpt?layers=" + std::to_string(blocks) + "&hidden=256&heads=4&vocabulary=4000";
            const TestedProblem equal = varied(cluster, model.c_str(), {Dimension::Tensor});
            const TestedProblem own = varied(cluster, model.c_str(), {Dimension::Tensor, Dimension::StageDegrees});
            const auto before = searchPlans(equal.problem, equal.costs);
            const auto result = searchPlans(own.problem, own.costs);
            QVERIFY(before && result);
            const Candidate* recommended = result->recommended();
            QVERIFY(recommended != nullptr);
            QCOMPARE(recommended->estimate.peak.value, result->certificate.peak.value);
            QVERIFY(recommended->estimate.peak <= before->recommended()->estimate.peak);
            const Estimate again = own.estimate(recommended->plan);
            QCOMPARE(again.peak.value, recommended->estimate.peak.value);
            QVERIFY(recommended->plan.devices() <= own.problem.cluster.devices());
            lower += recommended->estimate.peak < before->recommended()->estimate.peak ? 1 : 0;
        }
    }
    QVERIFY(lower > 0);
    TestedProblem refused =
        varied("4xA100-80GB", "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000", {Dimension::StageDegrees});
    refused.problem.target = Target::Megatron;
    QVERIFY(!searchPlans(refused.problem, refused.costs));
}

QTEST_GUILESS_MAIN(VariedTest)
#include "tst_varied.moc"
