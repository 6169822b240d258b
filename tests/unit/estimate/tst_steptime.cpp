// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Links that a plan's stages use, and the overlap of their communication with compute.
#include "core/estimate/steptime.h"
#include "core/simulation/collectives.h"
#include "core/simulation/collectivetimes.h"
#include "tests/support/chains.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

ClusterGroup nodesOf(int nodes, int devices)
{
    return parseCluster(std::to_string(nodes) + "x" + std::to_string(devices) + "xcpu").value().groups.front();
}

// A chain with one layer per stage, with this many bytes of gradients and of output.
ChainCosts chainOf(int layers, Bytes gradients)
{
    ChainCosts costs;
    for (int l = 0; l < layers; ++l) {
        LayerCost cost;
        cost.memory.gradients = cost.memory.output = gradients;
        cost.forward.median = Seconds(0.01);
        cost.backward.median = Seconds(0.02);
        costs.layers.push_back(cost);
    }
    return costs;
}

}

class StepTimeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void slowestPairSetsThePace();
    void replicasShareNodesByPosition();
    void wideGradientsTakeTwiceTheBytes();
    void backwardHidesTheReduction();
    void tiedGradientIsReducedOnce();
    void tiedGradientIsScatteredOnce();
    void exposedIsWhatEndlessLinksSave();
    void endsThatShareAPipelineRankExchangeNothing();
    void bidirectionalPipelinesExchangeWhatTheyHold();
    void pipelineRanksTakePartOnce();
};

namespace {

// A chain of four layers whose ends share weights, on nodes with one device, and a plan with one layer per stage.
struct Ends {
    Problem problem;
    ChainCosts costs;
    Plan plan;
    OperationOrder order;

    Ends(ScheduleKind kind, int pipeline_ranks, int data, int zero)
    {
        const Bytes gradients(1'000'000);
        costs = chainOf(4, gradients);
        costs.layers.front().shared_gradients = costs.layers.back().shared_gradients = shared();
        costs.layers.front().optimizer.median = Seconds(0.001);
        problem.cluster = parseCluster(std::to_string(pipeline_ranks * data) + "x1xcpu").value();
        plan = uniformPlan({0, 1, 2, 3, 4}, data, 1, 8, kind, zero, pipeline_ranks);
        order = orderOf(kind, planShape(plan)).value();
    }

    static Bytes shared() { return Bytes(600'000); }
    std::vector<GradientExchange> exchanges() const { return planExchanges(problem, plan, costs, order); }
    Seconds reduced(Bytes bytes) const
    {
        return flatAllReduce(bytes, 2, speedOf(problem.cluster.groups.front().network));
    }
};

}

// Ends on one pipeline rank exchange nothing: ZBV has both ends of the chain on its first rank.
void StepTimeTest::endsThatShareAPipelineRankExchangeNothing()
{
    QVERIFY(Ends(ScheduleKind::ZeroBubbleV, 2, 1, 0).exchanges().empty());
    const Ends apart(ScheduleKind::OneForwardOneBackward, 4, 1, 0);
    QCOMPARE(apart.exchanges().size(), std::size_t(1));
    QCOMPARE(apart.exchanges().front().time.value, apart.reduced(Ends::shared()).value);
}

// Bidirectional pipelines have both ends on both pipeline ranks, and send shared gradients once. With ZeRO each replica
// sends its part.
void StepTimeTest::bidirectionalPipelinesExchangeWhatTheyHold()
{
    for (const int zero : {0, 1, 2, 3}) {
        const Ends ends(ScheduleKind::Chimera, 4, 2, zero);
        const int holders = zero > 0 ? 2 : 1;
        const auto all = ends.exchanges();
        QCOMPARE(all.size(), std::size_t(3)); // exchanges of the ends, and of the two stages between them
        QCOMPARE(all.front().time.value, ends.reduced(Bytes(1'400'000 / holders)).value);
        QCOMPARE(all.back().time.value, ends.reduced(Bytes(1'000'000 / holders)).value);
    }
}

void StepTimeTest::pipelineRanksTakePartOnce()
{
    const Ends ends(ScheduleKind::Chimera, 4, 1, 0);
    Timeline timeline;
    simulatePlan(ends.problem, ends.plan, ends.costs, ends.order, TimeBound::Middle, &timeline);
    std::map<std::pair<int, double>, int> exchanges; // by pipeline rank and start time
    for (const Span& span : timeline.spans) {
        if (span.kind == SpanKind::Exchange) {
            const int count = ++exchanges[{span.pipeline_rank, span.start.value}];
            QCOMPARE(count, 1);
        }
    }
    QCOMPARE(exchanges.size(), std::size_t(6)); // three exchanges of two pipeline ranks
}

void StepTimeTest::slowestPairSetsThePace()
{
    const Bytes bytes(1 << 20);
    for (int devices = 1; devices <= 6; ++devices) {
        const ClusterGroup group = nodesOf(16, devices);
        for (int data = 1; data <= 4; ++data) {
            for (int pipeline_ranks = 2; pipeline_ranks <= 4; ++pipeline_ranks) {
                ChainCosts costs = chainOf(pipeline_ranks, bytes);
                costs.layers.front().shared_gradients = costs.layers.back().shared_gradients = bytes;
                for (int pipeline_rank = 0; pipeline_rank + 1 < pipeline_ranks; ++pipeline_rank) {
                    Seconds slowest;
                    for (int r = 0; r < data; ++r) {
                        const Link& link = linkBetween(group, pipeline_rank * data + r, (pipeline_rank + 1) * data + r);
                        slowest = std::max(slowest, pointToPoint(bytes, speedOf(link)));
                    }
                    const StageTimes times =
                        stageTimes(costs, {pipeline_rank, pipeline_rank + 1}, {data},
                                   equalPipelineRank(group, {data}, pipeline_rank, pipeline_rank + 1), group);
                    QCOMPARE((times.transfer + times.latency).value, slowest.value);
                }
                Seconds slowest;
                for (int r = 0; r < data; ++r) {
                    const Link& link = linkBetween(group, r, (pipeline_ranks - 1) * data + r);
                    slowest = std::max(slowest, ringAllReduce(bytes, 2, speedOf(link)));
                }
                const LinkSpeed ends = slowestPair(group, {0, 0, data}, {0, (pipeline_ranks - 1) * data, data});
                QCOMPARE(tiedExchange(tiedGradients(costs), pipeline_ranks, ends)->value, slowest.value);
            }
        }
    }
}

// Buffers of fp32 are reduced in fp32, including those shared by both ends.
void StepTimeTest::wideGradientsTakeTwiceTheBytes()
{
    Ends ends(ScheduleKind::OneForwardOneBackward, 4, 2, 1);
    ends.problem.workload.precision = Precision::Bf16Master;
    ends.problem.constraints.framework.name = Framework::MegatronCore;
    const auto reductions = [&] {
        std::vector<double> all;
        for (const StageTimes& stage : planTimes(ends.problem, ends.plan, PlanCosts(ends.costs), TimeBound::Middle)) {
            all.push_back(stage.reduction.value);
        }
        all.push_back(ends.exchanges().front().time.value);
        return all;
    };
    const ClusterGroup& group = ends.problem.cluster.groups.front();
    const RankGroup replicas = stridedRanks(group, 0, 2, 1);
    const std::vector<double> wide = reductions();
    ends.problem.constraints.framework.options.grad_reduce_in_bf16 = true;
    const std::vector<double> narrow = reductions();
    QCOMPARE(wide.back(), ends.reduced(Bytes(600'000)).value);
    QCOMPARE(narrow.back(), ends.reduced(Bytes(300'000)).value);
    const Bytes first(1 << 20); // first bucket
    QCOMPARE(wide[1], (reduceScatter(first, replicas) + reduceScatter(Bytes(2'000'000) - first, replicas)).value);
    QCOMPARE(narrow[1], reduceScatter(Bytes(1'000'000), replicas).value);
}

// Replicas share nodes by their position. Less than a bucket is sent after the backward pass, without overlap.
void StepTimeTest::replicasShareNodesByPosition()
{
    const ClusterGroup group = nodesOf(3, 4);
    const Bytes bytes(900'000);
    const ChainCosts costs = chainOf(3, bytes);
    const auto reduction = [&](int data, int pipeline_rank) {
        return stageTimes(costs, {pipeline_rank, pipeline_rank + 1}, {data}, {pipeline_rank * data}, group).reduction;
    };
    const LinkSpeed inside = speedOf(group.intra_node);
    const LinkSpeed between = speedOf(group.network);
    QCOMPARE(reduction(1, 0).value, 0.0);
    QCOMPARE(reduction(4, 1).value, flatAllReduce(bytes, 4, inside).value);
    QCOMPARE(reduction(3, 1).value, allReduce(bytes, {3, 2, 1, 2, inside, between}).value); // devices 3, 4 and 5
    QCOMPARE(stageTimes(costs, {0, 3}, {12}, {0}, group).reduction.value,
             allReduce(bytes * 3 - Bytes(1 << 20), {12, 3, 4, 4, inside, between}).value); // after the first bucket
    QVERIFY(reduction(3, 1) > reduction(3, 0)); // devices 0, 1 and 2
}

void StepTimeTest::backwardHidesTheReduction()
{
    const ClusterGroup group = nodesOf(2, 4);
    const Bytes bytes(200 << 20);
    const auto exposed = [&](double backward) {
        ChainCosts costs = chainOf(8, bytes);
        for (LayerCost& layer : costs.layers) {
            layer.backward.median = Seconds(backward);
        }
        return stageTimes(costs, {0, 8}, {8}, {0}, group).reduction;
    };
    const RankGroup replicas = consecutiveRanks(group, 0, 8);
    // 1600 MiB: a bucket of 1, 63 of 25 and one of 24.
    const Seconds all = allReduce(Bytes(1 << 20), replicas) + allReduce(Bytes(25 << 20), replicas) * 63.0
        + allReduce(Bytes(24 << 20), replicas);
    QVERIFY(std::abs((exposed(0) / all) - 1) < 1e-9);
    Seconds before = all * 2.0;
    for (const double backward : {0.0, 0.01, 0.1, 1.0, 10.0}) {
        QVERIFY(exposed(backward) <= before * (1 + 1e-9)); // rounding
        before = exposed(backward);
    }
    // The first layer's gradients come last, with the remainder of the layers before.
    QVERIFY(before >= allReduce(bytes, replicas));
    QVERIFY(before < all / 4.0);
}

void StepTimeTest::tiedGradientIsReducedOnce()
{
    const ClusterGroup group = nodesOf(1, 2);
    const Bytes bytes(800 << 10);
    ChainCosts costs = chainOf(2, bytes);
    const Seconds apart = stageTimes(costs, {0, 2}, {2}, {0}, group).reduction;
    costs.layers.front().shared_gradients = costs.layers.back().shared_gradients = bytes;
    const Seconds tied = stageTimes(costs, {0, 2}, {2}, {0}, group).reduction;
    QVERIFY(tied < apart);
    QCOMPARE(tied.value, allReduce(bytes, consecutiveRanks(group, 0, 2)).value);
    // On separate stages each has its whole gradient.
    QCOMPARE(stageTimes(costs, {1, 2}, {2}, {2}, nodesOf(1, 4)).reduction.value, tied.value);
}

// Tied gradients are scattered once, with ZeRO 2 and 3, in each backward pass after the first layer has added its
// gradient.
void StepTimeTest::tiedGradientIsScatteredOnce()
{
    const ClusterGroup group = nodesOf(1, 4);
    const Bytes bytes(800 << 10);
    ChainCosts costs = chainOf(2, bytes);
    costs.layers.front().shared_gradients = costs.layers.back().shared_gradients = bytes;
    for (const int zero : {2, 3}) {
        StageUse use {zero};
        use.detailed = true;
        const Seconds whole = reduceScatter(bytes, consecutiveRanks(group, 0, 2));
        const auto times = stageTimes(costs, {0, 2}, {2}, {0}, group, use);
        QCOMPARE(times.layers.front().scatter.value, whole.value);
        QCOMPARE(times.layers.back().scatter.value, 0.0);
        // On separate stages each has its whole gradient.
        QCOMPARE(stageTimes(costs, {1, 2}, {2}, {2}, group, use).layers.front().scatter.value, whole.value);
    }
}

namespace {

Cluster withEndlessLinks(Cluster cluster)
{
    for (ClusterGroup& group : cluster.groups) {
        for (Link* link : {&group.intra_node, &group.network}) {
            link->bandwidth = BytesPerSecond(std::numeric_limits<double>::infinity());
            link->latency = Seconds(0);
        }
    }
    return cluster;
}

}

void StepTimeTest::exposedIsWhatEndlessLinksSave()
{
    const TestedProblem tested = ask("8xA100-80GB", "zoo:gpt?layers=14&hidden=1024&heads=16&vocabulary=8000");
    Problem endless = tested.problem;
    endless.cluster = withEndlessLinks(endless.cluster);
    for (const ScheduleKind kind : {ScheduleKind::OneForwardOneBackward, ScheduleKind::Interleaved,
                                    ScheduleKind::ZeroBubbleV, ScheduleKind::Chimera, ScheduleKind::DualPipe}) {
        const bool one = kind != ScheduleKind::Interleaved && kind != ScheduleKind::ZeroBubbleV;
        const std::vector<int> split_points =
            one ? std::vector {0, 4, 8, 12, 16} : std::vector {0, 2, 4, 6, 8, 10, 12, 14, 16};
        for (const StateOffload offload :
             {StateOffload::None, StateOffload::Optimizer, StateOffload::PipelinedOptimizer}) {
            for (const int zero : {0, 1, 2}) {
                Plan plan = uniformPlan(split_points, 2, 1, 8, kind, zero, 4);
                plan.training.offload = offload;
                const auto costs = planCosts(tested.costs, tested.problem, plan).value();
                const OperationOrder order = orderOf(kind, planShape(plan)).value();
                const SimulatedStep step = simulatePlan(tested.problem, plan, costs, order);
                const Seconds least = simulatePlan(endless, plan, costs, order).step;
                const Seconds exposed = exposedCommunication(tested.problem, plan, costs, order, step);
                const std::string what = std::string(nameOf(kind)) + " " + std::string(nameOf(offload));
                QVERIFY2(least < step.step, what.c_str());
                QVERIFY2(exposed == step.step - least, what.c_str());
                const ExposedCommunication kinds = exposedByKind(tested.problem, plan, costs, order, step);
                QCOMPARE(kinds.host > Seconds(0), offload != StateOffload::None);
                QVERIFY2(kinds.boundaries > Seconds(0), what.c_str());
            }
        }
    }
}

QTEST_APPLESS_MAIN(StepTimeTest)
#include "tst_steptime.moc"
