// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"
#include "core/estimate/outofcoreplan.h"
#include "core/estimate/plantimeline.h"
#include "core/estimate/steptime.h"
#include "core/memory/policy.h"
#include "core/memory/rankledger.h"
#include "core/memory/stageledger.h"
#include "core/memory/swappedactivations.h"
#include "core/model/model.h"
#include "tests/support/chains.h"

#include <QtTest>

#include <algorithm>
#include <random>

using namespace stagecraft;
using stagecraft::testing::problemFor;
using stagecraft::testing::randomChain;

// Memory of a pipeline rank over its operations, for any schedule and policies.
class PipelineRankLedgerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneStagePerRankIsTheLedger();
    void repeatedPassesAreKnown();
    void whatIsAllocatedIsFreed();
    void versionsOfWeightsCount();
    void versionsOfTablesCount();
    void swappedBytesLeaveAndReturn();
    void simulatedPeakIsTheLedgers();
    void policiesAreReadAndWritten();
    void recomputationKeepsOnlyInputs();
    void selectiveRecomputationDropsScores();
    void methodsChooseWhatFits();
    void methodsKnowWhatTheLedgerSays();
};

namespace {

struct Gpt {
    Problem problem;
    CostModel costs;
};

Gpt gpt(AttentionKind attention = AttentionKind::Sdpa)
{
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=10&hidden=64&heads=4&vocabulary=500").value();
    problem.workload.global_batch = 8;
    problem.workload.sequence = 64;
    problem.workload.attention = attention;
    problem.cluster = parseCluster("4xA100-80GB").value();
    CostModel costs(problem.model, problem.workload, {});
    return {problem, costs};
}

}

void PipelineRankLedgerTest::oneStagePerRankIsTheLedger()
{
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        const ChainCosts chain = randomChain(random, 1 + static_cast<int>(random() % 7), random() % 2 == 0);
        const int stages = 1 + static_cast<int>(random() % 6);
        const int stage = static_cast<int>(random() % static_cast<unsigned>(stages));
        const int first = static_cast<int>(random() % static_cast<unsigned>(chain.size()));
        const int last = first + 1 + static_cast<int>(random() % static_cast<unsigned>(chain.size() - first));
        const Replication replication {1 + static_cast<int>(random() % 3), static_cast<int>(random() % 4)};
        const auto schedule = round % 2 == 0 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::GPipe;
        auto operations = operationsOf(schedule, stage, stages, 1 + static_cast<std::int64_t>(random() % 8));
        const StagePeak expected = walkLedger(chain, {first, last}, operations, replication);
        operations.push_back({OperationKind::Update, 0, 0});
        const PipelineRankWalk walk = walkPipelineRank(chain, {{0, {first, last}, replication}}, operations);
        QCOMPARE(walk.peak.peak.value, expected.peak.value);
        QCOMPARE(walk.peak.breakdown, expected.breakdown);
        QCOMPARE(walk.peak.moment, expected.moment);
        QCOMPARE(walk.operations.size(), operations.size());
    }
}

// The peak alone equals that of the full ledger, at the same operation, for any repetition in the schedule.
void PipelineRankLedgerTest::repeatedPassesAreKnown()
{
    std::mt19937 random(5);
    for (int round = 0; round < 4000; ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
        const int each = std::max(1, rulesOf(kind).stages_per_rank == 0 ? 2 : rulesOf(kind).stages_per_rank);
        const int pipeline_ranks = 2 * (1 + static_cast<int>(random() % 3));
        const int stages = pipeline_ranks * each;
        ChainCosts chain = randomChain(random, stages + static_cast<int>(random() % 9), random() % 2 == 0);
        chain.swaps = random() % 4 == 0;
        for (LayerCost& layer : chain.layers) {
            layer.swap = chain.swaps && random() % 3 == 0 ? std::optional(SwapWindow {1, 1}) : std::nullopt;
            if (random() % 4 == 0) { // nothing to train, or to save
                layer.memory.gradients = layer.memory.saved = Bytes(0);
            }
        }
        const std::int64_t m = 2 * pipeline_ranks * static_cast<std::int64_t>(1 + random() % 4);
        const auto offload = random() % 4 == 0 ? StateOffload::Optimizer : StateOffload::None;
        const auto gradients = random() % 2 == 0 ? GradientHandling::BucketViews : GradientHandling::Eager;
        const Replication replication {1 + static_cast<int>(random() % 3), static_cast<int>(random() % 4), gradients,
                                       offload};
        const auto order = orderOf(kind, {pipeline_ranks, stages, m, steadySteps(kind, pipeline_ranks, m)}).value();
        std::vector<std::vector<StageOnRank>> placed(order.pipeline_ranks.size());
        for (std::size_t i = 0; i < order.stages.size(); ++i) {
            const int s = order.stages[i].chain_stage;
            const LayerRange range {s, s + 1 < stages ? s + 1 : chain.size()};
            placed[static_cast<std::size_t>(order.stages[i].pipeline_rank)].push_back(
                {static_cast<int>(i), range, replication, static_cast<std::int64_t>(random() % 3)});
        }
        const auto in_short =
            shortOrderOf(kind, {pipeline_ranks, stages, m, steadySteps(kind, pipeline_ranks, m)}).value();
        for (std::size_t pipeline_rank = 0; pipeline_rank < placed.size(); ++pipeline_rank) {
            const PipelineRankWalk all =
                walkPipelineRank(chain, placed[pipeline_rank], order.pipeline_ranks[pipeline_rank]);
            std::vector<PipelineRankWalk> peaks {
                walkPipelineRank(chain, placed[pipeline_rank], order.pipeline_ranks[pipeline_rank], WalkDetail::Peak)};
            if (in_short.inShort()) {
                peaks.push_back(walkPipelineRank(chain, placed[pipeline_rank],
                                                 roundsOf(in_short, static_cast<int>(pipeline_rank))));
            }
            for (const PipelineRankWalk& peak : peaks) {
                QCOMPARE(peak.peak.peak.value, all.peak.peak.value);
                QCOMPARE(peak.peak.breakdown, all.peak.breakdown);
                QCOMPARE(peak.peak.moment, all.peak.moment);
                QCOMPARE(peak.peak_stage, all.peak_stage);
                QCOMPARE(peak.peak_operation, all.peak_operation);
                QCOMPARE(peak.begin, all.begin);
                QCOMPARE(peak.host, all.host);
                QVERIFY(peak.operations.empty());
            }
        }
    }
}

// After the last update of any schedule a pipeline rank has its initial bytes, and never fewer in between.
void PipelineRankLedgerTest::whatIsAllocatedIsFreed()
{
    std::mt19937 random(4);
    for (int round = 0; round < 1500; ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
        const int each = std::max(1, rulesOf(kind).stages_per_rank == 0 ? 2 : rulesOf(kind).stages_per_rank);
        const int pipeline_ranks = 2 * (1 + static_cast<int>(random() % 2));
        const int stages = pipeline_ranks * each;
        ChainCosts chain = randomChain(random, stages + static_cast<int>(random() % 5), false);
        for (LayerCost& layer : chain.layers) {
            const auto passes = [&] { return static_cast<int>(random() % 4); };
            layer.swap = random() % 3 == 0 ? std::optional(SwapWindow {passes(), passes()}) : std::nullopt;
        }
        chain.swaps = true;
        const std::int64_t m = 2 * pipeline_ranks;
        const Replication replication {1 + static_cast<int>(random() % 3), static_cast<int>(random() % 4)};
        const auto order = orderOf(kind, {pipeline_ranks, stages, m, steadySteps(kind, pipeline_ranks, m)}).value();
        std::vector<std::vector<StageOnRank>> placed(order.pipeline_ranks.size());
        for (std::size_t i = 0; i < order.stages.size(); ++i) {
            const int s = order.stages[i].chain_stage;
            const LayerRange range {s, s + 1 < stages ? s + 1 : chain.size()};
            placed[static_cast<std::size_t>(order.stages[i].pipeline_rank)].push_back(
                {static_cast<int>(i), range, replication});
        }
        for (std::size_t pipeline_rank = 0; pipeline_rank < placed.size(); ++pipeline_rank) {
            const PipelineRankWalk walk =
                walkPipelineRank(chain, placed[pipeline_rank], order.pipeline_ranks[pipeline_rank]);
            QCOMPARE(walk.operations.back().alive.value, walk.begin.value);
            for (const OperationBytes& bytes : walk.operations) {
                QVERIFY(bytes.alive >= walk.begin);
                QVERIFY(bytes.highest <= walk.peak.peak);
            }
        }
    }
}

void PipelineRankLedgerTest::versionsOfWeightsCount()
{
    const Gpt model = gpt();
    const auto peaks = [&](ScheduleKind kind) {
        const Plan plan = uniformPlan({0, 3, 6, 9, 12}, 1, 1, 8, kind);
        return estimatePlan(model.problem, plan, model.costs).value();
    };
    const Estimate newest = peaks(ScheduleKind::OneForwardOneBackward);
    const Estimate stashed = peaks(ScheduleKind::PipeDream);
    const Estimate doubled = peaks(ScheduleKind::TwoBufferedWeights);
    for (std::size_t s = 0; s < 4; ++s) {
        const Bytes parameters = newest.devices[s].breakdown.parameters;
        QCOMPARE(stashed.devices[s].breakdown.parameters.value, parameters.value * static_cast<std::int64_t>(4 - s));
        QCOMPARE(doubled.devices[s].breakdown.parameters.value, parameters.value * 2);
    }
}

// Versions of weights count in layer tables, which are in fp32: 4 bytes per parameter and version.
void PipelineRankLedgerTest::versionsOfTablesCount()
{
    Model model;
    model.name = model.family = "table";
    model.sample = SampleKind::Opaque;
    model.default_sequence = model.longest_sequence = 1;
    TableRow row;
    row.parameters = 1'000'000'000;
    row.state = Bytes(16'000'000'000);
    row.saved = row.output = Bytes(1'000'000);
    row.forward = Seconds(0.1);
    row.backward = Seconds(0.2);
    model.layers.assign(4, {"l", row});
    const Problem problem = problemFor(model, "4xA100-80GB", 8, 1);
    const CostModel costs(problem.model, problem.workload, {});
    const auto reported = [&](ScheduleKind kind) {
        return estimatePlan(problem, uniformPlan({0, 1, 2, 3, 4}, 1, 1, 8, kind), costs).value();
    };
    const Estimate newest = reported(ScheduleKind::OneForwardOneBackward);
    const Estimate stashed = reported(ScheduleKind::PipeDream);
    const Estimate doubled = reported(ScheduleKind::TwoBufferedWeights);
    const Bytes copy(4'000'000'000);
    for (std::size_t s = 0; s < 4; ++s) {
        const DeviceEstimate& one = newest.devices[s];
        QCOMPARE(one.breakdown.parameters.value, copy.value);
        for (const auto& [more, copies] : {std::pair {&stashed, std::int64_t(3 - s)}, std::pair {&doubled, 1L}}) {
            const DeviceEstimate& device = more->devices[s];
            QCOMPARE(device.peak.value, (one.peak + copy * copies).value);
            QCOMPARE(device.breakdown.parameters.value, (copy * (1 + copies)).value);
            QCOMPARE(device.breakdown.total().value, device.peak.value);
        }
    }
}

// Swapped bytes leave and return layer by layer, from a pass after their forward pass to one before their backward
// pass.
void PipelineRankLedgerTest::swappedBytesLeaveAndReturn()
{
    const Gpt model = gpt();
    LayerPolicies swap;
    swap.usual = LayerPolicy::Swap;
    const Plan kept = uniformPlan({0, 3, 6, 9, 12}, 1, 1, 8, ScheduleKind::GPipe);
    const Plan swapped = withPolicies(kept, swap);
    const Estimate keeps = estimatePlan(model.problem, kept, model.costs).value();
    const Estimate swaps = estimatePlan(model.problem, swapped, model.costs).value();
    const ChainCosts chain = chainWithPolicies(model.costs, model.problem, 1, swap).value();
    for (std::size_t s = 0; s < 4; ++s) {
        Bytes saved; // per micro-batch
        Bytes least = Bytes(INT64_MAX);
        for (const SwappedActivations& activations : swappedActivations(chain, swapped.stages[s].layers)) {
            saved += activations.total();
            least = std::min(least, activations.total());
        }
        // Seven of eight micro-batches are swapped out, and those of the last one's three layers that have left in
        // time.
        QVERIFY(saved > Bytes(0));
        QVERIFY(swaps.devices[s].host >= saved * 7 && swaps.devices[s].host <= saved * 8 - least);
        QVERIFY(swaps.devices[s].peak <= keeps.devices[s].peak - saved * 6);
        QCOMPARE(keeps.devices[s].host.value, 0);
    }
    // A slower link increases the step time, not the memory.
    Problem slow = model.problem;
    slow.constraints.host_bandwidth = BytesPerSecond(1e6);
    const Estimate slowly = estimatePlan(slow, swapped, model.costs).value();
    QVERIFY(slowly.step > swaps.step * 2.0);
    QCOMPARE(slowly.peak.value, swaps.peak.value);
    slow.constraints.host_bandwidth = BytesPerSecond(1e15);
    QVERIFY(std::abs(estimatePlan(slow, swapped, model.costs)->step.value - keeps.step.value) < 1e-6);
    // The host bandwidth of a CPU "device" is unknown.
    Problem unknown = model.problem;
    unknown.cluster = parseCluster("4xcpu:8GiB").value();
    const auto refused = estimatePlan(unknown, swapped, model.costs);
    QVERIFY(!refused && refused.error().code == ErrorCode::OptionUnsupported);
}

// Memory over simulated time has the estimate's peak, for every schedule and policy.
void PipelineRankLedgerTest::simulatedPeakIsTheLedgers()
{
    Gpt model = gpt();
    model.problem.cluster = parseCluster("16xA100-80GB").value();
    model.problem.workload.global_batch = 16;
    std::mt19937 random(5);
    const auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    int compared = 0;
    for (int round = 0; round < 8 * static_cast<int>(enumNames<ScheduleKind>.size()); ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[static_cast<std::size_t>(round) / 8].first;
        const int each = std::max(1, rulesOf(kind).stages_per_rank == 0 ? 2 : rulesOf(kind).stages_per_rank);
        std::vector<int> split_points {0};
        for (int s = 1; s < 4 * each; ++s) {
            split_points.push_back(s * 12 / (4 * each));
        }
        split_points.push_back(12);
        // The first round of a schedule has none of these options.
        const int data = round % 8 == 0 ? 1 : 1 << upTo(1);
        LayerPolicies policies {round % 8 == 0 ? LayerPolicy::Keep : enumNames<LayerPolicy>[random() % 4].first};
        for (int i = round % 8; i > 4; --i) {
            const int first = upTo(10);
            addPolicy(policies, {enumNames<LayerPolicy>[random() % 4].first, first, first + 1 + upTo(11 - first)});
        }
        Plan plan =
            withPolicies(uniformPlan(split_points, data, 1, 16 / data, kind, data > 1 ? upTo(3) : 0, 4), policies);
        if (round % 8 > 5) {
            plan.training.offload = StateOffload::Optimizer;
        }
        const auto found = planCosts(model.costs, model.problem, plan);
        const auto reported =
            found ? estimatePlan(model.problem, plan, *found) : Result<Estimate>(failure(found.error()));
        if (!reported) {
            QVERIFY(round % 8 > 0);
            continue; // not every schedule supports all of them
        }
        ++compared;
        const PlanCosts& costs = *found;
        const Estimate& estimate = *reported;
        const PlanTimeline timeline = planTimeline(model.problem, plan, costs).value();
        QCOMPARE(timeline.memory.size(), std::size_t(4));
        QCOMPARE(timeline.step.step.value, estimate.step.value);
        for (std::size_t pipeline_rank = 0; pipeline_rank < 4; ++pipeline_rank) {
            const MemoryOverTime& memory = timeline.memory[pipeline_rank];
            Bytes highest;
            for (std::size_t i = 0; i < memory.points.size(); ++i) {
                highest = std::max(highest, memory.points[i].highest);
                QVERIFY(i == 0 || memory.points[i].time >= memory.points[i - 1].time);
            }
            QCOMPARE(highest.value, memory.peak.value);
            QCOMPARE(memory.points[memory.peak_at].highest.value, memory.peak.value);
            QCOMPARE(memory.peak.value, estimate.devices[pipeline_rank * static_cast<std::size_t>(data)].peak.value);
        }
    }
    QVERIFY2(compared > 100, qPrintable(QString::number(compared)));
}

void PipelineRankLedgerTest::policiesAreReadAndWritten()
{
    for (const char* text : {"none", "full", "swap", "full@1-12,swap@13", "full,none@0-3", "selective,swap@2",
                             "swap@2-5:3:2,swap@6:0:0"}) {
        const auto policies = parsePolicies(text);
        QVERIFY2(policies, text);
        QCOMPARE(policiesText(*policies), std::string(text));
    }
    const auto policies = parsePolicies("full,swap@2-4,none@3").value();
    QCOMPARE(policies.of(0), LayerPolicy::Full);
    QCOMPARE(policies.of(2), LayerPolicy::Swap);
    QCOMPARE(policies.of(3), LayerPolicy::Keep);
    QCOMPARE(policies.of(5), LayerPolicy::Full);
    QCOMPARE(parsePolicies("swap@2-5:3:2")->windowOf(4), (SwapWindow {3, 2}));
    QCOMPARE(parsePolicies("swap")->windowOf(4), SwapWindow {});
    for (const char* text :
         {"", "half", "full@", "full@2-1", "full@-1", "full,full", "full,", "full@1-x", "@3", "full@99999999",
          "full@1:2:2", "swap@1:2", "swap@1:2:", "swap@1::2", "swap@1:-1:2", "swap:1:2"}) {
        QVERIFY2(!parsePolicies(text), text);
    }
}

void PipelineRankLedgerTest::recomputationKeepsOnlyInputs()
{
    const Gpt model = gpt();
    const auto kept = chainWithPolicies(model.costs, model.problem, 1, {}).value();
    const auto full = chainWithPolicies(model.costs, model.problem, 1, parsePolicies("full@2-5").value()).value();
    for (std::size_t l = 0; l < kept.layers.size(); ++l) {
        const bool named = l >= 2 && l <= 5;
        if (!named) {
            QCOMPARE(full.layers[l], kept.layers[l]);
            continue;
        }
        QVERIFY(full.layers[l].memory.saved < kept.layers[l].memory.saved);
        QVERIFY(full.layers[l].backward.median > kept.layers[l].backward.median);
        QVERIFY(full.layers[l].recompute > Seconds(0));
    }
    // The ends of the chain are never recomputed.
    const auto all = chainWithPolicies(model.costs, model.problem, 1, parsePolicies("full").value()).value();
    QCOMPARE(all.layers.front(), kept.layers.front());
    QCOMPARE(all.layers.back(), kept.layers.back());
}

void PipelineRankLedgerTest::selectiveRecomputationDropsScores()
{
    const Gpt eager = gpt(AttentionKind::Eager);
    const Gpt fused = gpt();
    const LayerPolicies selective {LayerPolicy::Selective, {}};
    const auto all = chainWithPolicies(eager.costs, eager.problem, 1, {}).value();
    const auto dropped = chainWithPolicies(eager.costs, eager.problem, 1, selective).value();
    const auto never = chainWithPolicies(fused.costs, fused.problem, 1, {}).value();
    for (std::size_t l = 1; l + 1 < all.layers.size(); ++l) {
        QVERIFY(dropped.layers[l].memory.saved < all.layers[l].memory.saved);
        QVERIFY(std::abs(dropped.layers[l].memory.saved / never.layers[l].memory.saved - 1) < 0.01);
        QVERIFY(dropped.layers[l].backward.median > all.layers[l].backward.median);
        QVERIFY(dropped.layers[l].recompute < dropped.layers[l].forward.median);
    }
    QCOMPARE(chainWithPolicies(fused.costs, fused.problem, 1, selective)->layers, never.layers);
}

// Methods choose policies that fit: each makes a stage fit that keeps too much, keeps everything if that fits, and
// reports if nothing helps.
void PipelineRankLedgerTest::methodsChooseWhatFits()
{
    Gpt model = gpt();
    model.problem.constraints.host_bandwidth = BytesPerSecond(1e8); // slow, so that small transfers matter
    const Plan plan = uniformPlan({0, 6, 12}, 1, 1, 8, ScheduleKind::GPipe);
    const Estimate kept = estimatePlan(model.problem, plan, model.costs).value();
    for (const auto& [method, name] : enumNames<OutOfCoreMethod>) {
        const auto roomy = chooseOutOfCore(method, model.problem, plan, model.costs).value();
        QVERIFY(method == OutOfCoreMethod::EagerSwap || roomy.policies.keepsAll());
        // The fullest device has a little less memory than needed.
        Problem tight = model.problem;
        const DeviceEstimate& first = kept.devices.front();
        tight.constraints.memory_reserve = first.capacity - first.device_high + first.breakdown.activations / 3;
        const auto choice = chooseOutOfCore(method, tight, plan, model.costs).value();
        QVERIFY2(choice.stages.front().fits() && !choice.policies.keepsAll(), std::string(name).c_str());
        const auto estimate = estimatePlan(tight, withPolicies(plan, choice.policies), model.costs).value();
        QVERIFY2(estimate.peak < kept.peak, std::string(name).c_str());
        QVERIFY2(estimate.devices.front().fits, std::string(name).c_str());
        Problem tiny = model.problem;
        tiny.constraints.memory_reserve = first.capacity - gibibytes(0.001);
        const auto none = chooseOutOfCore(method, tiny, plan, model.costs)->stages.front();
        QVERIFY(!none.fits());
    }
}

// A method's figures for a stage equal the plan's estimate for its devices, for every schedule, with sharded state and
// with state on the host. If a third of the activations is too much, all make it fit except for the last stage of zero
// bubble's H1 and H2, which starts backward at once and keeps everything for the weights' half: nothing can be swapped
// out.
void PipelineRankLedgerTest::methodsKnowWhatTheLedgerSays()
{
    Gpt model = gpt();
    model.problem.constraints.host_bandwidth = BytesPerSecond(1e8);
    int swapping = 0;
    const auto check = [&](OutOfCoreMethod method, ScheduleKind kind, int zero, StateOffload offload) {
        const int each = std::max(1, rulesOf(kind).stages_per_rank == 0 ? 2 : rulesOf(kind).stages_per_rank);
        const int data = zero > 0 ? 2 : 1;
        std::vector<int> split_points;
        for (int s = 0; s <= 2 * each; ++s) {
            split_points.push_back(s * 12 / (2 * each));
        }
        Plan plan = uniformPlan(split_points, data, 1, 8 / data, kind, zero, 2);
        plan.training.offload = offload;
        const Estimate kept = estimatePlan(model.problem, plan, model.costs).value();
        const auto fullest =
            std::max_element(kept.devices.begin(), kept.devices.end(),
                             [](const auto& a, const auto& b) { return a.device_high < b.device_high; });
        Problem tight = model.problem;
        tight.constraints.memory_reserve =
            fullest->capacity - fullest->device_high + fullest->breakdown.activations / 3;
        const auto choice = chooseOutOfCore(method, tight, plan, model.costs).value();
        const Plan chosen = withPolicies(plan, choice.policies);
        const Estimate estimate = estimatePlan(tight, chosen, model.costs, {false}).value();
        for (const OutOfCoreStage& stage : choice.stages) {
            // If a stage is on several pipeline ranks, the one with the largest shortfall counts.
            const int pipeline_rank = plan.stages[static_cast<std::size_t>(stage.stage)].pipeline_rank;
            const bool twice = orderOf(kind, planShape(plan))->pipelines > 1;
            bool fits = true;
            for (const DeviceEstimate& device : estimate.devices) {
                fits = fits && (device.fits || (!twice && device.stage != pipeline_rank));
            }
            const bool holds = kind == ScheduleKind::ZeroBubbleH1 || kind == ScheduleKind::ZeroBubbleH2;
            QVERIFY2(stage.fits() == fits && (fits || (holds && stage.stage == 1)),
                     qPrintable(QString("%1 %2 zero %3 stage %4 lacks %5")
                                    .arg(QString::fromStdString(std::string(nameOf(kind))),
                                         QString::fromStdString(std::string(nameOf(method))))
                                    .arg(zero)
                                    .arg(stage.stage)
                                    .arg(stage.lacking.value)));
        }
        swapping += choice.policies.keepsAll() ? 0 : 1;
    };
    for (const auto& [method, method_name] : enumNames<OutOfCoreMethod>) {
        for (const auto& [kind, name] : enumNames<ScheduleKind>) {
            check(method, kind, 0, StateOffload::None);
        }
        for (const auto kind : {ScheduleKind::OneForwardOneBackward, ScheduleKind::ZeroBubbleH2}) {
            for (const int zero : {1, 2, 3}) {
                check(method, kind, zero, StateOffload::None);
            }
            check(method, kind, 0, StateOffload::Optimizer);
            check(method, kind, 0, StateOffload::PipelinedOptimizer);
            check(method, kind, 3, StateOffload::Parameters);
        }
    }
    QVERIFY(swapping > 100);
}

QTEST_APPLESS_MAIN(PipelineRankLedgerTest)
#include "tst_rankledger.moc"
