// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Figures of an estimate other than memory and time.
#include "core/estimate/estimator.h"
#include "tests/support/chains.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::optional<double> utilisation(const std::string& cluster, Precision precision)
{
    std::mt19937 random(1);
    Problem problem = problemFor(gptChain(2, 64, 4, 100, 16), cluster, 8, 1);
    problem.workload.precision = precision;
    const int layers = static_cast<int>(problem.model.layers.size());
    const Plan plan = uniformPlan({0, layers}, 1, 1, 8, ScheduleKind::GPipe);
    const auto estimate = estimatePlan(problem, plan, randomChain(random, layers, true));
    if (!estimate) {
        qFatal("%s", qPrintable(errorOf(estimate)));
    }
    return estimate->mfu;
}

}

class EstimateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void utilisationIsOfThePeakForThePrecision();
    void utilisationIsAbsentWithoutAPeak();
    void utilisationCountsModelFlopsOnAllDevices();
    void utilisationLeavesOutWhatIsNotTrained();
    void communicationIsExposedWhereNothingHidesIt();
    void instantLinksExposeNothing();
    void identicalDevicesAreListedOneByOne();
};

// MFU refers to the peak for the precision: the same work in the same time, only the peak differs.
void EstimateTest::utilisationIsOfThePeakForThePrecision()
{
    const DeviceType device = parseCluster("1xA30")->groups.front().device;
    const double fp32 = utilisation("1xA30", Precision::Fp32).value();
    QVERIFY(fp32 > 0);
    const auto check = [&](Precision precision, const FlopsPerSecond& peak) {
        const double expected = fp32 * (device.peak_fp32->value / peak);
        QVERIFY(std::abs(utilisation("1xA30", precision).value() / expected - 1) < 1e-12);
    };
    check(Precision::Bf16Autocast, *device.peak_bf16);
    check(Precision::Bf16Master, *device.peak_bf16);
    check(Precision::Fp16, *device.peak_fp16);
}

void EstimateTest::utilisationIsAbsentWithoutAPeak()
{
    QVERIFY(utilisation("1xT4", Precision::Fp16));
    QVERIFY(!utilisation("1xT4", Precision::Bf16Autocast));
    QVERIFY(!utilisation("1xT4", Precision::Bf16Master));
    QVERIFY(!utilisation("1xcpu", Precision::Fp32));
}

// MFU counts model FLOPs on all devices: per token 6 FLOPs per weight of a matrix product, and 12 x layers x hidden x
// sequence of attention (Kaplan et al. 2020; Chowdhery et al. 2022, appendix B), over the peak of the plan's devices.
void EstimateTest::utilisationCountsModelFlopsOnAllDevices()
{
    constexpr std::int64_t layers = 2;
    constexpr std::int64_t hidden = 64;
    constexpr std::int64_t vocabulary = 100;
    constexpr std::int64_t sequence = 16;
    constexpr std::int64_t batch = 8;
    std::mt19937 random(1);
    const Problem problem = problemFor(gptChain(layers, hidden, 4, vocabulary, sequence), "4xA30", batch, 1);
    const ChainCosts costs = randomChain(random, layers + 2, true);
    const double weights = 12 * layers * hidden * hidden + vocabulary * hidden;
    const double flops = batch * sequence * (6 * weights + 12.0 * layers * hidden * sequence);
    const double peak = problem.cluster.groups.front().device.peak_fp32->value.value;
    for (const auto& [pipeline_ranks, data] : {std::pair(1, 1), std::pair(1, 4), std::pair(2, 2)}) {
        const std::vector<int> split_points = pipeline_ranks == 1 ? std::vector {0, 4} : std::vector {0, 2, 4};
        const Plan plan = uniformPlan(split_points, data, 1, batch / data, ScheduleKind::OneForwardOneBackward);
        const auto estimate = estimatePlan(problem, plan, costs);
        QVERIFY2(estimate, qPrintable(errorOf(estimate)));
        QCOMPARE(estimate->mfu.value(), flops / (peak * pipeline_ranks * data * estimate->step.value));
    }
}

// MFU excludes untrained parts: frozen products have no weight gradients, 4 instead of 6 FLOPs per weight, and no
// backward pass if nothing before them is trainable.
void EstimateTest::utilisationLeavesOutWhatIsNotTrained()
{
    constexpr std::int64_t hidden = 64;
    constexpr std::int64_t sequence = 16;
    Problem problem = problemFor(gptChain(2, hidden, 4, 100, sequence), "1xA30", 8, 1);
    const Plan plan = uniformPlan({0, 4}, 1, 1, 8, ScheduleKind::GPipe);
    const double tokens = 8 * sequence;
    const double weights = 2 * 12 * hidden * hidden;
    const double head = 100 * hidden;
    const double attention = 4.0 * 2 * hidden * sequence; // FLOPs of a forward pass
    const double peak = problem.cluster.groups.front().device.peak_fp32->value.value;
    const auto flops = [&](const char* trainable) {
        problem.workload.trainable = parseTrainable(trainable).value();
        const auto estimate = estimatePlan(problem, plan, CostModel(problem.model, problem.workload, {}));
        return estimate && estimate->mfu ? *estimate->mfu * peak * estimate->step.value / tokens : 0;
    };
    const auto near = [](double a, double b) { return std::abs(a / b - 1) < 1e-9; };
    QVERIFY(near(flops("all"), 6 * (weights + head) + 3 * attention));
    QVERIFY(near(flops("embedding*"), 4 * weights + 6 * head + 3 * attention)); // the head shares its table
    QVERIFY(near(flops("head.norm*"), 2 * weights + 4 * head + attention));
    QVERIFY(flops("lora:4") > 4 * (weights - hidden * hidden) && flops("lora:4") < 6 * (weights + head));
}

// Communication without overlap is exposed: two replicas of one layer send one bucket of gradients after the backward
// pass; of two stages the second one waits for the boundary, the first one for its gradient.
void EstimateTest::communicationIsExposedWhereNothingHidesIt()
{
    std::mt19937 random(1);
    Problem problem = problemFor(randomTable(random, 2, false), "2xcpu:1GiB", 2, 1);
    ClusterGroup& group = problem.cluster.groups.front();
    group.intra_node.bandwidth = BytesPerSecond(1000);
    group.intra_node.latency = Seconds(0.001);
    auto& first = std::get<TableRow>(problem.model.layers.front().spec);
    auto& second = std::get<TableRow>(problem.model.layers.back().spec);
    first.parameters = 15;
    second.parameters = 10;
    first.output = Bytes(70);
    const CostModel costs(problem.model, problem.workload, {});

    const auto replicas = estimatePlan(problem, uniformPlan({0, 2}, 2, 1, 1, ScheduleKind::GPipe), costs);
    QVERIFY2(replicas, qPrintable(errorOf(replicas)));
    const double compute = (first.forward + first.backward + second.forward + second.backward).value;
    QCOMPARE(replicas->exposed_communication->value, 2 * 0.001 + 0.1); // 25 gradients of 4 bytes
    QCOMPARE(replicas->step.value, compute + 2 * 0.001 + 0.1);

    problem.workload.global_batch = 1;
    const auto stages = estimatePlan(problem, uniformPlan({0, 1, 2}, 1, 1, 1, ScheduleKind::GPipe), costs);
    QVERIFY2(stages, qPrintable(errorOf(stages)));
    QCOMPARE(stages->exposed_communication->value, 2 * (0.001 + 0.07));

    const auto alone = estimatePlan(problem, uniformPlan({0, 2}, 1, 1, 1, ScheduleKind::GPipe), costs);
    QVERIFY2(alone, qPrintable(errorOf(alone)));
    QCOMPARE(alone->exposed_communication->value, 0.0);
}

void EstimateTest::instantLinksExposeNothing()
{
    std::mt19937 random(2);
    int exposed = 0; // with default links
    for (int round = 0; round < 200; ++round) {
        const int layers = 2 + static_cast<int>(random() % 6);
        const bool tied = random() % 2 == 0;
        Problem problem = problemFor(gptChain(layers - 2, 64, 4, 100, 16), "2x3xcpu:1GiB", 12, 1);
        const ChainCosts costs = randomChain(random, layers, tied);
        const int data = 1 + static_cast<int>(random() % 3);
        const auto schedule = random() % 2 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
        const Plan plan = uniformPlan({0, 1, layers}, data, 1, 12 / data, schedule);
        const auto slow = estimatePlan(problem, plan, costs);
        QVERIFY2(slow, qPrintable(errorOf(slow)));
        QVERIFY(slow->exposed_communication >= Seconds(0));
        exposed += slow->exposed_communication > Seconds(0) ? 1 : 0;
        for (Link* link : {&problem.cluster.groups.front().intra_node, &problem.cluster.groups.front().network}) {
            link->bandwidth = BytesPerSecond(1e15);
            link->latency = Seconds(0);
        }
        const auto instant = estimatePlan(problem, plan, costs);
        QVERIFY2(instant, qPrintable(errorOf(instant)));
        QVERIFY(instant->exposed_communication >= Seconds(0));
        QVERIFY(instant->exposed_communication < Seconds(1e-9));
        QVERIFY(std::abs((slow->step - *slow->exposed_communication - instant->step).value) < 1e-9);
    }
    QVERIFY(exposed > 100);
}

// Identical devices stored as a group equal those listed one by one: in order, as values, and for any access order.
void EstimateTest::identicalDevicesAreListedOneByOne()
{
    DeviceEstimate first;
    first.peak = Bytes(7);
    DeviceEstimate second;
    second.stage = 1;
    second.peak = Bytes(5);
    const auto pipeline_ranks = [&](int replicas, int ranks) {
        return DeviceEstimates(
            std::vector {IdenticalDevices {first, replicas, ranks}, IdenticalDevices {second, 1, 2}});
    };
    const DeviceEstimates reported = pipeline_ranks(2, 3);
    QCOMPARE(reported.size(), std::size_t(8));
    QCOMPARE(reported.pipelineRanks().size(), std::size_t(2));
    const DeviceEstimates copy = reported;
    for (std::size_t i = 0; i < 8; ++i) {
        QCOMPARE(reported[i].stage, i < 6 ? 0 : 1);
        QCOMPARE(reported[i].replica, i < 6 ? int(i / 3) : 0);
        QCOMPARE(reported[i].rank, i < 6 ? int(i % 3) : int(i - 6));
        QCOMPARE(reported[i].peak, i < 6 ? first.peak : second.peak);
    }
    QVERIFY(&copy.all() == &reported.all()); // copies share them
    const DeviceEstimates listed(reported.all());
    QCOMPARE(listed.pipelineRanks().size(), std::size_t(8));
    QVERIFY(listed == reported && copy == reported && reported == pipeline_ranks(2, 3));
    QVERIFY(reported != pipeline_ranks(3, 2)); // same number, but other ranks
    QVERIFY(DeviceEstimates().empty() && DeviceEstimates() == DeviceEstimates(std::vector<DeviceEstimate>()));
    DeviceEstimates changed = reported;
    changed.changePipelineRanks([](DeviceEstimate& device) { device.peak += Bytes(1); });
    QVERIFY(changed != reported && changed.size() == reported.size());
    QCOMPARE(changed.back().peak, Bytes(6));
    QCOMPARE(reported.back().peak, Bytes(5));
}

QTEST_APPLESS_MAIN(EstimateTest)
#include "tst_estimate.moc"
