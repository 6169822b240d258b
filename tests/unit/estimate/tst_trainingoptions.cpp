// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"
#include "core/estimate/hostmemoryuse.h"
#include "core/estimate/outofcoreplan.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/plantimeline.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/steptime.h"
#include "core/memory/outofcore/averaging.h"
#include "core/memory/outofcore/compression.h"
#include "core/memory/state.h"
#include "core/schedule/schedule.h"
#include "core/search/search.h"
#include "core/simulation/collectives.h"
#include "core/simulation/hostupdate.h"
#include "tests/support/near.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

// Offload, other uses of data-parallel ranks, and compression in plans.
class TrainingOptionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compressorsAreReadAndWritten();
    void hostUpdatesByHand();
    void pipelinedUpdatesAreNoSlower();
    void stateIsOnTheDeviceOrOnTheHost();
    void nodesHoldWhatTheirDevicesHave();
    void parametersComeToTheDeviceLayerByLayer();
    void averagingSharesOneExchange();
    void subnetsTakeTheirPart();
    void compressedLayersHoldLess();
    void compressedBoundariesSendLess();
    void dappleKeepsWhatFits();
    void devicesOfANodeShareItsMemory();
    void givenThresholdsSwapWhatTheySay();
    void searchIsExactWithOffload();
    void whatContradictsItselfIsRefused();
};

namespace {

constexpr auto flush = ScheduleKind::OneForwardOneBackward;
constexpr auto oneNode = "1x8xA100-80GB";

Plan planOf(const TrainingOptions& training, int data = 1, int zero = 0)
{
    Plan plan = uniformPlan({0, 5, 10}, data, 1, 16 / data, flush, zero);
    plan.training = training;
    return plan;
}

TrainingOptions offloading(StateOffload offload)
{
    TrainingOptions training;
    training.offload = offload;
    return training;
}

TrainingOptions using_(ReplicaUse use, int period)
{
    TrainingOptions training;
    training.replicas = use;
    training.period = period;
    return training;
}

TrainingOptions compressing(const char* compressor, bool boundaries)
{
    TrainingOptions training;
    training.compressor = parseCompressor(compressor).value();
    training.compress_boundaries = boundaries;
    return training;
}

}

void TrainingOptionsTest::compressorsAreReadAndWritten()
{
    for (const char* text :
         {"none", "quantise:8", "quantise:4/128", "top-k:0.1", "random-k:0.25", "auto-encoder:1024/100"}) {
        const auto compressor = parseCompressor(text);
        QVERIFY2(compressor, text);
        QCOMPARE(compressorText(*compressor), std::string(text));
    }
    for (const char* text :
         {"", "zip", "none:1", "quantise:0", "quantise:17", "quantise:8/-1", "quantise:x", "top-k:0", "top-k:1.5",
          "top-k:nan", "top-k:0.1/2", "auto-encoder", "auto-encoder:4/5", "auto-encoder:4/0"}) {
        QVERIFY2(!parseCompressor(text), text);
    }
}

// Host updates by hand: gradients of 4, then 2 bytes are sent at 1 byte per second; the host processes 2 bytes per
// second; weights return.
void TrainingOptionsTest::hostUpdatesByHand()
{
    const std::vector<HostUpdateLayer> layers {{Seconds(1), Bytes(4), Bytes(4), Bytes(3)},
                                               {Seconds(1), Bytes(2), Bytes(2), Bytes(1)}};
    const HostRates rates {BytesPerSecond(1), BytesPerSecond(2)};
    // Sent from 1 to 5 and 5 to 7; updated until 7 and 8; returned until 10 and 11; backward ends at 2.
    QCOMPARE(hostUpdateTail(hostUpdateSteps(layers, rates, true)).value, 9.0);
    // Sent until 7, updated until 10, returned until 14.
    QCOMPARE(hostUpdateTail(hostUpdateSteps(layers, rates, false)).value, 12.0);
    QCOMPARE(hostUpdateTail({}).value, 0.0);
    // Exchanged between two hosts at 2 bytes per second. Layer by layer: from 5 to 7 and 7 to 8; updated until 9 and
    // 10; returned until 12 and 13. Together: from 7 to 10; updated until 12 and 13; returned until 15 and 16.
    HostRates two {BytesPerSecond(1), BytesPerSecond(2), 2, {BytesPerSecond(2), Seconds(0)}, Bytes(1)};
    QCOMPARE(hostUpdateTail(hostUpdateSteps(layers, two, true)).value, 11.0);
    two.phase = Bytes(100);
    QCOMPARE(hostUpdateTail(hostUpdateSteps(layers, two, true)).value, 14.0);
}

void TrainingOptionsTest::pipelinedUpdatesAreNoSlower()
{
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::vector<HostUpdateLayer> layers(1 + random() % 12);
        HostUpdateLayer all;
        for (HostUpdateLayer& layer : layers) {
            layer = {Seconds(static_cast<double>(random() % 10)), Bytes(random() % 50), Bytes(random() % 50),
                     Bytes(random() % 50)};
            all.backward += layer.backward;
            all.gradients += layer.gradients;
            all.touched += layer.touched;
            all.weights += layer.weights;
        }
        const HostRates rates {BytesPerSecond(1 + random() % 9), BytesPerSecond(1 + random() % 9)};
        const Seconds pipelined = hostUpdateTail(hostUpdateSteps(layers, rates, true));
        const Seconds at_once = hostUpdateTail(hostUpdateSteps(layers, rates, false));
        QVERIFY(pipelined <= at_once + Seconds(1e-9));
        // No resource exceeds its rate.
        for (const Seconds least : {all.gradients / rates.link, all.touched / rates.memory, all.weights / rates.link}) {
            QVERIFY(pipelined + all.backward >= least - Seconds(1e-9));
        }
    }
}

void TrainingOptionsTest::stateIsOnTheDeviceOrOnTheHost()
{
    const TestedProblem tested = ask(oneNode);
    for (const int zero : {0, 1, 2, 3}) {
        const int data = zero > 0 ? 4 : 1;
        const Estimate all = tested.estimate(planOf({}, data, zero));
        const Estimate less = tested.estimate(planOf(offloading(StateOffload::Optimizer), data, zero));
        for (std::size_t i = 0; i < all.devices.size(); ++i) {
            QVERIFY(all.devices[i].host == Bytes(0));
            QVERIFY(less.devices[i].host > Bytes(0));
            QCOMPARE(less.devices[i].breakdown.optimizer, Bytes(0));
            QVERIFY(less.devices[i].peak <= all.devices[i].peak - less.devices[i].host + Bytes(1 << 20));
        }
        QVERIFY(less.step > all.step); // limited by PCI Express and host memory
    }
    const Plan reported = planOf(offloading(StateOffload::Optimizer));
    const PlanCosts chain = planCosts(tested.costs, tested.problem, reported).value();
    const OperationOrder order = orderOf(flush, planShape(reported)).value();
    const SimulatedStep step = simulatePlan(tested.problem, reported, chain, order);
    const ExposedCommunication exposed = exposedByKind(tested.problem, reported, chain, order, step);
    QVERIFY(exposed.host > Seconds(0) && exposed.host < step.step);
    // Adam in mixed precision: 12 bytes per parameter in host memory.
    const Plan plan = planOf(offloading(StateOffload::Optimizer));
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    Bytes gradients;
    for (int l = 0; l < 5; ++l) {
        gradients += costs.of(0).layers[static_cast<std::size_t>(l)].memory.gradients;
    }
    QCOMPARE(tested.estimate(plan).devices.front().host, gradients * 6);
}

// Host memory of nodes is that of their devices. Two pipeline ranks of three devices: nodes of four have those of the
// first rank and one of the second, or two of the second.
void TrainingOptionsTest::nodesHoldWhatTheirDevicesHave()
{
    TestedProblem tested = ask("2x4xA100-80GB");
    tested.problem.workload.global_batch = 15;
    const Plan plan = planOf(offloading(StateOffload::Optimizer), 3);
    const Estimate estimate = tested.estimate(plan);
    QCOMPARE(estimate.devices.size(), std::size_t(6));
    const Bytes first = estimate.devices.front().host;
    const Bytes second = estimate.devices.back().host;
    QVERIFY(first > Bytes(0) && second > Bytes(0) && first != second);
    QCOMPARE(mostOnHost(tested.problem, plan, estimate).value, (first * 3 + second).value);
    QCOMPARE(mostOnHost(tested.problem, planOf({}, 3), tested.estimate(planOf({}, 3))).value, 0);
}

void TrainingOptionsTest::parametersComeToTheDeviceLayerByLayer()
{
    const TestedProblem tested = ask(oneNode);
    const Plan plan = planOf(offloading(StateOffload::Parameters), 4, 3);
    const Estimate there = tested.estimate(planOf(offloading(StateOffload::Optimizer), 4, 3));
    const Estimate here = tested.estimate(plan);
    QVERIFY(here.peak < there.peak);
    QVERIFY(here.devices.front().host > there.devices.front().host);
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const auto times = planTimes(tested.problem, plan, costs).front();
    QVERIFY(times.layers.front().gather > Seconds(0) && times.layers.front().fetch > Seconds(0));
    // Parameters use the link of saved activations: those of each layer before each of its passes, one after another
    // and in time.
    const Plan both = withPolicies(plan, {LayerPolicy::Swap, {}});
    const PlanCosts swapping = planCosts(tested.costs, tested.problem, both).value();
    const PlanTimeline reported = planTimeline(tested.problem, both, swapping).value();
    std::map<int, Seconds> free;
    std::map<SpanKind, int> seen;
    for (const Span& span : reported.timeline.spans) {
        ++seen[span.kind];
        if (span.lane == Lane::FromHost) {
            QVERIFY(span.start >= free[span.pipeline_rank] - Seconds(1e-12));
            free[span.pipeline_rank] = span.end;
        }
    }
    QCOMPARE(seen[SpanKind::Fetch], static_cast<int>(2 * plan.micro_batches * costs.of(0).size()));
    QVERIFY(seen[SpanKind::SwapIn] > 0 && seen[SpanKind::Gather] > 0);
    // A single device streams them as well, and stores those of two layers.
    const Estimate alone = tested.estimate(planOf(offloading(StateOffload::Parameters), 1, 3));
    const Estimate kept = tested.estimate(planOf(offloading(StateOffload::Optimizer), 1, 3));
    QVERIFY(alone.devices.front().breakdown.parameters < kept.devices.front().breakdown.parameters / 10);
    QVERIFY(alone.step > kept.step);
}

void TrainingOptionsTest::averagingSharesOneExchange()
{
    const TestedProblem tested = ask(oneNode);
    const Plan plan = planOf(using_(ReplicaUse::Averaging, 1), 4);
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const ClusterGroup& group = tested.problem.cluster.groups.front();
    const auto timesOf = [&](const TrainingOptions& training) {
        StageUse use = stageUse(tested.problem, plan);
        use.training = training;
        return stageTimes(costs.of(0), {0, 5}, {4}, {0}, group, use);
    };
    Bytes parameters;
    for (int l = 0; l < 5; ++l) {
        parameters += costs.of(0).layers[static_cast<std::size_t>(l)].memory.parameters;
    }
    const Seconds alone = stageTimes(costs.of(0), {0, 5}, {1}, {0}, group).optimizer;
    const Seconds exchange = allReduce(parameters, consecutiveRanks(group, 0, 4));
    for (const int period : {1, 2, 10, 1000}) {
        const StageTimes times = timesOf(using_(ReplicaUse::Averaging, period));
        QVERIFY(times.optimizer == alone && near(times.parameters, averagingTime(exchange, period)));
    }
    const Estimate often = tested.estimate(planOf(using_(ReplicaUse::Averaging, 1), 4));
    QVERIFY(tested.estimate(planOf(using_(ReplicaUse::Averaging, 50), 4)).step < often.step);
    QVERIFY(approximates(plan) && !approximates(planOf({}, 4)));
}

void TrainingOptionsTest::subnetsTakeTheirPart()
{
    const TestedProblem tested = ask(oneNode);
    const Estimate whole = tested.estimate(planOf({}, 4));
    const Estimate part = tested.estimate(planOf(using_(ReplicaUse::Subnets, 100), 4));
    const auto ratio = [&](Bytes MemoryBreakdown::*kind) {
        return part.devices.front().breakdown.*kind / (whole.devices.front().breakdown.*kind);
    };
    QVERIFY(std::abs(ratio(&MemoryBreakdown::parameters) - 0.25) < 1e-3);
    QVERIFY(std::abs(ratio(&MemoryBreakdown::optimizer) - 0.25) < 1e-3);
    QVERIFY(part.step < whole.step / 2);
    QVERIFY(std::abs(*part.mfu - *whole.mfu) < *whole.mfu); // relative to the computed part
    QCOMPARE(part.memory_basis, Basis::Analytic);
}

void TrainingOptionsTest::compressedLayersHoldLess()
{
    const TestedProblem tested = ask(oneNode);
    const LayerPolicies all {LayerPolicy::Compress, {}};
    Bytes last(INT64_MAX);
    for (const char* compressor : {"quantise:12", "quantise:8", "quantise:4"}) {
        const Plan plan = withPolicies(planOf(compressing(compressor, false)), all);
        const Estimate estimate = tested.estimate(plan);
        QVERIFY(estimate.peak < last);
        QVERIFY(estimate.step > tested.estimate(planOf({})).step);
        last = estimate.peak;
        const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
        const PlanCosts plain = planCosts(tested.costs, tested.problem, planOf({})).value();
        const Compressor used = compressorFor(plan.training.compressor, tested.problem.workload.precision);
        QCOMPARE(costs.of(0).layers[1].memory.saved, compressedBytes(used, plain.of(0).layers[1].memory.saved));
    }
    // The policy applies to single layers.
    const Plan some = withPolicies(planOf(compressing("quantise:8", false)), parsePolicies("compress@2-4").value());
    const PlanCosts costs = planCosts(tested.costs, tested.problem, some).value();
    QVERIFY(costs.of(0).layers[2].memory.saved < costs.of(0).layers[1].memory.saved);
    QVERIFY(approximates(some));
}

void TrainingOptionsTest::compressedBoundariesSendLess()
{
    const TestedProblem tested = ask("8x1xA100-80GB"); // over the network
    const Plan plain = planOf({});
    const Plan fewer = planOf(compressing("top-k:0.01", true));
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plain).value();
    const auto before = planTimes(tested.problem, plain, costs);
    const auto after = planTimes(tested.problem, fewer, costs);
    QVERIFY(after[0].transfer < before[0].transfer / 10);
    // includes encoding and decoding
    QVERIFY(after[0].forward > before[0].forward && after[0].backward > before[0].backward);
    QVERIFY(after[1].forward > before[1].forward && after[1].backward > before[1].backward);
    QCOMPARE(after[1].transfer, before[1].transfer);
}

void TrainingOptionsTest::dappleKeepsWhatFits()
{
    const TestedProblem tested = ask(oneNode);
    Plan plan = uniformPlan({0, 3, 6, 8, 10}, 1, 1, 16, ScheduleKind::DappleB);
    Bytes last;
    for (const int limit : {1, 2, 3, 7}) {
        plan.training.in_flight_limit = limit;
        const Bytes peak = tested.estimate(plan).devices.front().peak;
        QVERIFY(peak > last);
        last = peak;
    }
    plan.training.in_flight_limit = std::nullopt;
    QCOMPARE(tested.estimate(plan).devices.front().peak, last); // 2 x 4 - 1
}

void TrainingOptionsTest::devicesOfANodeShareItsMemory()
{
    const auto rate = [](const char* cluster, double memory) {
        TestedProblem tested = ask(cluster);
        tested.problem.constraints.host_memory_bandwidth = BytesPerSecond(memory);
        return hostBandwidth(tested.problem)->value;
    };
    const double link = rate("1x1xA100-80GB", 1e13);
    QVERIFY(link > 20e9 && link < 40e9); // PCI Express 4.0
    QCOMPARE(rate("1x8xA100-80GB", 1e13), link);
    QCOMPARE(rate("1x8xA100-80GB", 160e9), 10e9); // a sixteenth per direction
    QCOMPARE(rate("4x2xA100-80GB", 40e9), 10e9);
    TestedProblem reported = ask(oneNode);
    reported.problem.constraints.host_bandwidth = BytesPerSecond(5e9);
    QCOMPARE(hostBandwidth(reported.problem)->value, 5e9);
}

void TrainingOptionsTest::givenThresholdsSwapWhatTheySay()
{
    const TestedProblem tested = ask(oneNode);
    const Plan plan = planOf({});
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const auto swapped = [&](int threshold, int tensors) {
        LmsOptions lms;
        lms.given.threshold = threshold;
        lms.given.tensors = tensors;
        const auto choice = chooseOutOfCore(OutOfCoreMethod::Lms, tested.problem, plan, tested.costs, lms).value();
        int count = 0;
        for (int l = 0; l < costs.of(0).size(); ++l) {
            count += choice.policies.of(l) == LayerPolicy::Swap ? 1 : 0;
        }
        return count;
    };
    // Two stages of five layers: used again 9, 7, 5, 3 and 1 levels later.
    QCOMPARE(swapped(1, -1), 8);
    QCOMPARE(swapped(4, -1), 6);
    QCOMPARE(swapped(8, -1), 2);
    QCOMPARE(swapped(9, -1), 0);
    QCOMPARE(swapped(1, 2), 4);
}

void TrainingOptionsTest::searchIsExactWithOffload()
{
    TestedProblem tested = ask(oneNode);
    tested.problem.constraints.training = offloading(StateOffload::Optimizer);
    tested.problem.constraints.pipeline = 2;
    tested.problem.constraints.data = 2;
    tested.problem.constraints.zero = 1;
    const SearchResult found = searchPlans(tested.problem, tested.costs).value();
    Bytes least(INT64_MAX);
    for (int split_point = 1; split_point < 10; ++split_point) {
        Plan plan = uniformPlan({0, split_point, 10}, 2, 1, 8, flush, 1);
        plan.training = tested.problem.constraints.training;
        least = std::min(least, tested.estimate(plan).peak);
    }
    QCOMPARE(found.recommended()->estimate.peak, least);
    QVERIFY(found.recommended()->plan.training == tested.problem.constraints.training);
}

void TrainingOptionsTest::whatContradictsItselfIsRefused()
{
    const TestedProblem tested = ask(oneNode);
    QVERIFY(tested.refusal(planOf(offloading(StateOffload::Parameters), 2, 0)).contains("ZeRO stage 3"));
    QVERIFY(tested.refusal(planOf(using_(ReplicaUse::Averaging, 2), 1)).contains("at least two replicas"));
    QVERIFY(tested.refusal(planOf(using_(ReplicaUse::Averaging, 2), 2, 1)).contains("ZeRO"));
    QVERIFY(tested.refusal(planOf(using_(ReplicaUse::Gradients, 2), 2)).contains("period of 2"));
    QVERIFY(tested.refusal(planOf(using_(ReplicaUse::Subnets, 0), 2)).contains("period of 0"));
    TrainingOptions limited;
    limited.in_flight_limit = 2;
    QVERIFY(tested.refusal(planOf(limited)).contains("dapple"));
    TrainingOptions nothing;
    nothing.compress_boundaries = true;
    QVERIFY(tested.refusal(planOf(nothing)).contains("needs a compressor"));
    const LayerPolicies all {LayerPolicy::Compress, {}};
    QVERIFY(tested.refusal(withPolicies(planOf({}), all)).contains("compressor"));
    // A CPU has no separate host, and an unknown bandwidth.
    const TestedProblem cpu = ask("4xcpu:8GiB");
    QVERIFY(cpu.refusal(planOf(offloading(StateOffload::Optimizer))).contains("--host-bandwidth"));
    QVERIFY(cpu.refusal(planOf(compressing("quantise:8", true))).contains("memory bandwidth"));
}

QTEST_APPLESS_MAIN(TrainingOptionsTest)
#include "tst_trainingoptions.moc"
