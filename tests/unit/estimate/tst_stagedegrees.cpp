// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Plans with separate TP and DP sizes and device groups per stage.
#include "core/base/english.h"
#include "core/estimate/plantimeline.h"
#include "core/estimate/steptime.h"
#include "core/exchange/chrometrace.h"
#include "core/exchange/planfile.h"
#include "core/memory/stagepeaks.h"
#include "core/model/flops.h"
#include "core/schedule/schedule.h"
#include "core/search/stagetable.h"
#include "tests/support/near.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

class StageDegreesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalStagesShareOneChain();
    void eachStageHasItsOwnMemory();
    void devicesFollowOneAnother();
    void ranksWaitByPosition();
    void messagesAreWhatIsNeeded();
    void transferTimesByHand();
    void tiedWeightsTakeTheLargerShare();
    void eachGroupHasItsOwnDevices();
    void groupsAreJoinedByTheSlowerNetwork();
    void hostsAreThoseOfTheGroup();
    void utilisationCountsAllGroups();
    void timelinesHaveAllPipelineRanks();
    void schedulesTakeStagesThatDiffer();
    void impossiblePlansAreRefused();
    void filesKeepThem();
};

namespace {

constexpr auto flush = ScheduleKind::OneForwardOneBackward;
constexpr auto oneNode = "1x8xA100-80GB";
constexpr auto twoTypes = "1x8xA100-80GB+2x8xV100-32GB";
constexpr std::int64_t samples = 4; // per micro-batch, over all replicas
constexpr std::int64_t microBatches = 4;

struct Spread {
    int last = 0; // last layer, exclusive
    int tensor = 1;
    int data = 1;
    int group = 0;
};

Plan planOf(const std::vector<Spread>& stages, ScheduleKind schedule = flush)
{
    Plan plan;
    plan.schedule = schedule;
    plan.micro_batches = microBatches;
    int first = 0;
    int pipeline_rank = 0;
    for (const Spread& spread : stages) {
        plan.stages.push_back(
            {{first, spread.last}, {spread.tensor, spread.data}, pipeline_rank++, spread.group, samples / spread.data});
        first = spread.last;
    }
    return plan;
}

Plan threeStages()
{
    return planOf({{3, 1, 4}, {7, 2, 1}, {10, 1, 2}});
}

// Fp16, which both device types support.
TestedProblem askMixed()
{
    TestedProblem tested = ask(twoTypes);
    tested.problem.workload.precision = Precision::Fp16;
    tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
    return tested;
}

Plan mixedPlan()
{
    return planOf({{6, 2, 4, 0}, {8, 2, 2, 1}, {10, 1, 4, 1}});
}

QString refusal(const Plan& plan, const Problem& problem)
{
    const auto valid = validate(plan, problem);
    return valid ? QString() : QString::fromStdString(describe(valid.error()));
}

}

void StageDegreesTest::equalStagesShareOneChain()
{
    const TestedProblem tested = ask("2x8xA100-80GB");
    for (const int tensor : {1, 2}) {
        const Plan plan = withDegrees(uniformPlan({0, 3, 7, 10}, 2, 1, 8, flush), tensorRanks(tensor));
        QVERIFY(plan.hasEqualStages());
        const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
        QCOMPARE(&costs.of(0), &costs.of(2));
        const ChainCosts chain = tested.chain(tensorRanks(tensor));
        QCOMPARE(estimatePlan(tested.problem, plan, costs).value(), estimatePlan(tested.problem, plan, chain).value());
        QCOMPARE(planTimeline(tested.problem, plan, costs).value(), planTimeline(tested.problem, plan, chain).value());
    }
    const PlanCosts differ = planCosts(tested.costs, tested.problem, threeStages()).value();
    QVERIFY(&differ.of(0) != &differ.of(1) && &differ.of(1) != &differ.of(2));
}

// Each stage has the ledger of its chain alone.
void StageDegreesTest::eachStageHasItsOwnMemory()
{
    const TestedProblem tested = ask(oneNode);
    for (const int zero : {0, 1, 3}) {
        Plan plan = threeStages();
        plan.zero_stage = zero;
        const Estimate estimate = tested.estimate(plan);
        QCOMPARE(estimate.devices.size(), std::size_t(4 + 2 + 2));
        std::size_t device = 0;
        for (std::size_t s = 0; s < plan.stages.size(); ++s) {
            const Stage& stage = plan.stages[s];
            const ChainCosts own = chainCosts(tested.costs, tested.problem, stage.micro_batch,
                                              {{}, tensorRanks(stage.degrees.tensor), {}, stage.degrees.data})
                                       .value();
            const StagePeaks peaks(own, {stage.degrees.data, zero});
            const auto in_flight = inFlight(flush, static_cast<int>(s), 3, microBatches);
            const Bytes peak = peaks.peak(stage.layers, in_flight, microBatches);
            for (int i = 0; i < plan.devicesOf(stage); ++i, ++device) {
                const DeviceEstimate& reported = estimate.devices[device];
                QCOMPARE(reported.peak, peak);
                QCOMPARE(reported.breakdown.total(), peak);
                QCOMPARE(reported.stage, static_cast<int>(s));
                QCOMPARE(reported.replica, i / stage.degrees.tensor);
                QCOMPARE(reported.rank, i % stage.degrees.tensor);
            }
        }
        QCOMPARE(device, estimate.devices.size());
    }
}

void StageDegreesTest::devicesFollowOneAnother()
{
    QCOMPARE(threeStages().devices(), 8);
    const std::vector<DeviceRange> line {{0, 0, 4}, {0, 4, 2}, {0, 6, 2}};
    QCOMPARE(deviceRanges(threeStages()), line);
    const Plan between = planOf({{2, 1, 4, 1}, {5, 2, 2, 0}, {8, 1, 2, 1}, {10, 1, 1, 0}});
    const std::vector<DeviceRange> groups {{1, 0, 4}, {0, 0, 4}, {1, 4, 2}, {0, 4, 1}};
    QCOMPARE(deviceRanges(between), groups);
    // Stages of one pipeline rank share its devices.
    const Plan looped = uniformPlan({0, 3, 5, 7, 10}, 2, 2, 4, ScheduleKind::Interleaved, 0, 2);
    const std::vector<DeviceRange> shared {{0, 0, 2}, {0, 2, 2}};
    QCOMPARE(deviceRanges(looped), shared);
}

// Ranks wait according to their position: after a stage on one device, two tensor ranks begin with the second device,
// on two nodes.
void StageDegreesTest::ranksWaitByPosition()
{
    const TestedProblem tested = ask("4x2xA100-80GB");
    const Plan across = planOf({{5, 1, 1}, {10, 2, 1}});
    const Plan inside = planOf({{5, 1, 2}, {10, 2, 1}});
    const auto waiting = [&](const Plan& plan) {
        return planCosts(tested.costs, tested.problem, plan).value().of(1).layers[6].forward_waiting;
    };
    const ClusterGroup& group = tested.problem.cluster.groups.front();
    QVERIFY(near(waiting(across) / waiting(inside),
                 allReduce(Bytes(samples * 512 * 1024 * 2), consecutiveRanks(group, 1, 2))
                     / allReduce(Bytes(samples * 512 * 1024 * 2), consecutiveRanks(group, 0, 2))));
    QVERIFY(waiting(across) > waiting(inside) * 3.0);
}

void StageDegreesTest::messagesAreWhatIsNeeded()
{
    const Bytes mebi(1 << 20);
    QCOMPARE(boundaryMessage(mebi, 4, mebi, 4), mebi); // each to its counterpart
    // Four replicas with one sample each send to two replicas of two samples on two ranks: each receiver gets two
    // samples, eight in total, from four devices.
    QCOMPARE(boundaryMessage(mebi, 4, mebi * 2, 4), mebi * 2);
    QCOMPARE(boundaryMessage(mebi * 4, 1, mebi, 4), mebi * 4); // one device sends to four
    QCOMPARE(boundaryMessage(mebi, 4, mebi * 4, 1), mebi * 4); // four devices send to one, which receives everything
    QCOMPARE(boundaryMessage(mebi * 4, 1, mebi * 4, 8), mebi * 32); // eight ranks that all need everything
    QCOMPARE(boundaryMessage(mebi * 3, 6, mebi, 2), mebi * 9); // backward: two devices send to six
    // Same as in tables of stages.
    const TestedProblem tested = ask(oneNode);
    const std::vector<Degrees> options {{1, 4}, {2, 1}, {1, 2}, {4, 1}, {2, 2}, {1, 1}};
    const StageTable table = StageTable::make(tested.problem, tested.costs, samples, microBatches, options).value();
    const Link& link = tested.problem.cluster.groups.front().intra_node;
    for (int from = 0; from < table.options(); ++from) {
        for (int to = 0; to < table.options(); ++to) {
            const Bytes message = boundaryMessage(table.boundary(5, from), table.devicesOf(from), table.boundary(5, to),
                                                  table.devicesOf(to));
            QCOMPARE(table.transfer(5, from, to).value, (link.latency + message / link.bandwidth).value);
        }
    }
}

void StageDegreesTest::transferTimesByHand()
{
    const TestedProblem tested = ask(oneNode);
    const Plan plan = threeStages();
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const auto times = planTimes(tested.problem, plan, costs);
    const LinkSpeed link = speedOf(tested.problem.cluster.groups.front().intra_node);
    const Bytes sample(512 * 1024 * 2);
    QCOMPARE(costs.of(0).layers[2].memory.output, sample);
    // Four samples on four devices, whole samples on two, halves on two.
    QCOMPARE(times[0].transfer.value, (sample * 4 / link.bandwidth).value);
    QCOMPARE(times[1].transfer.value, (sample * 4 / link.bandwidth).value);
    QCOMPARE(times[0].latency.value, link.latency.value);
    QCOMPARE(times[2].transfer.value, 0.0);
    for (std::size_t s = 0; s < times.size(); ++s) {
        const Stage& stage = plan.stages[s];
        const ChainCosts& own = costs.of(s);
        const StageTimes alone =
            stageTimes(own, stage.layers, pipelineRankDegrees(plan, stage), {}, tested.problem.cluster.groups.front());
        QCOMPARE(times[s].forward.value, alone.forward.value);
        QCOMPARE(times[s].backward.value, alone.backward.value);
        QCOMPARE(times[s].optimizer.value, alone.optimizer.value);
    }
    QVERIFY(times[0].reduction > Seconds(0) && times[1].reduction == Seconds(0)); // four replicas, and one
    const auto order = orderOf(flush, planShape(plan)).value();
    const SimulatedStep step = simulatePlan(tested.problem, plan, costs, order);
    QCOMPARE(simulate({order, times, planExchanges(tested.problem, plan, costs, order)}).step.value, step.step.value);
    const ExposedCommunication kinds = exposedByKind(tested.problem, plan, costs, order, step);
    const Seconds all = exposedCommunication(tested.problem, plan, costs, order, step);
    QVERIFY(kinds.boundaries > Seconds(0) && kinds.layers > Seconds(0) && kinds.reductions > Seconds(0));
    QVERIFY(all < step.step && all >= std::max({kinds.boundaries, kinds.layers, kinds.reductions}));
}

void StageDegreesTest::tiedWeightsTakeTheLargerShare()
{
    const TestedProblem tested = ask(oneNode); // embedding and head share one matrix
    const Plan plan = planOf({{5, 4, 1}, {10, 1, 2}});
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const Bytes whole = costs.of(1).layers.back().shared_gradients;
    QCOMPARE(whole, Bytes(8000 * 1024 * 2));
    QVERIFY(costs.of(0).layers.back().shared_gradients < whole / 3);
    const auto order = orderOf(flush, planShape(plan)).value();
    const auto exchanges = planExchanges(tested.problem, plan, costs, order);
    QCOMPARE(exchanges.size(), std::size_t(1));
    const LinkSpeed link = speedOf(tested.problem.cluster.groups.front().intra_node);
    QCOMPARE(exchanges.front().time.value, flatAllReduce(whole, 2, link).value);
}

void StageDegreesTest::eachGroupHasItsOwnDevices()
{
    const TestedProblem tested = askMixed();
    const Plan plan = mixedPlan();
    const Estimate estimate = tested.estimate(plan);
    QCOMPARE(estimate.devices.size(), std::size_t(8 + 4 + 4));
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const auto times = planTimes(tested.problem, plan, costs);
    std::size_t device = 0;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        // A cluster that consists of the stage's group only.
        Problem alone = tested.problem;
        alone.cluster.groups = {tested.problem.cluster.groups[static_cast<std::size_t>(stage.device_group)]};
        const ClusterGroup& group = alone.cluster.groups.front();
        const ChainCosts own = chainCosts(tested.costs, alone, stage.micro_batch,
                                          {{}, tensorRanks(stage.degrees.tensor), {}, stage.degrees.data})
                                   .value();
        const DeviceEstimate& reported = estimate.devices[device];
        QCOMPARE(reported.device_type, group.device.name);
        QCOMPARE(reported.capacity, group.device.memory.value);
        QCOMPARE(reported.context, group.device.context.value);
        const auto in_flight = inFlight(flush, static_cast<int>(s), 3, microBatches);
        QCOMPARE(reported.peak, StagePeaks(own, {stage.degrees.data}).peak(stage.layers, in_flight, microBatches));
        const StageTimes expected = stageTimes(own, stage.layers, pipelineRankDegrees(plan, stage), {}, group);
        QCOMPARE(times[s].forward.value, expected.forward.value);
        QCOMPARE(times[s].backward.value, expected.backward.value);
        QCOMPARE(times[s].optimizer.value, expected.optimizer.value);
        device += static_cast<std::size_t>(plan.devicesOf(stage));
    }
    // A block is slower on the older device.
    QVERIFY(costs.of(1).layers[3].forward.median > costs.of(0).layers[3].forward.median);
}

void StageDegreesTest::groupsAreJoinedByTheSlowerNetwork()
{
    TestedProblem tested = askMixed();
    auto& groups = tested.problem.cluster.groups;
    groups[0].network = {BytesPerSecond(50e9), Seconds(2e-6), {}, {}};
    groups[1].network = {BytesPerSecond(10e9), Seconds(1e-6), {}, {}};
    const LinkSpeed between {BytesPerSecond(10e9), Seconds(2e-6)};
    QCOMPARE(slowestPair(tested.problem.cluster, {0, 0, 8}, {1, 0, 4}), between);
    QCOMPARE(slowestPair(tested.problem.cluster, {1, 0, 4}, {0, 0, 8}), between);
    QCOMPARE(slowestPair(tested.problem.cluster, {1, 0, 4}, {1, 4, 4}), speedOf(groups[1].intra_node));
    QCOMPARE(slowestPair(tested.problem.cluster, {1, 4, 4}, {1, 8, 1}), speedOf(groups[1].network));
    const Plan plan = mixedPlan();
    const auto times = planTimes(tested.problem, plan, planCosts(tested.costs, tested.problem, plan).value());
    // One sample of two ranks on eight devices; two samples on four; four samples of one rank.
    const Bytes sample(512 * 1024 * 2);
    QCOMPARE(times[0].transfer.value, (sample * 2 / between.bandwidth).value);
    QCOMPARE(times[0].latency.value, between.latency.value);
    QCOMPARE(times[1].transfer.value, (sample * 2 / groups[1].intra_node.bandwidth).value);
}

void StageDegreesTest::hostsAreThoseOfTheGroup()
{
    TestedProblem tested = askMixed();
    tested.problem.constraints.host_memory_bandwidth = BytesPerSecond(1e13);
    QVERIFY(*hostBandwidth(tested.problem, 0) > *hostBandwidth(tested.problem, 1)); // PCI Express 4.0 and 3.0
    tested.problem.constraints.host_memory_bandwidth = BytesPerSecond(100e9);
    Plan plan = mixedPlan();
    plan.training.offload = StateOffload::Optimizer;
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const auto before = planTimes(tested.problem, plan, costs);
    tested.problem.cluster.groups[1].devices_per_node = 16; // share a host's memory
    const auto after = planTimes(tested.problem, plan, costs);
    const auto updateOf = [](const StageTimes& stage) {
        Seconds all;
        for (const HostUpdateStep& step : stage.host_updates) {
            all += step.update;
        }
        return all;
    };
    QVERIFY(updateOf(before[0]) > Seconds(0));
    QCOMPARE(updateOf(after[0]).value, updateOf(before[0]).value);
    QVERIFY(updateOf(after[1]) > updateOf(before[1]));
}

void StageDegreesTest::utilisationCountsAllGroups()
{
    TestedProblem tested = askMixed();
    tested.problem.cluster.groups[0].price_per_node = UsdPerHour(20);
    tested.problem.cluster.groups[1].price_per_node = UsdPerHour(5);
    const Estimate estimate = tested.estimate(mixedPlan());
    const auto peakOf = [&](std::size_t group) {
        return tested.problem.cluster.groups[group].device.peak_fp16->value.value;
    };
    const double flops = forwardFlops(tested.problem.model, 16, 512).value * 3;
    QVERIFY(near(*estimate.mfu, flops / estimate.step.value / (8 * peakOf(0) + 8 * peakOf(1))));
    // The cost is that of whole nodes with used devices: one of each group.
    QVERIFY(near(estimate.cost_per_step->value, (20 + 5) * estimate.step.value / 3600));
}

void StageDegreesTest::timelinesHaveAllPipelineRanks()
{
    const TestedProblem tested = askMixed();
    for (const Plan& plan : {threeStages(), mixedPlan()}) {
        const Estimate estimate = tested.estimate(plan);
        const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
        const PlanTimeline timeline = planTimeline(tested.problem, plan, costs).value();
        QCOMPARE(timeline.step.step.value, estimate.step.value);
        QCOMPARE(timeline.memory.size(), plan.stages.size());
        std::size_t device = 0;
        for (std::size_t s = 0; s < plan.stages.size(); ++s) {
            QCOMPARE(timeline.memory[s].peak, estimate.devices[device].peak);
            device += static_cast<std::size_t>(plan.devicesOf(plan.stages[s]));
        }
        QVERIFY(chromeTrace(plan, timeline).find("pipeline rank 2 (layers ") != std::string::npos);
    }
}

// Stages may differ in schedules with one stage per pipeline rank and a single pipeline.
void StageDegreesTest::schedulesTakeStagesThatDiffer()
{
    const TestedProblem tested = ask(oneNode);
    for (const auto& [schedule, name] : enumNames<ScheduleKind>) {
        const ScheduleRules& rules = rulesOf(schedule);
        if (rules.stages_per_rank != 1) {
            Plan plan = uniformPlan({0, 3, 5, 7, 10}, 1, samples, microBatches, schedule, 0, 2);
            QCOMPARE(refusal(plan, tested.problem), QString());
            plan.stages[1].degrees.tensor = 2;
            QVERIFY(refusal(plan, tested.problem).contains("several stages share a pipeline rank's devices"));
            continue;
        }
        const Plan plan = planOf({{3, 1, 4}, {10, 2, 1}}, schedule);
        if (rules.pipelines > 1) {
            QVERIFY(refusal(plan, tested.problem).contains("several stages share a pipeline rank's devices"));
            continue;
        }
        QCOMPARE(refusal(plan, tested.problem), QString());
        const auto estimate = estimatePlan(tested.problem, plan, tested.costs);
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QCOMPARE(estimate->devices.size(), std::size_t(6));
        QVERIFY(estimate->devices.front().peak != estimate->devices.back().peak);
    }
}

void StageDegreesTest::impossiblePlansAreRefused()
{
    const Problem problem = askMixed().problem;
    QCOMPARE(refusal(mixedPlan(), problem), QString());
    Plan plan = mixedPlan();
    plan.stages[1].micro_batch = 1; // 2 samples instead of 4
    QVERIFY(refusal(plan, problem).contains("does not equal the global batch"));
    plan = planOf({{6, 2, 4, 0}, {8, 1, 4, 0}, {10, 1, 4, 1}});
    QVERIFY2(refusal(plan, problem).contains("12 devices of group 0 (A100-80GB), which has 8"),
             qPrintable(refusal(plan, problem)));
    plan = planOf({{6, 1, 4, 0}, {10, 1, 4, 2}});
    QVERIFY(refusal(plan, problem).contains("device group 2, which does not exist in the cluster"));
    plan = planOf({{6, 1, 4}, {10, 1, 2}});
    plan.training.replicas = ReplicaUse::Averaging;
    QVERIFY(refusal(plan, problem).contains("need stages with equal parallel sizes"));
    plan.training = {};
    plan.expert = 4;
    QVERIFY(refusal(plan, problem).contains("the data-parallel size of stage 1, 2, must be a multiple of it"));
    plan = uniformPlan({0, 5, 10}, 2, 2, 4, ScheduleKind::Chimera);
    plan.stages[1].device_group = 1;
    QVERIFY(refusal(plan, problem).contains("all stages must be on the same group"));
    plan = uniformPlan({0, 3, 5, 7, 10}, 2, 2, 4, ScheduleKind::Interleaved, 0, 2);
    plan.stages[1].device_group = plan.stages[3].device_group = 1;
    QCOMPARE(refusal(plan, problem), QString());
    plan.stages[3].device_group = 0;
    QVERIFY(refusal(plan, problem).contains("another stage of its pipeline rank"));
}

void StageDegreesTest::filesKeepThem()
{
    const TestedProblem tested = askMixed();
    const Plan plan = mixedPlan();
    const PlanDocument document {tested.problem, plan, tested.estimate(plan), "given", "stagecraft 0.1.0"};
    for (const PlanFileFormat format : {PlanFileFormat::Json, PlanFileFormat::Yaml}) {
        const auto read = readPlan(writePlan(document, format), format, "plan");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(*read, document);
        QCOMPARE(tested.estimate(read->plan), document.estimate);
    }
}

QTEST_APPLESS_MAIN(StageDegreesTest)
#include "tst_stagedegrees.moc"
