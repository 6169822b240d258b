// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/plantimeline.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/search/leastpeaksearch.h"
#include "core/search/scheduletable.h"
#include "core/search/search.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

std::vector<ScheduleKind> withoutClosedForm(bool several)
{
    std::vector<ScheduleKind> kinds;
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        if (!hasClosedForm(kind) && ScheduleTable(kind, 2, 4).severalStages() == several) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

std::vector<int> randomSplitPoints(std::mt19937& random, int layers, int stages)
{
    std::vector<int> inner;
    for (int split_point = 1; split_point < layers; ++split_point) {
        inner.push_back(split_point);
    }
    std::shuffle(inner.begin(), inner.end(), random);
    std::vector<int> split_points {0, layers};
    split_points.insert(split_points.end(), inner.begin(), inner.begin() + stages - 1);
    std::sort(split_points.begin(), split_points.end());
    return split_points;
}

// Peaks of all pipeline ranks by the ledger, over the whole order.
std::vector<Bytes> walkedPeaks(const ChainCosts& chain, const Replication& replication, const ScheduleTable& table,
                               int pipeline_ranks, const std::vector<int>& split_points)
{
    const PipelineShape shape = table.shape(pipeline_ranks);
    const OperationOrder order = orderOf(table.schedule(), shape).value();
    std::vector<std::vector<StageOnRank>> stages(at(pipeline_ranks));
    for (std::size_t i = 0; i < order.stages.size(); ++i) {
        const ScheduledStage& stage = order.stages[i];
        const WeightUse weights = rulesOf(table.schedule()).weights(shape, stage.chain_stage);
        const LayerRange range {split_points[at(stage.chain_stage)], split_points[at(stage.chain_stage) + 1]};
        stages[at(stage.pipeline_rank)].push_back(
            {static_cast<int>(i), range, replication, weights.versions - 1 + weights.predicted});
    }
    std::vector<Bytes> peaks;
    for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
        peaks.push_back(
            walkPipelineRank(chain, stages[at(pipeline_rank)], order.pipeline_ranks[at(pipeline_rank)]).peak.peak);
    }
    return peaks;
}

// A problem with one schedule on four devices.
TestedProblem scheduled(ScheduleKind schedule, LayerPolicy policy = LayerPolicy::Keep, int zero = 0)
{
    TestedProblem tested = ask("4xA100-80GB", "zoo:gpt?layers=5&hidden=256&heads=4&vocabulary=4000");
    tested.problem.constraints.schedule = schedule;
    tested.problem.constraints.policies.usual = policy;
    tested.problem.constraints.zero = zero;
    tested.problem.workload.global_batch = 8;
    return tested;
}

// Lowest peak of all plans of a problem, by the estimate of each.
Bytes leastOfAll(const TestedProblem& tested, const PlanSpace& space)
{
    Bytes least = noPeak;
    for (const Configuration& config_group : space.configGroups()) {
        for (const Configuration& c : space.configurations(config_group.config_group)) {
            ConfigurationSearch& search = space.search(c);
            std::vector<int> split_points {0};
            forEachPartition(search.costs().size(), search.stages(c.pipeline_ranks), split_points,
                             [&](const std::vector<int>& split_point) {
                                 const Plan plan = search.planOf(split_point);
                                 const PlanCosts costs(search.costs());
                                 const OperationOrder order = orderOf(plan.schedule, planShape(plan)).value();
                                 Bytes peak;
                                 for (const PipelineRankMemory& pipeline_rank :
                                      pipelineRankMemories(tested.problem, plan, costs, order)) {
                                     peak = std::max(peak, pipeline_rank.walk.peak.peak);
                                 }
                                 const Seconds step = simulatePlan(tested.problem, plan, costs, order).step;
                                 const Partition partition =
                                     search.partitions(PartitionFilter::Any).evaluate(split_point);
                                 QCOMPARE(partition.peak.value, peak.value);
                                 QCOMPARE(partition.step.value, step.value);
                                 QVERIFY(c.peak_bound <= peak && config_group.peak_bound <= peak);
                                 ConfigurationSearch& bounds = space.search(c);
                                 QVERIFY(!bounds.exceeds(c.pipeline_ranks, peak) && !bounds.exceeds(peak));
                                 QVERIFY(bounds.closePeakBound(c.pipeline_ranks, scaled(peak, 2)) <= peak);
                                 QVERIFY2(c.step_bound <= step, qPrintable(QString::number(c.step_bound / step)));
                                 least = std::min(least, peak);
                             });
        }
    }
    return least;
}

}

// Searches under schedules whose memory has no closed form.
class ScheduleSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pipelineRanksPeakAsTheLedgerSays();
    void fewMicroBatchesPredictMany();
    void tablesShareWhatTheyCount();
    void firstBackwardPassesFindPipelineRanksFilled();
    void leastBytesAreBelowAllStages();
    void whatIsShownIsNotBelowTheLeast();
    void exactWhereAPipelineRankHoldsOneStage();
    void tablesPeakIdenticallyEverywhere();
    void stepsAreBounded();
    void boundsCountTiedWeightsOnce();
    void severalStagesPerRankAreWithinTheBound();
    void fewPartitionsAreAllLookedAt();
    void outcomeShowsBoundAndGap();
};

void ScheduleSearchTest::pipelineRanksPeakAsTheLedgerSays()
{
    std::mt19937 random(11);
    int compared = 0;
    for (int round = 0; round < 3000; ++round) {
        const auto kind = static_cast<ScheduleKind>(random() % enumNames<ScheduleKind>.size());
        const ChainCosts chain = randomChain(random, 6 + static_cast<int>(random() % 7), random() % 2 == 0);
        const ScheduleTable table(kind, 2 + static_cast<int>(random() % 2),
                                  1 + static_cast<std::int64_t>(random() % 12));
        const int pipeline_ranks = 1 + static_cast<int>(random() % 4);
        if (!table.possible(pipeline_ranks) || table.stages(pipeline_ranks) > chain.size()) {
            QVERIFY(table.at(pipeline_ranks).pipeline_ranks.empty() || table.stages(pipeline_ranks) > chain.size());
            continue;
        }
        ++compared;
        const Replication replication {1 + static_cast<int>(random() % 3), static_cast<int>(random() % 4)};
        const PassPhaseTable phases(chain, replication, true);
        const auto split_points = randomSplitPoints(random, chain.size(), table.stages(pipeline_ranks));
        const auto expected = walkedPeaks(chain, replication, table, pipeline_ranks, split_points);
        const DepthOccupancy& depth = table.at(pipeline_ranks);
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
            std::vector<const PassPhases*> stages;
            for (const int stage : depth.pipeline_ranks[at(pipeline_rank)].stages) {
                stages.push_back(&phases.of({split_points[at(stage)], split_points[at(stage) + 1]}));
            }
            QVERIFY2(pipelineRankPeak(depth.pipeline_ranks[at(pipeline_rank)], stages) == expected[at(pipeline_rank)],
                     (std::string(nameOf(kind)) + " " + std::to_string(round)).c_str());
        }
    }
    QVERIFY(compared > 1000);
}

// Few micro-batches predict many: the table only considers as many as fill the pipeline.
void ScheduleSearchTest::fewMicroBatchesPredictMany()
{
    std::mt19937 random(12);
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        for (int round = 0; round < 10; ++round) {
            const int pipeline_ranks = std::array {2, 4, 6, 8, 12}[static_cast<std::size_t>(round % 5)];
            const std::int64_t rest = round < 5 ? 0 : 1 + static_cast<std::int64_t>(random() % 3);
            const ScheduleTable table(
                kind, 2, std::int64_t(7) * pipeline_ranks + (pipeline_ranks > 4 ? 0 : 5 * pipeline_ranks) + rest);
            const ChainCosts chain = randomChain(random, 26, true);
            QVERIFY(rest > 0 || table.possible(pipeline_ranks));
            if (!table.possible(pipeline_ranks)) {
                continue;
            }
            const PassPhaseTable phases(chain, {}, true);
            const auto split_points = randomSplitPoints(random, chain.size(), table.stages(pipeline_ranks));
            const auto expected = walkedPeaks(chain, {}, table, pipeline_ranks, split_points);
            for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
                std::vector<const PassPhases*> stages;
                const PipelineRankOccupancy& occupancy = table.at(pipeline_ranks).pipeline_ranks[at(pipeline_rank)];
                for (const int stage : occupancy.stages) {
                    stages.push_back(&phases.of({split_points[at(stage)], split_points[at(stage) + 1]}));
                }
                QVERIFY2(pipelineRankPeak(occupancy, stages) == expected[at(pipeline_rank)], std::string(name).c_str());
            }
        }
    }
}

// Tables share counted values without changing results: a table's values do not depend on earlier ones.
void ScheduleSearchTest::tablesShareWhatTheyCount()
{
    int shared = 0;
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        ScheduleTables tables;
        const DepthOccupancy* last = nullptr;
        for (const std::int64_t micro_batches : {24, 12, 48, 9, 17, 8, 16, 36}) {
            const auto table = tables.table(kind, 2, micro_batches);
            if (!table->possible(4)) {
                continue;
            }
            const DepthOccupancy& occupancy = table->at(4);
            const ScheduleTable alone(kind, 2, micro_batches);
            const DepthOccupancy& expected = alone.at(4);
            QCOMPARE(occupancy.stages, expected.stages);
            QCOMPARE(occupancy.pipeline_ranks.size(), expected.pipeline_ranks.size());
            for (std::size_t p = 0; p < occupancy.pipeline_ranks.size(); ++p) {
                QCOMPARE(occupancy.pipeline_ranks[p].stages, expected.pipeline_ranks[p].stages);
                QCOMPARE(occupancy.pipeline_ranks[p].copies, expected.pipeline_ranks[p].copies);
                const auto equal = [](const PipelineRankMoment& a, const PipelineRankMoment& b) {
                    return a.stage == b.stage && a.kind == b.kind && a.occupancies == b.occupancies;
                };
                const auto& moments = occupancy.pipeline_ranks[p].moments;
                QVERIFY(std::equal(moments.begin(), moments.end(), expected.pipeline_ranks[p].moments.begin(),
                                   expected.pipeline_ranks[p].moments.end(), equal));
            }
            shared += &occupancy == last ? 1 : 0;
            last = &occupancy;
        }
    }
    QVERIFY(shared > 0);
}

void ScheduleSearchTest::firstBackwardPassesFindPipelineRanksFilled()
{
    for (const ScheduleKind kind : withoutClosedForm(true)) {
        const ScheduleRules& rules = rulesOf(kind);
        QVERIFY2(rules.filled != nullptr, nameOf(kind).data());
        int compared = 0;
        for (int pipeline_ranks = 2; pipeline_ranks <= 9; ++pipeline_ranks) {
            for (std::int64_t micro_batches = 1; micro_batches <= 40; ++micro_batches) {
                const ScheduleTable table(kind, 2 + pipeline_ranks % 3, micro_batches);
                const PipelineShape shape = table.shape(pipeline_ranks);
                for (int pipeline_rank = 0; table.possible(pipeline_ranks) && pipeline_rank < pipeline_ranks;
                     ++pipeline_rank) {
                    std::map<int, std::int64_t> held;
                    for (const Operation& operation : rules.operations(shape, pipeline_rank)) {
                        if (operation.kind != OperationKind::Forward) {
                            break;
                        }
                        ++held[operation.stage];
                    }
                    std::vector<std::int64_t> expected;
                    std::vector<std::int64_t> reported;
                    for (int stage = 0; stage < shape.stages / pipeline_ranks * rules.pipelines; ++stage) {
                        expected.push_back(at(stage) < held.size() ? std::next(held.begin(), stage)->second : 0);
                        reported.push_back(rules.filled(shape, pipeline_rank, stage));
                    }
                    std::sort(expected.begin(), expected.end());
                    std::sort(reported.begin(), reported.end());
                    QVERIFY2(reported == expected, nameOf(kind).data());
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 20);
    }
}

// The lower bound of a stage's bytes is below all stages with its layers: the search skips a stage whose layers alone
// exceed the memory.
void ScheduleSearchTest::leastBytesAreBelowAllStages()
{
    std::mt19937 random(13);
    const auto kinds = withoutClosedForm(false);
    for (int round = 0; round < 2000; ++round) {
        const ChainCosts chain = randomChain(random, 8, random() % 2 == 0);
        const int pipeline_ranks = 1 + static_cast<int>(random() % 4);
        const ScheduleTable table(kinds[random() % kinds.size()], 2, 1 + static_cast<std::int64_t>(random() % 6));
        if (!table.possible(pipeline_ranks)) {
            continue;
        }
        const Replication replication {
            1 + static_cast<int>(random() % 3), static_cast<int>(random() % 4),
            enumNames<GradientHandling>[random() % enumNames<GradientHandling>.size()].first};
        const PassPhaseTable phases(chain, replication, true);
        const StagePeaks peaks(chain, replication);
        const int pipeline_rank = static_cast<int>(random() % static_cast<unsigned>(pipeline_ranks));
        const PipelineRankOccupancy& occupancy = table.at(pipeline_ranks).pipeline_ranks[at(pipeline_rank)];
        for (int first = 0; first < chain.size(); ++first) {
            for (int last = first + 1; last <= chain.size(); ++last) {
                const Bytes least = peaks.leastHeld({first, last}, table.inFlight(pipeline_rank, pipeline_ranks));
                for (int begin = 0; begin <= first; ++begin) {
                    for (int end = last; end <= chain.size(); ++end) {
                        const PassPhases* stage = &phases.of({begin, end});
                        QVERIFY2(least <= pipelineRankPeak(occupancy, {&stage, 1}),
                                 std::string(nameOf(table.schedule())).c_str());
                    }
                }
            }
        }
    }
}

// Results are not below the lowest peak, including special cases of single stages: one micro-batch, large layers, no
// replicas.
void ScheduleSearchTest::whatIsShownIsNotBelowTheLeast()
{
    for (const ScheduleKind kind : withoutClosedForm(false)) {
        for (const char* options : {"vary zero", "zero 3, one pipeline rank", "offload", "views"}) {
            TestedProblem tested = ask("8xA100-80GB", "zoo:vgg11");
            Constraints& fixed = tested.problem.constraints;
            tested.problem.workload.sequence = 64;
            tested.problem.workload.global_batch = 8;
            fixed.schedule = kind;
            const std::string_view option = options;
            fixed.zero = option == "vary zero" ? 0 : 3;
            fixed.vary = option == "vary zero" ? Dimensions {Dimension::Zero} : Dimensions {};
            fixed.pipeline = option == "zero 3, one pipeline rank" ? std::optional(1) : std::nullopt;
            fixed.training.offload = option == "offload" ? StateOffload::Parameters : StateOffload::None;
            fixed.gradients = option == "views" ? GradientHandling::BucketViews : GradientHandling::Eager;
            tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
            const auto found = searchPlans(tested.problem, tested.costs);
            QVERIFY(found && found->recommended() != nullptr);
            const Bytes least = found->recommended()->estimate.peak;
            QCOMPARE(found->certificate.peak.value, least.value);
            for (const Candidate& candidate : found->candidates) {
                QVERIFY2(!candidate.estimate.fits || candidate.estimate.peak >= least,
                         (std::string(nameOf(kind)) + ", " + options).c_str());
            }
        }
    }
}

void ScheduleSearchTest::exactWhereAPipelineRankHoldsOneStage()
{
    for (const ScheduleKind kind : withoutClosedForm(false)) {
        for (const auto& [policy, zero] :
             {std::pair {LayerPolicy::Keep, 0}, std::pair {LayerPolicy::Full, 0}, std::pair {LayerPolicy::Keep, 3}}) {
            const TestedProblem tested = scheduled(kind, policy, zero);
            const auto space = PlanSpace::make(tested.problem, tested.costs, {});
            QVERIFY(space);
            const Bytes least = leastOfAll(tested, *space);
            const LeastPeak found = leastPeakOf(*space, {}, {});
            QVERIFY(found.best);
            QCOMPARE(found.best->partition.peak.value, least.value);
            QVERIFY(found.less_is_infeasible);
        }
    }
}

// A layer table has the same peak in search, estimate and simulated step, with all versions of its weights.
void ScheduleSearchTest::tablesPeakIdenticallyEverywhere()
{
    std::mt19937 random(13);
    int versions = 0;
    for (const bool several : {false, true}) {
        for (const ScheduleKind kind : withoutClosedForm(several)) {
            Problem problem = problemFor(randomTable(random, 9, false), "4xA100-80GB", 8, 1);
            problem.constraints.schedule = kind;
            const CostModel costs(problem.model, problem.workload, {});
            const auto space = PlanSpace::make(problem, costs, {});
            QVERIFY(space);
            for (const Configuration& config_group : space->configGroups()) {
                for (const Configuration& c : space->configurations(config_group.config_group)) {
                    ConfigurationSearch& search = space->search(c);
                    const std::vector<int> split_point = randomSplitPoints(random, 9, search.stages(c.pipeline_ranks));
                    const Plan plan = search.planOf(split_point);
                    const PlanCosts chain(search.costs());
                    const Bytes peak = search.partitions(PartitionFilter::Any).evaluate(split_point).peak;
                    QCOMPARE(peak.value, estimatePlan(problem, plan, chain).value().peak.value);
                    Bytes highest;
                    const PlanTimeline timeline = planTimeline(problem, plan, chain).value();
                    for (const MemoryOverTime& memory : timeline.memory) {
                        for (const MemoryPoint& point : memory.points) {
                            highest = std::max(highest, point.highest);
                        }
                    }
                    QCOMPARE(peak.value, highest.value);
                    versions += weightUses(plan).front().versions > 1 ? 1 : 0;
                }
            }
            QCOMPARE(leastPeakOf(*space, {}, {}).best.has_value(), true);
        }
    }
    QVERIFY(versions > 5);
}

// Bounds count tied weights once: replicas of one stage reduce a weight shared by both ends once per pass.
void ScheduleSearchTest::boundsCountTiedWeightsOnce()
{
    TestedProblem tested = ask("8x1xA100-80GB", "zoo:gpt?layers=1&hidden=256&heads=4&vocabulary=51200");
    tested.problem.workload.sequence = 16;
    tested.costs = tested.costs.atSequence(16);
    tested.problem.workload.global_batch = 256;
    tested.problem.constraints.zero = 2;
    tested.problem.constraints.pipeline = 1;
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    QVERIFY(space);
    int compared = 0;
    for (const Configuration& config_group : space->configGroups()) {
        for (const Configuration& c : space->configurations(config_group.config_group)) {
            ConfigurationSearch& search = space->search(c);
            const Plan plan = search.planOf({0, search.costs().size()});
            const PlanCosts costs(search.costs());
            const OperationOrder order = orderOf(plan.schedule, planShape(plan)).value();
            const Seconds step = simulatePlan(tested.problem, plan, costs, order).step;
            QVERIFY(c.step_bound <= step);
            QVERIFY(search.partitions(PartitionFilter::Any).fastestBound(1, noPeak, {}, nullptr) <= step);
            ++compared;
        }
    }
    QVERIFY(compared > 0);
}

// Steps are bounded: no plan within a limit is faster than the bound, nor than the fastest one of an exact branch and
// bound.
void ScheduleSearchTest::stepsAreBounded()
{
    for (const ScheduleKind kind : withoutClosedForm(false)) {
        const TestedProblem tested = scheduled(kind);
        const auto space = PlanSpace::make(tested.problem, tested.costs, {});
        QVERIFY(space);
        for (const Configuration& config_group : space->configGroups()) {
            for (const Configuration& c : space->configurations(config_group.config_group)) {
                const PartitionSearch& search = space->search(c).partitions(PartitionFilter::Any);
                Seconds least(1e300);
                std::vector<int> split_points {0};
                forEachPartition(search.costs().size(), c.pipeline_ranks, split_points,
                                 [&](const std::vector<int>& split_point) {
                                     least = std::min(least, search.evaluate(split_point).step);
                                 });
                QVERIFY(search.fastestBound(c.pipeline_ranks, noPeak, {}, nullptr) <= least);
                const auto found = search.fastest(c.pipeline_ranks, noPeak, {INT64_MAX / 2}, {});
                QVERIFY(found && found->exact);
                QVERIFY2(found->step == least, std::string(nameOf(kind)).c_str());
            }
        }
    }
}

void ScheduleSearchTest::severalStagesPerRankAreWithinTheBound()
{
    for (const ScheduleKind kind : withoutClosedForm(true)) {
        for (const int zero : {0, 3}) {
            const TestedProblem tested = scheduled(kind, LayerPolicy::Keep, zero);
            const auto space = PlanSpace::make(tested.problem, tested.costs, {});
            QVERIFY(space);
            const Bytes least = leastOfAll(tested, *space);
            const LeastPeak found = leastPeakOf(*space, {}, {});
            QVERIFY(found.best && !found.best->partition.exact && !found.less_is_infeasible);
            QVERIFY(found.bound <= least);
            QVERIFY(found.best->partition.peak >= least);
            QCOMPARE(found.best->partition.peak.value, least.value); // few layers
        }
    }
}

// With few partitions all are evaluated; moving single layers ends 6 % above the lowest peak here.
void ScheduleSearchTest::fewPartitionsAreAllLookedAt()
{
    TestedProblem tested = ask("2xA100-80GB", "zoo:resnet50");
    Constraints& constraints = tested.problem.constraints;
    constraints.schedule = ScheduleKind::Interleaved;
    constraints.interleave = 3;
    constraints.pipeline = 2;
    constraints.micro_batch = 2;
    tested.problem.workload.global_batch = 12;
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    QVERIFY(space && space->configGroups().size() == 1);
    ConfigurationSearch& search = space->search(space->configGroups().front());
    Bytes least = noPeak;
    int count = 0;
    std::vector<int> split_points {0};
    forEachPartition(search.costs().size(), search.stages(2), split_points, [&](const std::vector<int>& split_point) {
        least = std::min(least, search.partitions(PartitionFilter::Any).peakOf(split_point));
        ++count;
    });
    QVERIFY(count > 5'000);
    QCOMPARE(search.leastPeak(2, noPeak - Bytes(1), PartitionFilter::Any, {})->value, least.value);
}

void ScheduleSearchTest::outcomeShowsBoundAndGap()
{
    const TestedProblem several = scheduled(ScheduleKind::Interleaved);
    const auto found = searchPlans(several.problem, several.costs);
    QVERIFY(found);
    QCOMPARE(found->outcome.kind, OutcomeKind::BestFound);
    QVERIFY(found->outcome.bound > Bytes(0) && found->outcome.bound < found->certificate.peak);
    QCOMPARE(found->outcome.gap.value(), found->certificate.peak / found->outcome.bound - 1);
    QVERIFY(!found->certificate.less_is_infeasible);
    QCOMPARE(found->recommended()->estimate.peak.value, found->certificate.peak.value);

    const TestedProblem one = scheduled(ScheduleKind::ZeroBubbleH1);
    const auto exact = searchPlans(one.problem, one.costs);
    QVERIFY(exact);
    QCOMPARE(exact->outcome.kind, OutcomeKind::Optimal);
    QVERIFY(exact->certificate.less_is_infeasible && exact->outcome.bound == Bytes(0));
}

QTEST_GUILESS_MAIN(ScheduleSearchTest)
#include "tst_schedulesearch.moc"
