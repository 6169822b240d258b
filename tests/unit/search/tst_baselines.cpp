// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rules for every baseline, and baselines that split by a rule; tst_hybridbaselines.cpp tests those that also choose
// parallel sizes.
#include "core/base/english.h"
#include "core/search/baselines/baseline.h"
#include "core/search/degreesearch.h"
#include "core/words/baseline.h"
#include "tests/support/stagetables.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class BaselinesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreDistinct();
    void partitionsAreWhole_data();
    void partitionsAreWhole();
    void noneBeatsTheExactSearch_data();
    void noneBeatsTheExactSearch();
    void tasksWithoutAnswerSayWhy();
    void stopsWhenAsked();
    void torchgpipeBalancesBlocks();
    void torchgpipeSizesFollowTheOptimizer();
    void deepspeedAssignsTheRemainder();
    void deepspeedEvensParameters();
    void deepspeedCountsTypes();
    void megatronDividesBlocks();
    void megatronGoesByTensorFirst();
    void mcapIsBruteForceOfItsPrediction();
    void mcapBisectionFillsByPipelineRank();
    void capslogIsNotAlwaysBest();
    void bapipeShiftsWhatDoesNotFit();
    void hetpipeKeepsToMemory();
    void dawnpiperSplitsBetweenTheBalances();
    void tavarageriSendsLittle();
};

namespace {

using Rows = std::vector<TableRow>;

std::vector<int> splitPointsBy(const char* name, const StageTable& table, int pipeline_ranks)
{
    const auto answer = findBaseline(name)->run({table, pipeline_ranks * table.devicesOf(0), pipeline_ranks});
    return answer ? splitPointsOf(answer->stages) : std::vector<int> {};
}

Bytes highestPeak(const StageTable& table, const std::vector<PartitionStage>& stages)
{
    const auto pipeline_ranks = static_cast<int>(stages.size());
    Bytes highest;
    for (int s = 0; s < pipeline_ranks; ++s) {
        const PartitionStage& stage = stages[static_cast<std::size_t>(s)];
        highest = std::max(highest, table.peak(stage.layers, stage.option, pipeline_ranks - s, pipeline_ranks));
    }
    return highest;
}

void addTables()
{
    QTest::addColumn<QString>("model"); // name in the zoo; empty for a random layer table
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("schedule");
    for (int seed = 1; seed <= 12; ++seed) {
        QTest::addRow("table %d", seed) << QString() << seed << seed % 2;
    }
    for (const char* model : {"zoo:gpt?layers=10&hidden=256&heads=4", "zoo:resnet18", "zoo:vgg11"}) {
        QTest::addRow("%s", model) << model << 1 << 0;
    }
}

// Makes a stage table with these options.
StageTable tableOf(const QString& model, int seed, int schedule, const std::vector<Degrees>& options)
{
    std::mt19937 random(static_cast<unsigned>(seed));
    Model made = model.isEmpty() ? randomTable(random, 5 + static_cast<int>(random() % 9), seed % 3 == 0)
                                 : readModel(model.toStdString()).value();
    Problem problem = problemFor(std::move(made), "2x4xA100-80GB", 32, 1);
    problem.constraints.schedule = schedule == 0 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::GPipe;
    return stageTable(problem, 4, 8, options);
}

}

void BaselinesTest::namesAreDistinct()
{
    std::set<std::string_view> names;
    for (const Baseline& baseline : baselines()) {
        QVERIFY(names.insert(baseline.name).second);
        QVERIFY(!baseline.title.empty());
        QCOMPARE(findBaseline(baseline.name), &baseline);
    }
    QCOMPARE(names.size(), std::size_t(25));
    QCOMPARE(findBaseline("nobody"), nullptr);
}

void BaselinesTest::partitionsAreWhole_data()
{
    addTables();
}

void BaselinesTest::partitionsAreWhole()
{
    QFETCH(QString, model);
    QFETCH(int, seed);
    QFETCH(int, schedule);
    const std::vector<Degrees> options = model.isEmpty()
        ? std::vector<Degrees> {{1, 1}, {1, 2}, {1, 4}}
        : std::vector<Degrees> {{1, 1}, {1, 2}, {1, 4}, {2, 1}, {2, 2}, {2, 4}};
    const StageTable table =
        tableOf(model, seed, schedule,
                model.contains("resnet") || model.contains("vgg") ? std::vector(options.begin(), options.begin() + 3)
                                                                  : options);
    for (const Baseline& baseline : baselines()) {
        for (int devices : {1, 2, 3, 8}) {
            for (const std::optional<int> pipeline_ranks :
                 {std::optional<int>(), std::optional(1), std::optional(2), std::optional(4)}) {
                const BaselineTask task {table, devices, pipeline_ranks};
                const auto answer = baseline.run(task);
                QVERIFY(baseline.run(task) == answer);
                if (!answer) {
                    QVERIFY(!answer.error().empty());
                    continue;
                }
                QVERIFY2(isWhole(table, answer->stages, devices), baseline.name.data());
                QVERIFY2(!pipeline_ranks || static_cast<int>(answer->stages.size()) == *pipeline_ranks,
                         baseline.name.data());
            }
        }
    }
}

void BaselinesTest::noneBeatsTheExactSearch_data()
{
    addTables();
}

// No baseline beats the exact search with the same option and number of stages; most of them find a plan.
void BaselinesTest::noneBeatsTheExactSearch()
{
    QFETCH(QString, model);
    QFETCH(int, seed);
    QFETCH(int, schedule);
    const StageTable table = tableOf(model, seed, schedule, {{1, 2}});
    for (int pipeline_ranks = 1; pipeline_ranks <= 4; ++pipeline_ranks) {
        const Bytes least = DegreeSearch(table, pipeline_ranks, {}).leastPeak({}, {})->peak;
        std::size_t answers = 0;
        for (const Baseline& baseline : baselines()) {
            const auto answer = baseline.run({table, 8, pipeline_ranks});
            if (answer) {
                ++answers;
                QVERIFY2(isWhole(table, answer->stages, 8), baseline.name.data());
                QVERIFY2(highestPeak(table, answer->stages) >= least, baseline.name.data());
            }
        }
        QVERIFY2(answers >= 17, qPrintable(QString::number(answers)));
    }
}

void BaselinesTest::tasksWithoutAnswerSayWhy()
{
    const StageTable table = tableOf({}, 1, 0, {{1, 2}});
    const Baseline& uniform = *findBaseline("deepspeed-uniform");
    QCOMPARE(describe(uniform.run({table, 1}).error()),
             std::string("a stage needs 2 devices, but only 1 are available"));
    QCOMPARE(describe(uniform.run({table, 6, 4}).error()),
             std::string("4 stages need 2 devices each, but only 6 are available"));
    const int layers = table.layers();
    QCOMPARE(describe(uniform.run({table, 64, layers + 1}).error()),
             std::to_string(layers) + " layers cannot be split into " + std::to_string(layers + 1) + " stages");
    QVERIFY(findBaseline("pase")->run({table, 8, 2}).error().says(words::baseline::no_pipelines));
    QVERIFY(findBaseline("splitbrain")->run({table, 8, 2}).error().says(words::baseline::no_pipelines));
}

void BaselinesTest::stopsWhenAsked()
{
    const StageTable table = tableOf({}, 1, 0, {{1, 1}, {1, 2}});
    std::stop_source source;
    source.request_stop();
    for (const Baseline& baseline : baselines()) {
        QVERIFY(baseline.run({table, 8, std::nullopt, source.get_token()}).error().says(words::baseline::was_stopped));
    }
}

// torchgpipe balances blocks: the example of its test, 1 to 6 in two blocks, and in reverse.
void BaselinesTest::torchgpipeBalancesBlocks()
{
    Rows rows(6);
    for (int l = 0; l < 6; ++l) {
        rows[static_cast<std::size_t>(l)].forward = Seconds(1e-3 * (l + 1));
        rows[static_cast<std::size_t>(l)].output = Bytes(1);
    }
    QCOMPARE(splitPointsBy("torchgpipe-time", tableFor(rows), 2), (std::vector {0, 4, 6}));
    std::reverse(rows.begin(), rows.end());
    QCOMPARE(splitPointsBy("torchgpipe-time", tableFor(rows), 2), (std::vector {0, 2, 6}));
    // Equal costs are all 0 once normalized: the blocks that it begins with, and the rest in the last one.
    QCOMPARE(splitPointsBy("torchgpipe-time", tableFor(Rows(7)), 3), (std::vector {0, 2, 4, 7}));
}

// torchgpipe's sizes count parameters 4 times with AdamW: sizes 5, 1, 1, 1, 1, 1.
void BaselinesTest::torchgpipeSizesFollowTheOptimizer()
{
    Rows rows(6);
    for (TableRow& row : rows) {
        row.saved = Bytes(16);
    }
    rows.front().parameters = 4; // 4 x 4 bytes x 4
    QCOMPARE(splitPointsBy("torchgpipe-size", tableFor(rows), 2), (std::vector {0, 3, 6}));
    rows.back().saved = Bytes(80);
    rows[4].saved = Bytes(80);
    rows[3].saved = Bytes(80);
    QCOMPARE(splitPointsBy("torchgpipe-size", tableFor(rows), 2), (std::vector {0, 4, 6}));
}

void BaselinesTest::deepspeedAssignsTheRemainder()
{
    QCOMPARE(splitPointsBy("deepspeed-uniform", tableFor(Rows(10)), 4), (std::vector {0, 3, 6, 8, 10}));
    QCOMPARE(splitPointsBy("deepspeed-uniform", tableFor(Rows(8)), 4), (std::vector {0, 2, 4, 6, 8}));
}

// DeepSpeed minimizes the difference of the largest and the smallest part, which differs from minimizing the largest
// part.
void BaselinesTest::deepspeedEvensParameters()
{
    const auto withParameters = [](const std::vector<int>& counts) {
        Rows rows(counts.size());
        for (std::size_t l = 0; l < counts.size(); ++l) {
            rows[l].parameters = counts[l];
        }
        return tableFor(rows);
    };
    QCOMPARE(splitPointsBy("deepspeed-parameters", withParameters({10, 1, 1, 1, 1, 10}), 3),
             (std::vector {0, 1, 5, 6}));
    QCOMPARE(splitPointsBy("deepspeed-parameters", withParameters({3, 3, 3, 3}), 2), (std::vector {0, 2, 4}));
    // 7, 6 and 11 differ by 5; 10, 10 and 4, whose largest part is smallest, by 6.
    QCOMPARE(splitPointsBy("deepspeed-parameters", withParameters({7, 3, 3, 7, 4}), 3), (std::vector {0, 1, 3, 5}));
}

// DeepSpeed's type method counts only blocks: 1 for each of 6, nothing for the embedding and the head.
void BaselinesTest::deepspeedCountsTypes()
{
    const StageTable table = zooTable("zoo:gpt?layers=6&hidden=64&heads=2", {{1, 1}});
    const auto split_points = splitPointsBy("deepspeed-type", table, 3);
    QCOMPARE(split_points.size(), std::size_t(4));
    QVERIFY((split_points[1] == 3 && split_points[2] == 5));
    QVERIFY(splitPointsBy("deepspeed-type", zooTable("zoo:densenet121", {{1, 1}}), 3).empty());
}

// Megatron divides the blocks and ignores the ends: embedding, 6 blocks, head.
void BaselinesTest::megatronDividesBlocks()
{
    const StageTable table = zooTable("zoo:gpt?layers=6&hidden=64&heads=2", {{1, 1}});
    QCOMPARE(splitPointsBy("megatron-uniform", table, 3), (std::vector {0, 3, 5, 8}));
    QCOMPARE(splitPointsBy("megatron-uniform", table, 4), std::vector<int> {});
    QCOMPARE(splitPointsBy("megatron-uniform-embedding", table, 4), (std::vector {0, 2, 4, 6, 8}));
    QCOMPARE(splitPointsBy("megatron-uniform-embedding", table, 3), std::vector<int> {});
    QCOMPARE(describe(findBaseline("megatron-uniform")->run({table, 4, 4}).error()),
             std::string("6 blocks cannot be divided evenly over the stages"));
}

// Megatron increases tensor parallelism first: a model that fits a device is replicated; one that does not is sharded
// inside its node, then split into stages.
void BaselinesTest::megatronGoesByTensorFirst()
{
    const std::vector<Degrees> options {{1, 1}, {1, 2}, {1, 4}, {1, 8}, {2, 1}, {2, 2}, {2, 4}, {4, 1}, {4, 2}};
    const auto shapeOf = [&](const StageTable& table) {
        const auto stages = findBaseline("megatron-uniform")->run({table, 8}).value().stages;
        const Degrees degrees = table.degrees(stages.front().option);
        return std::vector {static_cast<int>(stages.size()), degrees.tensor, degrees.data};
    };
    const auto fits = [](const StageTable& table, int option) {
        return table.peak({0, table.layers()}, option, 1, 1) <= table.fitting(option, 1);
    };
    const StageTable small = zooTable("zoo:gpt?layers=8&hidden=512&heads=8", options, "2x4xA100-40GB");
    QCOMPARE(shapeOf(small), (std::vector {1, 1, 8}));
    const StageTable middle = zooTable("zoo:gpt?layers=24&hidden=4096&heads=32", options, "2x4xA100-40GB");
    QVERIFY(!fits(middle, 3) && !fits(middle, 6) && fits(middle, 8));
    QCOMPARE(shapeOf(middle), (std::vector {1, 4, 2}));
    const StageTable large = zooTable("zoo:gpt?layers=56&hidden=4096&heads=32&positions=128", options, "2x4xA100-40GB");
    QVERIFY(!fits(large, 8));
    QCOMPARE(shapeOf(large), (std::vector {2, 4, 1}));
}

// mCAP equals brute force over its prediction: without transient bytes and with all micro-batches in flight, its
// statistics are the same at any position.
void BaselinesTest::mcapIsBruteForceOfItsPrediction()
{
    std::mt19937 random(7);
    for (int round = 0; round < 30; ++round) {
        Rows rows = rowsOf(randomTable(random, 8 + static_cast<int>(random() % 4), round % 3 == 0));
        for (TableRow& row : rows) {
            row.transient = Bytes(0);
        }
        const StageTable table = tableFor(rows, ScheduleKind::GPipe);
        const int pipeline_ranks = 2 + static_cast<int>(random() % 4);
        const auto alone = [&](int l) { return table.peak({l, l + 1}, 0, 1, pipeline_ranks); };
        std::vector<Bytes> best;
        std::vector<int> best_split_points;
        forEachPartition(table.layers(), pipeline_ranks, [&](const std::vector<int>& split_points) {
            std::vector<Bytes> peaks;
            for (std::size_t s = 0; s + 1 < split_points.size(); ++s) {
                Bytes peak = alone(split_points[s]);
                for (int l = split_points[s] + 1; l < split_points[s + 1]; ++l) {
                    peak += table.peak({l - 1, l + 1}, 0, 1, pipeline_ranks) - alone(l - 1);
                }
                peaks.push_back(peak);
            }
            std::sort(peaks.begin(), peaks.end(), std::greater<>());
            if (best.empty() || peaks < best) {
                best = peaks;
                best_split_points = split_points;
            }
        });
        QCOMPARE(splitPointsBy("mcap-brute-force", table, pipeline_ranks), best_split_points);
    }
}

// mCAP's bisection fills by pipeline rank. State only, 1F1B with 4 stages: no layer adds anything in flight. With saved
// bytes only: 4, 3, 2, 1 times.
void BaselinesTest::mcapBisectionFillsByPipelineRank()
{
    Rows state(8);
    Rows saved(12);
    for (TableRow& row : state) {
        row.state = Bytes(100);
    }
    for (TableRow& row : saved) {
        row.saved = Bytes(100);
    }
    QCOMPARE(splitPointsBy("mcap-bisection", tableFor(state), 4), (std::vector {0, 2, 4, 6, 8}));
    // A limit of 600: 1, 2, 3 and 6 layers; the lowest one, because 500 leaves 12 - 1 - 1 - 2 = 8 to the last stage.
    QCOMPARE(splitPointsBy("mcap-bisection", tableFor(saved), 4), (std::vector {0, 1, 3, 6, 12}));
}

// CAPSlog is not always optimal: a layer's input counts only in the first layer of a stage; without it greedy filling
// is optimal, with it not always.
void BaselinesTest::capslogIsNotAlwaysBest()
{
    std::mt19937 random(3);
    int worse = 0;
    for (int round = 0; round < 200; ++round) {
        Rows rows = rowsOf(randomTable(random, 10, false));
        for (TableRow& row : rows) {
            row.transient = Bytes(0);
            row.output = round % 2 == 0 ? Bytes(0) : row.output * 8;
        }
        const StageTable table = tableFor(rows, ScheduleKind::GPipe);
        const auto peakOf = [&](const char* name) {
            return highestPeak(table, findBaseline(name)->run({table, 4, 4}).value().stages);
        };
        const Bytes greedy = peakOf("capslog");
        const Bytes least = DegreeSearch(table, 4, {}).leastPeak({}, {})->peak;
        QVERIFY(greedy >= least);
        QVERIFY(round % 2 == 1 || greedy == least);
        QVERIFY(round % 2 == 1 || peakOf("capslog-tie-break") == greedy);
        worse += greedy > least ? 1 : 0;
    }
    QVERIFY2(worse > 0, qPrintable(QString::number(worse)));
}

// BaPipe moves layers that do not fit. By time 3 and 3 layers; each saves 100 MiB per micro-batch, and the first stage
// has two in flight.
void BaselinesTest::bapipeShiftsWhatDoesNotFit()
{
    Rows rows(6);
    for (TableRow& row : rows) {
        row.forward = Seconds(1);
        row.saved = gibibytes(0.1);
    }
    QCOMPARE(splitPointsBy("bapipe", tableFor(rows, ScheduleKind::OneForwardOneBackward, "2xcpu:2GiB"), 2),
             (std::vector {0, 3, 6}));
    QCOMPARE(splitPointsBy("bapipe", tableFor(rows, ScheduleKind::OneForwardOneBackward, "2xcpu:0.5GiB"), 2),
             (std::vector {0, 2, 6}));
    QCOMPARE(splitPointsBy("bapipe", tableFor(rows, ScheduleKind::OneForwardOneBackward, "2xcpu:0.3GiB"), 2),
             std::vector<int> {});
}

void BaselinesTest::hetpipeKeepsToMemory()
{
    Rows rows(6);
    for (TableRow& row : rows) {
        row.forward = Seconds(1);
        row.saved = gibibytes(0.1);
    }
    QCOMPARE(splitPointsBy("hetpipe", tableFor(rows), 2), (std::vector {0, 3, 6}));
    QCOMPARE(splitPointsBy("hetpipe", tableFor(rows, ScheduleKind::OneForwardOneBackward, "2xcpu:0.5GiB"), 2),
             (std::vector {0, 2, 6}));
    // Two nodes of two: a virtual worker is a node, with a replica of each stage on the other node.
    const StageTable nodes =
        stageTable(problemFor(modelOf(rows), "2x2xcpu:8GiB", 32, 1), 2, 8, {{1, 1}, {1, 2}, {1, 4}});
    const auto stages = findBaseline("hetpipe")->run({nodes, 4}).value().stages;
    QCOMPARE(splitPointsOf(stages), (std::vector {0, 3, 6}));
    QCOMPARE(stages.front().option, 1);
}

// DawnPiper splits between the balances. Layers in the second half take long, those in the first half save much:
// balanced by time 6 and 2, by memory 2 and 6. With enough memory the split balances time, with less it is the nearest
// one that fits.
void BaselinesTest::dawnpiperSplitsBetweenTheBalances()
{
    Rows rows(8);
    for (std::size_t l = 0; l < rows.size(); ++l) {
        rows[l].forward = Seconds(l < 4 ? 1 : 3);
        rows[l].saved = gibibytes(l < 4 ? 0.1 : 0.02);
    }
    const auto splitOn = [&](const std::string& cluster) {
        return splitPointsBy("dawnpiper", tableFor(rows, ScheduleKind::OneForwardOneBackward, cluster), 2);
    };
    QCOMPARE(splitOn("2xcpu:4GiB"), (std::vector {0, 5, 8}));
    QCOMPARE(splitOn("2xcpu:0.7GiB"), (std::vector {0, 3, 8}));
    QVERIFY(splitOn("2xcpu:0.2GiB").empty());
}

// Tavarageri et al. send little: 5 and 5 layers have the best balance; a tolerance of a tenth allows a smaller boundary
// next to that split, but none further away.
void BaselinesTest::tavarageriSendsLittle()
{
    Rows rows(20);
    for (TableRow& row : rows) {
        row.forward = Seconds(1);
        row.output = Bytes(100);
    }
    rows[10].output = Bytes(10); // at the boundary before layer 11
    rows[14].output = Bytes(1);
    QCOMPARE(splitPointsBy("tavarageri", tableFor(rows), 2), (std::vector {0, 11, 20}));
}

QTEST_APPLESS_MAIN(BaselinesTest)
#include "tst_baselines.moc"
