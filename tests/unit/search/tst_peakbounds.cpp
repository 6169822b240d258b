// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/stagepeaks.h"
#include "core/schedule/schedule.h"
#include "core/search/pipelinebounds.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Lowest peak over all partitions.
Bytes leastPeak(const ChainCosts& chain, const Replication& replication, ScheduleKind schedule,
                std::int64_t micro_batches, int pipeline_ranks)
{
    const StagePeaks peaks(chain, replication);
    Bytes least(INT64_MAX);
    std::vector<int> split_points {0};
    forEachPartition(chain.size(), pipeline_ranks, split_points, [&](const std::vector<int>& all) {
        Bytes peak;
        for (int s = 0; s < pipeline_ranks; ++s) {
            const LayerRange range {all[static_cast<std::size_t>(s)], all[static_cast<std::size_t>(s) + 1]};
            peak =
                std::max(peak, peaks.peak(range, inFlight(schedule, s, pipeline_ranks, micro_batches), micro_batches));
        }
        least = std::min(least, peak);
    });
    return least;
}

// Inserts the given number of equal layers between the first and the last.
void repeatInner(ChainCosts& chain, int layers)
{
    const LayerCost inner = chain.layers[1];
    chain.layers.insert(chain.layers.begin() + 1, static_cast<std::size_t>(layers), inner);
    for (std::size_t l = 1; l + 1 < chain.layers.size(); ++l) { // a layer's output is the next layer's input
        chain.layers[l].memory.input_gradient = chain.layers[l - 1].memory.output;
    }
}

}

class PeakBoundsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void areBelowTheLeastPeak();
    void equalTheMeanOfTheMinimumShares();
    void wholeLayersAreFoundToExceed();
};

// Bounds are below the lowest peak for random chains, some with many equal layers.
void PeakBoundsTest::areBelowTheLeastPeak()
{
    std::mt19937 random(8);
    for (int round = 0; round < 1500; ++round) {
        const int layers = 3 + static_cast<int>(random() % 4);
        const bool table = round % 5 == 0;
        ChainCosts chain = table
            ? CostModel(randomTable(random, layers, round % 2 == 0), {}, {}).chain(1, deviceOf(DeviceKind::Cpu)).value()
            : randomChain(random, layers, round % 3 == 0);
        if (!table && round % 2 == 0) {
            repeatInner(chain, static_cast<int>(random() % 4));
        }
        Replication replication;
        if (!table && round % 4 != 0) {
            replication = {1 + static_cast<int>(random() % 4), static_cast<int>(random() % 4),
                           enumNames<GradientHandling>[random() % enumNames<GradientHandling>.size()].first,
                           static_cast<StateOffload>(random() % 4)};
        }
        const auto micro_batches = static_cast<std::int64_t>(1 + random() % 6);
        const auto schedule = round % 3 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
        const PeakBounds bounds(chain, identicalLayers(chain), replication, schedule, micro_batches, chain.size());
        for (int pipeline_ranks = 1; pipeline_ranks <= chain.size(); ++pipeline_ranks) {
            const Bytes least = leastPeak(chain, replication, schedule, micro_batches, pipeline_ranks);
            QVERIFY2(bounds.least(pipeline_ranks) <= least,
                     qPrintable(QStringLiteral("round %1, %2 pipeline ranks: %3 > %4")
                                    .arg(round)
                                    .arg(pipeline_ranks)
                                    .arg(bounds.least(pipeline_ranks).value)
                                    .arg(least.value)));
            QVERIFY2(!bounds.exceeds(pipeline_ranks, least),
                     qPrintable(QStringLiteral("round %1, %2 pipeline ranks").arg(round).arg(pipeline_ranks)));
        }
    }
}

// Bounds equal the mean of each layer's minimum share, by definition over all numbers of micro-batches in flight, for
// chains of different layers.
void PeakBoundsTest::equalTheMeanOfTheMinimumShares()
{
    std::mt19937 random(12);
    for (int round = 0; round < 60; ++round) {
        const int layers = 20 + static_cast<int>(random() % 60);
        const ChainCosts chain = round % 2 == 0
            ? CostModel(randomTable(random, layers, false), {}, {}).chain(1, deviceOf(DeviceKind::Cpu)).value()
            : randomChain(random, layers, false);
        const auto micro_batches = static_cast<std::int64_t>(1 + random() % 24);
        const PeakBounds bounds(chain, identicalLayers(chain), {}, ScheduleKind::OneForwardOneBackward, micro_batches,
                                20);
        const auto bytesAt = [&](const PeakBounds::LayerLowerBound& lower_bound, std::int64_t in_flight) {
            return lower_bound.state + (in_flight < micro_batches ? lower_bound.gradients : 0)
                + static_cast<double>(in_flight) * lower_bound.held;
        };
        PeakBounds::LayerLowerBound all;
        double least_backward = 1e300;
        for (const PeakBounds::Kind& kind : bounds.kinds()) {
            all.state += kind.count * kind.lower_bound.state;
            all.gradients += kind.count * kind.lower_bound.gradients;
            all.held += kind.count * kind.lower_bound.held;
            least_backward = std::min(least_backward, kind.backward);
        }
        for (int pipeline_ranks = 1; pipeline_ranks <= 20; ++pipeline_ranks) {
            double weights = 0;
            for (std::int64_t from_end = 1; from_end <= pipeline_ranks; ++from_end) {
                weights += 1 / bytesAt(all, std::min(from_end, micro_batches));
            }
            double shares = 0;
            for (const PeakBounds::Kind& kind : bounds.kinds()) {
                double share = 1;
                for (std::int64_t q = 1; q <= std::min(std::int64_t(pipeline_ranks), micro_batches); ++q) {
                    share = std::min(share, bytesAt(kind.lower_bound, q) / bytesAt(all, q));
                }
                shares += kind.count * share;
            }
            const double expected = std::max(shares / weights + least_backward, bounds.largest());
            QVERIFY(std::abs(static_cast<double>(bounds.least(pipeline_ranks).value) - expected)
                    <= 1 + expected * 1e-8);
        }
    }
}

// Bounds consider whole layers: of ten layers of 1,000 bytes over four stages, some stage has three, although the mean
// is 2,500 bytes.
void PeakBoundsTest::wholeLayersAreFoundToExceed()
{
    ChainCosts chain;
    for (int l = 0; l < 10; ++l) {
        chain.table.push_back({});
        chain.table.back().state = Bytes(1000);
        chain.layers.push_back({});
    }
    const PeakBounds bounds(chain, identicalLayers(chain), {}, ScheduleKind::OneForwardOneBackward, 4, 10);
    QVERIFY(bounds.least(4) <= Bytes(2500));
    QVERIFY(bounds.exceeds(4, Bytes(2999)));
    QVERIFY(!bounds.exceeds(4, Bytes(3000)));
}

QTEST_APPLESS_MAIN(PeakBoundsTest)
#include "tst_peakbounds.moc"
