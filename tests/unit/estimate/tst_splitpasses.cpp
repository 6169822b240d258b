// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Device memory of policies between the halves of a split backward pass.
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/plantimeline.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/steptime.h"
#include "core/memory/rankledger.h"
#include "core/memory/stageledger.h"
#include "core/model/model.h"
#include "core/schedule/schedule.h"
#include "tests/support/chains.h"

#include <QtTest>

#include <map>
#include <random>
#include <vector>

using namespace stagecraft;
using stagecraft::testing::errorOf;
using stagecraft::testing::randomChain;

class SplitPassesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recomputedBytesStayForTheSecondHalf();
    void policiesHoldAsMuchBetweenTheHalves();
    void everythingIsFreed_data();
    void everythingIsFreed();
    void returnedActivationsStayForTheSecondHalf();
};

namespace {

std::vector<ScheduleKind> splitSchedules()
{
    std::vector<ScheduleKind> kinds;
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        if (rulesOf(kind).splits_backward) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

int stagesAt(ScheduleKind kind)
{
    return std::max(1, rulesOf(kind).stages_per_rank == 0 ? 2 : rulesOf(kind).stages_per_rank);
}

// Stages of each pipeline rank, with `layers` layers in each stage.
std::vector<std::vector<StageOnRank>> placedOf(const OperationOrder& order, int layers)
{
    std::vector<std::vector<StageOnRank>> placed(order.pipeline_ranks.size());
    for (std::size_t i = 0; i < order.stages.size(); ++i) {
        const int s = order.stages[i].chain_stage;
        placed[static_cast<std::size_t>(order.stages[i].pipeline_rank)].push_back(
            {static_cast<int>(i), {s * layers, (s + 1) * layers}});
    }
    return placed;
}

struct TestedProblem {
    Problem problem;
    CostModel costs;
};

TestedProblem ask()
{
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=14&hidden=64&heads=4&vocabulary=500").value();
    problem.workload.global_batch = 8;
    problem.workload.sequence = 64;
    problem.workload.attention = AttentionKind::Eager; // saves scores that can be recomputed
    problem.cluster = parseCluster("4xA100-80GB").value();
    CostModel costs(problem.model, problem.workload, {});
    return {problem, costs};
}

Plan planOf(ScheduleKind kind, LayerPolicy policy)
{
    std::vector<int> split_points;
    for (int s = 0; s <= 4 * stagesAt(kind); ++s) {
        split_points.push_back(s * 16 / (4 * stagesAt(kind)));
    }
    Plan plan = withPolicies(uniformPlan(split_points, 1, 1, 8, kind, 0, 4), {policy, {}});
    if (policy == LayerPolicy::Compress) {
        plan.training.compressor = parseCompressor("quantise:4").value();
    }
    return plan;
}

constexpr std::array policies {LayerPolicy::Full, LayerPolicy::Selective, LayerPolicy::Compress, LayerPolicy::Swap};

}

// Recomputed bytes are kept for the second half of the backward pass. The test counts them by hand: they are absent
// from the end of each micro-batch's forward pass to its input gradient, and present from then on.
void SplitPassesTest::recomputedBytesStayForTheSecondHalf()
{
    std::mt19937 random(1);
    for (int round = 0; round < 600; ++round) {
        const auto kinds = splitSchedules();
        const ScheduleKind kind = kinds[static_cast<std::size_t>(round) % kinds.size()];
        const int pipeline_ranks = 2 * (1 + round % 2);
        const int layers = 1 + static_cast<int>(random() % 3);
        const auto order =
            orderOf(kind, {pipeline_ranks, pipeline_ranks * stagesAt(kind), 2 * pipeline_ranks, 1}).value();
        const ChainCosts kept = randomChain(random, pipeline_ranks * stagesAt(kind) * layers, false);
        ChainCosts dropping = kept;
        for (LayerCost& layer : dropping.layers) {
            const Bytes dropped = scaled(layer.memory.saved, static_cast<double>(random() % 101) / 100);
            layer.memory.saved -= dropped;
            layer.rematerialised = dropped;
            raiseBackwardPeaks(layer.memory, dropped);
        }
        const auto placed = placedOf(order, layers);
        for (std::size_t pipeline_rank = 0; pipeline_rank < placed.size(); ++pipeline_rank) {
            std::map<int, Bytes> dropped; // by stage
            for (const StageOnRank& stage : placed[pipeline_rank]) {
                for (int l = stage.layers.first; l < stage.layers.last; ++l) {
                    dropped[stage.stage] += dropping.layers[static_cast<std::size_t>(l)].rematerialised;
                }
            }
            const auto& operations = order.pipeline_ranks[pipeline_rank];
            const PipelineRankWalk with = walkPipelineRank(dropping, placed[pipeline_rank], operations);
            const PipelineRankWalk without = walkPipelineRank(kept, placed[pipeline_rank], operations);
            Bytes missing;
            for (std::size_t i = 0; i < operations.size(); ++i) {
                const Bytes own = dropped[operations[i].stage];
                missing += operations[i].kind == OperationKind::Forward ? own
                    : isBackward(operations[i].kind)                    ? -own
                                                                        : Bytes(0);
                QCOMPARE(with.operations[i].alive, without.operations[i].alive - missing);
            }
            QCOMPARE(missing.value, 0);
        }
    }
}

// After the input gradient of a micro-batch no policy keeps fewer bytes than keeping everything, for real layers.
void SplitPassesTest::policiesHoldAsMuchBetweenTheHalves()
{
    const TestedProblem tested = ask();
    const auto chain = [&](LayerPolicy policy) {
        return planCosts(tested.costs, tested.problem, planOf(ScheduleKind::ZeroBubbleH1, policy)).value().of(0);
    };
    const ChainCosts kept = chain(LayerPolicy::Keep);
    for (const LayerPolicy policy : policies) {
        const ChainCosts costs = chain(policy);
        for (const LayerRange range : {LayerRange {0, 4}, LayerRange {4, 8}, LayerRange {12, 16}}) {
            StageLedger all(kept, range, {});
            StageLedger less(costs, range, {});
            all.forward(0);
            less.forward(0);
            QVERIFY(policy == LayerPolicy::Swap || less.alive().total() < all.alive().total());
            all.inputGradient(0);
            less.inputGradient(0);
            QVERIFY2(less.alive().total() >= all.alive().total(), std::string(nameOf(policy)).c_str());
            all.weightGradient(0);
            less.weightGradient(0);
            QCOMPARE(less.alive().total(), all.alive().total());
        }
    }
}

void SplitPassesTest::everythingIsFreed_data()
{
    QTest::addColumn<int>("kind");
    for (const ScheduleKind kind : splitSchedules()) {
        QTest::newRow(std::string(nameOf(kind)).c_str()) << static_cast<int>(kind);
    }
}

// The simulated peak equals the ledger's.
void SplitPassesTest::everythingIsFreed()
{
    QFETCH(int, kind);
    const TestedProblem tested = ask();
    for (const LayerPolicy policy : policies) {
        const Plan plan = planOf(static_cast<ScheduleKind>(kind), policy);
        const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
        const OperationOrder order = orderOf(plan.schedule, planShape(plan)).value();
        const auto memories = pipelineRankMemories(tested.problem, plan, costs, order);
        const auto estimate = estimatePlan(tested.problem, plan, costs);
        QVERIFY2(estimate, qPrintable(errorOf(estimate)));
        const PlanTimeline timeline = planTimeline(tested.problem, plan, costs).value();
        for (std::size_t pipeline_rank = 0; pipeline_rank < memories.size(); ++pipeline_rank) {
            const PipelineRankWalk& walk = memories[pipeline_rank].walk;
            QCOMPARE(walk.operations.back().alive, walk.begin);
            Bytes highest;
            for (const MemoryPoint& point : timeline.memory[pipeline_rank].points) {
                highest = std::max(highest, point.highest);
            }
            QCOMPARE(highest, walk.peak.peak);
            QCOMPARE(estimate->devices[pipeline_rank].peak, walk.peak.peak);
        }
    }
}

// Saved activations that were swapped in stay until the second half of the backward pass.
void SplitPassesTest::returnedActivationsStayForTheSecondHalf()
{
    std::mt19937 random(2);
    int away = 0;
    for (int round = 0; round < 300; ++round) {
        const auto kinds = splitSchedules();
        const ScheduleKind kind = kinds[static_cast<std::size_t>(round) % kinds.size()];
        const int layers = 1 + static_cast<int>(random() % 3);
        const auto order = orderOf(kind, {4, 4 * stagesAt(kind), 8, 1}).value();
        const ChainCosts kept = randomChain(random, 4 * stagesAt(kind) * layers, false);
        ChainCosts swapping = kept;
        for (LayerCost& layer : swapping.layers) {
            layer.swap = SwapWindow {static_cast<int>(random() % 3), static_cast<int>(random() % 3)};
        }
        swapping.swaps = true;
        const auto placed = placedOf(order, layers);
        for (std::size_t pipeline_rank = 0; pipeline_rank < placed.size(); ++pipeline_rank) {
            const auto& operations = order.pipeline_ranks[pipeline_rank];
            const PipelineRankWalk with = walkPipelineRank(swapping, placed[pipeline_rank], operations);
            const PipelineRankWalk without = walkPipelineRank(kept, placed[pipeline_rank], operations);
            int waiting = 0;
            for (std::size_t i = 0; i < operations.size(); ++i) {
                const Operation& operation = operations[i];
                const int step = operation.kind == OperationKind::Forward ? 1 : isBackward(operation.kind) ? -1 : 0;
                waiting += step;
                QVERIFY(with.operations[i].alive <= without.operations[i].alive);
                away += with.operations[i].alive < without.operations[i].alive ? 1 : 0;
                if (waiting == 0) { // all remaining bytes wait for second halves
                    QCOMPARE(with.operations[i].alive, without.operations[i].alive);
                }
            }
        }
    }
    QVERIFY(away > 300);
}

QTEST_APPLESS_MAIN(SplitPassesTest)
#include "tst_splitpasses.moc"
