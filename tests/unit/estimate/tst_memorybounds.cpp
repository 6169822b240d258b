// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Estimates and searches decide whether a plan fits by the sum of the bounds of each part.
#include "core/estimate/fullestdevice.h"
#include "core/memory/stagepeaks.h"
#include "core/schedule/schedule.h"
#include "core/search/feasibility.h"
#include "core/search/leastpeaksearch.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class MemoryBoundsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatPassesAllocateHasABound();
    void tablesHaveNoBounds();
    void countedBytesDoNotWidenTheBound();
    void noMomentIsAboveTheUpperBound();
    void searchesAndEstimatesAgreeOnWhatFits_data();
    void searchesAndEstimatesAgreeOnWhatFits();
};

namespace {

constexpr ReservedOptions byShare {false};

const char* const fewLayers = "zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=8000";

Bytes mostNeeded(const Estimate& estimate)
{
    return fullestDevice(estimate)->device_high;
}

}

void MemoryBoundsTest::onlyWhatPassesAllocateHasABound()
{
    const TestedProblem tested = ask("1xA100-80GB");
    const ChainCosts chain = tested.chain({});
    const ChainCosts upper = upperBoundOf(chain);
    QVERIFY(hasMemoryBounds(chain));
    for (std::size_t l = 0; l < chain.layers.size(); ++l) {
        const LayerCost& layer = chain.layers[l];
        const LayerMemory& most = upper.layers[l].memory;
        QVERIFY(most.parameters == layer.memory.parameters && most.gradients == layer.memory.gradients);
        QVERIFY(most.optimizer_state == layer.memory.optimizer_state && most.output == layer.memory.output);
        QCOMPARE(most.saved.value, scaled(layer.memory.saved, 1 + layer.memory_width).value);
        QCOMPARE(most.backward_peak.value, scaled(layer.memory.backward_peak, 1 + layer.memory_width).value);
        QVERIFY(layer.memory_width > 0.1);
    }
}

void MemoryBoundsTest::tablesHaveNoBounds()
{
    std::mt19937 random(3);
    const Problem problem = problemFor(randomTable(random, 4, false), "1xcpu", 4, 1);
    const CostModel costs(problem.model, problem.workload, {});
    const Plan plan = constrainedPlan({0, 4}, 1, 4, problem.constraints);
    const Estimate estimate = estimatePlan(problem, plan, costs).value();
    QCOMPARE(estimate.peak_high.value, estimate.peak.value);
    QCOMPARE(estimate.peak_low.value, estimate.peak.value);
}

// Exactly counted bytes do not widen the bounds: in a model that consists mostly of state, half of the other bytes is
// not half of the device.
void MemoryBoundsTest::countedBytesDoNotWidenTheBound()
{
    TestedProblem tested = ask("1xA100-80GB", "zoo:gpt?layers=24&hidden=2048&heads=16&vocabulary=8000");
    tested.problem.workload.sequence = 64;
    tested.problem.workload.global_batch = 2; // gradients exist at the peak
    tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
    const int layers = static_cast<int>(tested.problem.model.layers.size());
    const Estimate estimate = tested.estimate(constrainedPlan({0, layers}, 1, 2, tested.problem.constraints));
    const DeviceEstimate& device = estimate.devices.front();
    const Bytes counted = device.breakdown.parameters + device.breakdown.optimizer + device.breakdown.gradients;
    QVERIFY(estimate.memory_basis == Basis::Analytic && counted / device.peak > 0.95);
    const Bytes width = device.device_high - device.device;
    const Bytes collectives = device.collectives.high - device.collectives.middle;
    QVERIFY2(width - collectives < scaled(device.peak, 0.1), qPrintable(QString::number(width / device.peak)));
    QVERIFY(device.peak_high > device.peak && device.peak_low < device.peak);
}

// No moment exceeds the upper bound, for any bytes of the layers within their bounds.
void MemoryBoundsTest::noMomentIsAboveTheUpperBound()
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> any(0, 1);
    for (int round = 0; round < 200; ++round) {
        ChainCosts chain = randomChain(random, 2 + round % 6, round % 3 == 0);
        for (LayerCost& layer : chain.layers) {
            layer.memory_width = any(random);
        }
        ChainCosts truth = chain;
        for (LayerCost& layer : truth.layers) {
            const double factor = 1 + any(random) * layer.memory_width;
            for (Bytes* bytes :
                 {&layer.memory.saved, &layer.memory.cached, &layer.memory.context, &layer.memory.forward_peak,
                  &layer.memory.backward_peak, &layer.memory.accumulate_peak, &layer.memory.owned_backward_peak,
                  &layer.memory.owned_accumulate_peak, &layer.memory.optimizer_peak}) {
                *bytes = scaled(*bytes, factor);
            }
        }
        const ChainCosts upper = upperBoundOf(chain);
        for (int first = 0; first < chain.size(); ++first) {
            for (int last = first + 1; last <= chain.size(); ++last) {
                const Bytes peak = StagePeaks(truth).peak({first, last}, 2, 5);
                const Bytes most = StagePeaks(upper).peak({first, last}, 2, 5);
                QVERIFY2(peak <= most, qPrintable(QStringLiteral("%1 above %2").arg(peak.value).arg(most.value)));
            }
        }
    }
}

void MemoryBoundsTest::searchesAndEstimatesAgreeOnWhatFits_data()
{
    QTest::addColumn<ScheduleKind>("schedule");
    QTest::addColumn<int>("zero");
    QTest::newRow("1f1b") << ScheduleKind::OneForwardOneBackward << 0;
    QTest::newRow("1f1b, zero 1") << ScheduleKind::OneForwardOneBackward << 1;
    QTest::newRow("1f1b, zero 3") << ScheduleKind::OneForwardOneBackward << 3;
    QTest::newRow("gpipe") << ScheduleKind::GPipe << 0;
    QTest::newRow("zb-h1") << ScheduleKind::ZeroBubbleH1 << 0;
}

// Searches and estimates agree on plans that fit, on devices with exactly the memory that plans of all kinds need, and
// one byte less or more: the search finds a plan if one fits, and the lowest peak.
void MemoryBoundsTest::searchesAndEstimatesAgreeOnWhatFits()
{
    QFETCH(ScheduleKind, schedule);
    QFETCH(int, zero);
    TestedProblem tested = ask("4xA100-80GB", fewLayers);
    tested.problem.constraints.schedule = schedule;
    tested.problem.constraints.zero = zero;
    tested.problem.constraints.micro_batch = 2;
    struct Known {
        Plan plan;
        Bytes needed;
        Bytes peak;
    };
    std::vector<Known> plans;
    {
        const auto space = PlanSpace::make(tested.problem, tested.costs, {});
        QVERIFY2(space, qPrintable(errorOf(space)));
        for (const Configuration& config_group : space->configGroups()) {
            for (const Configuration& c : space->configurations(config_group.config_group)) {
                std::vector<int> split_points {0};
                ConfigurationSearch& search = space->search(c);
                forEachPartition(search.costs().size(), c.pipeline_ranks, split_points,
                                 [&](const std::vector<int>& all) {
                                     const Plan plan = search.planOf(all);
                                     const Estimate estimate =
                                         estimatePlan(tested.problem, plan, PlanCosts(search.costs()), byShare).value();
                                     plans.push_back({plan, mostNeeded(estimate), estimate.peak});
                                 });
            }
        }
    }
    QVERIFY(plans.size() > 10);
    std::stable_sort(plans.begin(), plans.end(), [](const Known& a, const Known& b) { return a.needed < b.needed; });
    int refused = 0;
    for (std::size_t i = 0; i < plans.size(); i += std::max<std::size_t>(1, plans.size() / 8)) {
        for (const std::int64_t more : {-1, 0}) {
            Problem sized = tested.problem;
            sized.cluster.groups.front().device.memory.value = plans[i].needed + Bytes(more);
            const Bytes capacity = sized.cluster.groups.front().device.memory.value;
            Bytes least(INT64_MAX);
            for (const Known& plan : plans) {
                least = plan.needed <= capacity ? std::min(least, plan.peak) : least;
            }
            const auto space = PlanSpace::make(sized, tested.costs, {});
            QVERIFY2(space, qPrintable(errorOf(space)));
            QCOMPARE(anyFitting(*space, {}).has_value(), least.value < INT64_MAX);
            const LeastPeak found = leastPeakOf(*space, thoroughlyTimed, {});
            QCOMPARE(found.fits, least.value < INT64_MAX);
            QCOMPARE(found.best->partition.peak.value == least.value, found.fits);
            refused += found.fits ? 0 : 1;
        }
    }
    QVERIFY(refused > 0);
}

QTEST_GUILESS_MAIN(MemoryBoundsTest)
#include "tst_memorybounds.moc"
