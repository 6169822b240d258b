// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Optimizer steps on several hosts in the simulated step of a plan, compared with KARMA's formulas.
#include "core/estimate/plantimeline.h"
#include "core/estimate/steptime.h"
#include "core/memory/outofcore/karmadistributed.h"
#include "core/memory/outofcore/layerswapwindows.h"
#include "core/memory/state.h"
#include "core/schedule/schedule.h"
#include "core/simulation/gradientreduction.h"
#include "tests/support/blocks.h"
#include "tests/support/near.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

#include <map>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

class HostExchangeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsAreThoseOfTheFormula();
    void swappingStepsAreThoseOfTheFormula();
    void plansMatchTheFormula();
    void reportedStepsEndAsTheTail();
    void resourcesDoOneThingAfterAnother();
};

namespace {

constexpr auto fourHosts = "4x1xA100-80GB";

TrainingOptions pipelined()
{
    TrainingOptions training;
    training.offload = StateOffload::PipelinedOptimizer;
    return training;
}

HostTraining randomHosts(std::mt19937& random)
{
    const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    HostTraining training;
    training.nodes = 1 + upTo(7);
    training.network = BytesPerSecond(1e3 * (1 + upTo(50)));
    training.latency = Seconds(1e-5 * upTo(10));
    training.host_memory = BytesPerSecond(1e4 * (1 + upTo(50)));
    training.phase = Bytes(upTo(500));
    return training;
}

// Times of a stage with one layer per block, whose optimizer step runs on the hosts.
StageTimes stageOf(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, const HostTraining& training)
{
    StageTimes times;
    std::vector<HostUpdateLayer> layers;
    for (const OutOfCoreBlock& block : blocks) {
        times.forward += block.forward;
        times.backward += block.backward;
        layers.insert(layers.begin(),
                      {block.backward, Bytes(block.parameters * training.gradient_bytes), Bytes(block.parameters * 30),
                       block.weights});
    }
    const HostRates rates {
        rules.rate.to_host, training.host_memory, training.nodes, {training.network, training.latency}, training.phase};
    times.host_updates = hostUpdateSteps(layers, rates, true);
    return times;
}

RandomCase caseOf(std::mt19937& random, int count)
{
    RandomCase one = randomCase(random, count, false);
    one.rules.rate.to_device = one.rules.rate.to_host;
    for (OutOfCoreBlock& block : one.blocks) {
        block.parameters = block.weights.value / 2;
    }
    return one;
}

const OperationOrder& oneMicroBatch()
{
    static const OperationOrder order = orderOf(ScheduleKind::GPipe, {1, 1, 1}).value();
    return order;
}

}

void HostExchangeTest::stepsAreThoseOfTheFormula()
{
    std::mt19937 random(1);
    for (int round = 0; round < 1000; ++round) {
        RandomCase one = caseOf(random, 1 + round % 9);
        one.rules.capacity = Bytes(INT64_MAX / 4);
        const HostTraining training = randomHosts(random);
        const BlockLabels kept(one.blocks.size(), BlockLabel::Keep);
        const auto formula = hostStep(one.blocks, kept, one.rules, training);
        const StageTimes times = stageOf(one.blocks, one.rules, training);
        const SimulatedStep step = simulate({oneMicroBatch(), {times}});
        QVERIFY(near(step.step.value, formula->iteration.value));
        QVERIFY(near(step.step.value, (step.makespan + hostUpdateTail(times.host_updates)).value));
    }
}

// Steps that swap equal the formula; copies of saved activations and of gradients share the link.
void HostExchangeTest::swappingStepsAreThoseOfTheFormula()
{
    std::mt19937 random(2);
    int swapped = 0;
    for (int round = 0; round < 1000; ++round) {
        RandomCase one = caseOf(random, 2 + round % 8);
        for (OutOfCoreBlock& block : one.blocks) {
            block.saved -= block.kept_input;
            block.kept_input = Bytes(0);
        }
        const HostTraining training = randomHosts(random);
        BlockLabels labels = randomLabels(random, one.blocks.size());
        std::replace(labels.begin(), labels.end(), BlockLabel::Recompute, BlockLabel::Swap);
        labels.back() = BlockLabel::Keep; // the last block of the forward pass
        const auto formula = hostStep(one.blocks, labels, one.rules, training);
        const auto windows = layerSwapWindows(one.blocks, labels, one.rules);
        if (!formula || !windows) {
            continue;
        }
        StageTimes times = stageOf(one.blocks, one.rules, training);
        for (std::size_t b = 0; b < one.blocks.size(); ++b) {
            const OutOfCoreBlock& block = one.blocks[b];
            times.layers.push_back({block.forward, block.backward});
            if ((*windows)[b]) {
                times.layers.back().window = (*windows)[b]->window;
                times.layers.back().swap_out = times.layers.back().swap_in = block.saved / one.rules.rate.to_host;
            }
        }
        const SimulatedStep step = simulate({oneMicroBatch(), {times}});
        if (!near(step.makespan.value, playStep(one.blocks, labels, one.rules)->total.value)) {
            continue; // saved activations would return as soon as they have left (core/schedule/swapevents.h)
        }
        ++swapped;
        QVERIFY(near(step.step.value, formula->iteration.value));
    }
    QVERIFY2(swapped > 300, qPrintable(QString::number(swapped)));
}

// Plans of a GPT on four hosts, each with a replica, have the step time and state of the formula.
void HostExchangeTest::plansMatchTheFormula()
{
    TestedProblem tested = ask(fourHosts);
    for (const double host : {5e9, 25e9, 100e9}) {
        tested.problem.constraints.host_bandwidth = BytesPerSecond(host);
        Plan plan = uniformPlan({0, 10}, 4, 4, 1, ScheduleKind::OneForwardOneBackward);
        plan.training = pipelined();
        const PlanCosts made = planCosts(tested.costs, tested.problem, plan).value();
        const ChainCosts& costs = made.of(0);
        auto blocks = blocksOf(costs, {0, 10}, Bytes(0), 2);
        blocks.back().weights -= costs.layers.back().shared_gradients; // the first layer has them
        blocks.back().parameters -= costs.layers.back().shared_gradients.value / 2;
        const ClusterGroup& group = tested.problem.cluster.groups.front();
        const RankGroup replicas = consecutiveRanks(group, 0, 4);
        QCOMPARE(replicas.nodes, 4);
        HostTraining training;
        training.nodes = 4;
        training.network = replicas.between.bandwidth;
        training.latency = replicas.between.latency;
        training.phase = gradientBucket;
        // The plan counts gradients in the precision in which they are sent, the formula in that of their sum: 28 bytes
        // per parameter, not 30.
        const Bytes state = optimizerStateBytes(costs.optimizer, costs.precision, Bytes(2));
        QCOMPARE(state.value, 12);
        training.host_memory = stageUse(tested.problem, plan).host_memory * (30.0 / 28);
        const StreamRules rules {Bytes(INT64_MAX / 4), {BytesPerSecond(host), BytesPerSecond(host)}};
        const auto formula = hostStep(blocks, BlockLabels(10, BlockLabel::Keep), rules, training);
        const Estimate estimate = tested.estimate(plan);
        QVERIFY2(near(estimate.step.value, formula->iteration.value),
                 qPrintable(QString("%1 %2").arg(estimate.step.value).arg(formula->iteration.value)));
        std::int64_t parameters = 0;
        for (const OutOfCoreBlock& block : blocks) {
            parameters += block.parameters;
        }
        QCOMPARE(estimate.devices.front().host.value,
                 static_cast<std::int64_t>(formula->host_bytes * static_cast<double>(parameters)));
        // Devices send no messages to each other.
        const StageTimes times = planTimes(tested.problem, plan, costs).front();
        QVERIFY(times.buckets.empty() && times.reduction == Seconds(0));
    }
}

// Reported steps end at the time of the tail that a search uses.
void HostExchangeTest::reportedStepsEndAsTheTail()
{
    for (const char* cluster : {fourHosts, "2x4xA100-80GB", "1x8xA100-80GB"}) {
        const TestedProblem tested = ask(cluster);
        const int devices =
            tested.problem.cluster.groups.front().nodes * tested.problem.cluster.groups.front().devices_per_node;
        for (const auto offload : {StateOffload::Optimizer, StateOffload::PipelinedOptimizer}) {
            for (const int zero : {0, 1}) {
                for (const auto kind : {ScheduleKind::OneForwardOneBackward, ScheduleKind::ZeroBubbleH1}) {
                    Plan plan = uniformPlan({0, 5, 10}, devices / 2, 1, 32 / devices, kind, zero);
                    plan.training.offload = offload;
                    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
                    const auto order = orderOf(plan.schedule, planShape(plan)).value();
                    const auto exchanges = planExchanges(tested.problem, plan, costs, order);
                    auto times = planTimes(tested.problem, plan, costs);
                    const Seconds reported = simulate({order, times, exchanges}).step;
                    for (StageTimes& stage : times) {
                        QVERIFY(!stage.host_updates.empty());
                        stage.optimizer += hostUpdateTail(stage.host_updates);
                        stage.host_updates.clear();
                    }
                    const Seconds by_tail = simulate({order, times, exchanges}).step;
                    // Hosts exchange gradients over the network that the exchange of shared weights keeps busy, which
                    // the tail does not model.
                    const bool busy = cluster == fourHosts && reported > by_tail && reported < by_tail * 1.005;
                    QVERIFY2(busy || near(reported.value, by_tail.value),
                             qPrintable(QString("%1, %5, %6, ZeRO %2: %3 s told, %4 s by the tail")
                                            .arg(cluster)
                                            .arg(zero)
                                            .arg(reported.value, 0, 'g', 12)
                                            .arg(by_tail.value, 0, 'g', 12)
                                            .arg(nameOf(offload).data(), nameOf(kind).data())));
                }
            }
        }
    }
}

// Resources do one thing at a time: on the timeline the gradients of every layer are copied, exchanged, applied and
// copied back over links, network and host.
void HostExchangeTest::resourcesDoOneThingAfterAnother()
{
    TestedProblem tested = ask(fourHosts);
    tested.problem.constraints.host_bandwidth = BytesPerSecond(2e9);
    Plan plan = uniformPlan({0, 10}, 4, 1, 4, ScheduleKind::GPipe);
    plan.training = pipelined();
    plan = withPolicies(plan, {LayerPolicy::Swap, {}});
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const PlanTimeline reported = planTimeline(tested.problem, plan, costs).value();
    std::map<Lane, Seconds> free;
    std::map<SpanKind, int> seen;
    std::map<SpanKind, Seconds> last;
    for (const Span& span : reported.timeline.spans) {
        QVERIFY(span.start >= free[span.lane] - Seconds(1e-12));
        free[span.lane] = span.end;
        ++seen[span.kind];
        last[span.kind] = span.end;
        QVERIFY(span.waited_for < 0
                || reported.timeline.spans[static_cast<std::size_t>(span.waited_for)].end
                    <= span.start + Seconds(1e-12));
    }
    QCOMPARE(seen[SpanKind::GradientsOut], 10);
    QCOMPARE(seen[SpanKind::HostUpdate], 10);
    QCOMPARE(seen[SpanKind::ParametersIn], 10);
    QVERIFY(seen[SpanKind::Reduction] >= 1 && seen[SpanKind::Reduction] <= 10 && seen[SpanKind::SwapOut] > 0);
    QVERIFY(last[SpanKind::GradientsOut] < last[SpanKind::Reduction]);
    QVERIFY(last[SpanKind::Reduction] < last[SpanKind::HostUpdate]);
    QVERIFY(last[SpanKind::HostUpdate] < last[SpanKind::ParametersIn]);
    QVERIFY(near(last[SpanKind::ParametersIn].value, reported.step.step.value));
}

QTEST_APPLESS_MAIN(HostExchangeTest)
#include "tst_hostexchange.moc"
