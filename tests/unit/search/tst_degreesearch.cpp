// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/degreesearch.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Visits every pipeline of a table within its devices.
void forEachPipeline(const StageTable& table, int pipeline_ranks,
                     const std::function<void(const StagePartition&)>& visit)
{
    std::vector<int> split_points {0};
    forEachPartition(table.layers(), pipeline_ranks, split_points, [&](const std::vector<int>& split_point) {
        std::vector<int> options(static_cast<std::size_t>(pipeline_ranks), 0);
        for (bool more = true; more;) {
            StagePartition partition;
            for (int s = 0; s < pipeline_ranks; ++s) {
                const auto at = static_cast<std::size_t>(s);
                partition.stages.push_back({{split_point[at], split_point[at + 1]}, options[at]});
                partition.devices += table.devicesOf(options[at]);
                partition.peak = std::max(
                    partition.peak,
                    table.peak(partition.stages.back().layers, options[at], pipeline_ranks - s, pipeline_ranks));
            }
            if (partition.devices <= table.devices()) {
                visit(partition);
            }
            more = false;
            for (int& option : options) { // increments like a counter
                if (++option < table.options()) {
                    more = true;
                    break;
                }
                option = 0;
            }
        }
    });
}

// Reproducible problems of all kinds.
struct Round {
    TestedProblem tested;
    std::int64_t samples = 4;
    std::int64_t micro_batches = 4;
    std::vector<Degrees> options;
};

Round roundOf(int number)
{
    std::mt19937 random(static_cast<unsigned>(number));
    const bool image = number % 3 == 2;
    Round round {ask(number % 2 == 0 ? "4xA100-80GB" : "2x3xA100-80GB",
                     image ? "zoo:vgg11" : "zoo:gpt?layers=3&hidden=256&heads=4&vocabulary=4000"),
                 4,
                 1 + static_cast<std::int64_t>(random() % 5),
                 {}};
    Problem& problem = round.tested.problem;
    if (image) { // three stages with the first, widest layers
        problem.workload.sequence = 64;
        problem.workload.precision = Precision::Fp32;
        problem.model.layers.resize(6);
    }
    problem.constraints.schedule = random() % 3 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
    problem.constraints.zero = static_cast<int>(random() % 4);
    problem.workload.global_batch = round.samples * round.micro_batches;
    round.tested.costs = CostModel(problem.model, problem.workload, {});
    for (const int data : {1, 2, 4}) {
        for (const int tensor : {1, 2}) {
            if (random() % 4 != 0 && (tensor == 1 || !image)) {
                round.options.push_back({tensor, data});
            }
        }
    }
    if (round.options.empty()) {
        round.options.push_back({1, 1});
    }
    return round;
}

}

class DegreeSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsAllPipelines_data();
    void equalsAllPipelines();
    void leastWorkIsWithinItsTolerance();
    void stopsWhenAsked();
};

void DegreeSearchTest::equalsAllPipelines_data()
{
    QTest::addColumn<int>("number");
    for (int number = 0; number < 40; ++number) {
        QTest::newRow(qPrintable(QString::number(number))) << number;
    }
}

void DegreeSearchTest::equalsAllPipelines()
{
    QFETCH(int, number);
    const Round round = roundOf(number);
    const auto table =
        StageTable::make(round.tested.problem, round.tested.costs, round.samples, round.micro_batches, round.options);
    QVERIFY(table);
    std::optional<int> pipeline_ranks;
    std::optional<int> first_data;
    if (number % 4 == 1) {
        pipeline_ranks = 1 + number % 3;
    }
    if (number % 5 == 2) {
        first_data = round.options[static_cast<std::size_t>(number) % round.options.size()].data;
    }
    std::optional<Bytes> least;
    std::vector<StagePartition> all;
    for (int depth = pipeline_ranks.value_or(1); depth <= pipeline_ranks.value_or(table->layers()); ++depth) {
        forEachPipeline(*table, depth, [&](const StagePartition& partition) {
            if (!first_data || table->degrees(partition.stages.front().option).data == *first_data) {
                all.push_back(partition);
                least = std::min(least.value_or(partition.peak), partition.peak);
            }
        });
    }
    const DegreeSearch search(*table, pipeline_ranks, first_data);
    const auto found = search.leastPeak({}, {});
    QCOMPARE(found.has_value(), least.has_value());
    if (!found) {
        return;
    }
    QCOMPARE(found->peak.value, least->value);
    QVERIFY(!search.leastPeak({*least - Bytes(1)}, {}));
    // With more memory fewer devices suffice.
    for (const double room : {1.0, 1.3, 2.0, 4.0}) {
        const Bytes limit = scaled(*least, room);
        int fewest = INT_MAX;
        for (const StagePartition& partition : all) {
            fewest = partition.peak <= limit ? std::min(fewest, partition.devices) : fewest;
        }
        const auto few = search.fewestDevices({limit}, {});
        QVERIFY(few);
        QCOMPARE(few->devices, fewest);
        QVERIFY(few->peak <= limit);
        QCOMPARE(few->stages.front().layers.first, 0);
        QCOMPARE(few->stages.back().layers.last, table->layers());
    }
}

void DegreeSearchTest::leastWorkIsWithinItsTolerance()
{
    for (int number = 0; number < 12; ++number) {
        const Round round = roundOf(number);
        const auto table = StageTable::make(round.tested.problem, round.tested.costs, round.samples,
                                            round.micro_batches, round.options);
        const DegreeSearch search(*table, {}, {});
        const auto least = search.leastPeak({}, {});
        const Bytes limit = scaled(least->peak, 1.5);
        const auto longest = [&](const StagePartition& partition) {
            Seconds most;
            for (const PartitionStage& stage : partition.stages) {
                most = std::max(most, search.workOf(stage));
            }
            return most;
        };
        Seconds best(1e300);
        for (int depth = 1; depth <= table->layers(); ++depth) {
            forEachPipeline(*table, depth, [&](const StagePartition& partition) {
                best = partition.peak <= limit ? std::min(best, longest(partition)) : best;
            });
        }
        const auto found = search.leastWork({limit}, 0.001, {});
        QVERIFY(found);
        QVERIFY(found->peak <= limit);
        QVERIFY(longest(*found) <= best * 1.0011);
    }
}

void DegreeSearchTest::stopsWhenAsked()
{
    const Round round = roundOf(1);
    const auto table =
        StageTable::make(round.tested.problem, round.tested.costs, round.samples, round.micro_batches, round.options);
    std::stop_source source;
    source.request_stop();
    QVERIFY(!DegreeSearch(*table, {}, {}).leastPeak({}, source.get_token()));
}

QTEST_GUILESS_MAIN(DegreeSearchTest)
#include "tst_degreesearch.moc"
