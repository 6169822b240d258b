// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Chains of hundreds and thousands of layers, for which searches store neither all stages nor all bounds: omitted ones
// have no effect, and the stored ones are small.
#include "core/estimate/plancosts.h"
#include "core/schedule/schedule.h"
#include "core/search/partitionsearch.h"
#include "core/search/search.h"
#include "tests/support/chains.h"

#include <QTest>

#include <sys/resource.h>

#include <limits>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

// A chain with more stages times layers than the search computes all bounds for.
struct LongChain {
    Problem problem;
    ChainCosts costs;
    ConfigurationGroup config_group;
    int pipeline_ranks;

    LongChain(std::mt19937& random, int layers, int stages, int data, ScheduleKind schedule)
        : problem(problemFor(randomTable(random, layers, random() % 4 == 0),
                             std::to_string(stages * data) + "xcpu:8GiB", 24, 1))
        , pipeline_ranks(stages)
    {
        problem.constraints.data = data;
        problem.constraints.schedule = schedule;
        const CostModel model(problem.model, problem.workload, {});
        costs = chainCosts(model, problem, 1, {{}, {}, {}, 1}).value();
        config_group = configurationGroups(problem).front();
    }

    Bytes peak(const StagePeaks& peaks, int pipeline_rank, LayerRange stage) const
    {
        return peaks.peak(
            stage, inFlight(config_group.fixed.schedule, pipeline_rank, pipeline_ranks, config_group.micro_batches),
            config_group.micro_batches);
    }

    // Minimum by pipeline rank and layer over partitions of the largest bound of the following stages; infinite if
    // none is within the limit. By definition.
    double leastBound(Bytes limit) const
    {
        const StagePeaks peaks(costs,
                               replicationOf(config_group.fixed, config_group.data(), config_group.micro_batches));
        const StageBounds bounds(costs, config_group, problem.cluster.groups.front(),
                                 stageUse(problem, config_group.fixed));
        const auto count = static_cast<std::size_t>(costs.size());
        std::vector<double> behind(count + 1, none);
        behind[count] = 0;
        for (int pipeline_rank = pipeline_ranks - 1; pipeline_rank >= 0; --pipeline_rank) {
            std::vector<double> now(count + 1, none);
            for (std::size_t first = 0; first < count; ++first) {
                for (std::size_t last = first + 1; last <= count; ++last) {
                    const LayerRange stage {static_cast<int>(first), static_cast<int>(last)};
                    if (behind[last] < now[first] && peak(peaks, pipeline_rank, stage) <= limit) {
                        now[first] = std::min(now[first], std::max(behind[last], bounds.least(stage)));
                    }
                }
            }
            behind = std::move(now);
        }
        return behind.front();
    }
};

// Peak resident memory of this process in bytes.
std::int64_t mostResident()
{
    rusage used {};
    getrusage(RUSAGE_SELF, &used);
    return std::int64_t(used.ru_maxrss) * 1024;
}

}

class LongChainsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void boundsAreThoseOfAllPartitions();
    void thousandsOfRowsAreSearchedInLittleMemory();
};

// Bounds equal the minimum over all partitions, for limits that no partition meets up to those that all meet.
void LongChainsTest::boundsAreThoseOfAllPartitions()
{
    std::mt19937 random(25);
    int impossible = 0;
    for (int round = 0; round < 8; ++round) {
        const ScheduleKind schedule = round % 4 == 3 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
        const LongChain chain(random, 260 + 10 * round, 130 + 4 * round, 1 + round % 3, schedule);
        const PartitionSearch search(chain.problem, chain.config_group, chain.costs);
        const Bytes least = search.leastPeaks(chain.pipeline_ranks, noPeak - Bytes(1), {}).back();
        const Bytes all = search.peakOf({0, chain.costs.size()});
        for (const Bytes limit : {least - Bytes(1), least, scaled(least, 1.05), scaled(least, 1.5), all}) {
            const double expected = chain.leastBound(limit);
            const double found = search.fastestBound(chain.pipeline_ranks, limit, {}, nullptr).value;
            const auto partition = search.fastest(chain.pipeline_ranks, limit, {}, {});
            QCOMPARE(search.feasible(chain.pipeline_ranks, limit, {}), expected < none);
            QCOMPARE(partition.has_value(), expected < none);
            if (expected == none) {
                QCOMPARE(found, none);
                ++impossible;
                continue;
            }
            QVERIFY2(std::abs(found / expected - 1) < 1e-8, qPrintable(QString::number(found / expected - 1)));
            QVERIFY(partition->peak <= limit && partition->step.value >= found);
            QCOMPARE(search.evaluate(partition->split_points).step.value, partition->step.value);
        }
    }
    QCOMPARE(impossible, 8);
}

// Thousands of rows are searched in little memory; tables over all ranges of layers used 602 MB.
void LongChainsTest::thousandsOfRowsAreSearchedInLittleMemory()
{
    constexpr std::int64_t allowed = 128 << 20;
    std::mt19937 random(4);
    Model model = randomTable(random, 2000, false);
    for (Layer& layer : model.layers) {
        auto& row = std::get<TableRow>(layer.spec);
        for (Bytes* bytes : {&row.state, &row.saved, &row.transient, &row.output}) {
            *bytes = *bytes * 4096;
        }
    }
    const Problem problem = problemFor(std::move(model), "64xcpu:8GiB", 64, 1);
    const CostModel costs(problem.model, problem.workload, {});
    const std::int64_t before = mostResident();
    const auto result = searchPlans(problem, costs);
    QVERIFY(result && result->recommended() != nullptr && result->recommended()->estimate.fits);
    const std::int64_t grown = mostResident() - before;
    QVERIFY2(grown < allowed, qPrintable(QStringLiteral("%1 MiB more").arg(grown >> 20)));
}

QTEST_APPLESS_MAIN(LongChainsTest)
#include "tst_longchains.moc"
