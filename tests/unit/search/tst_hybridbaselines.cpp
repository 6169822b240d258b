// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Baselines that choose parallel sizes of stages, compared with all plans by their objectives.
#include "core/base/english.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/baseline.h"
#include "core/words/baseline.h"
#include "tests/support/stagetables.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

using namespace stagecraft;
using namespace stagecraft::testing;

class HybridBaselinesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pipedreamHasTheLeastBottleneck();
    void pipedreamGoesByNodes();
    void alpaHasTheLeastTotal();
    void alpaTakesAllDevices();
    void piperHasTheLeastTime();
    void graphpipeHasTheLeastTime();
    void sppHasTheLeastTimeOfItsDepth();
    void dappleWeighsReductionsAndBoundaries();
    void galvatronAssignsFromTheEnd();
    void paseHasTheLeastSum();
    void splitbrainDividesHeavyLayers();
    void onoReplicatesTheHead();
    void longProgramsStop();
};

namespace {

constexpr double none = std::numeric_limits<double>::infinity();
using Stages = std::vector<PartitionStage>;

// Visits every partition of all layers with all options on at most `devices` devices.
void forEachPlan(const StageTable& table, int devices, const std::function<void(const Stages&)>& visit,
                 Stages stages = {})
{
    const int first = stages.empty() ? 0 : stages.back().layers.last;
    if (first == table.layers()) {
        visit(stages);
        return;
    }
    for (int last = first + 1; last <= table.layers(); ++last) {
        for (int option = 0; option < table.options(); ++option) {
            if (table.devicesOf(option) <= devices) {
                stages.push_back({{first, last}, option});
                forEachPlan(table, devices - table.devicesOf(option), visit, stages);
                stages.pop_back();
            }
        }
    }
}

template <typename Value>
double leastOf(const StageTable& table, int devices, Value value)
{
    double least = none;
    forEachPlan(table, devices, [&](const Stages& stages) { least = std::min(least, value(stages)); });
    return least;
}

double pass(const StageTable& table, const PartitionStage& stage)
{
    return (table.forward(stage.layers, stage.option) + table.backward(stage.layers, stage.option)).value;
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-12 + 1e-9 * std::abs(b);
}

// Random layers of some megabytes, some of which are too large for a device.
StageTable megabytes(unsigned seed, int layers, const std::string& cluster, std::vector<Degrees> options)
{
    std::mt19937 random(seed);
    auto rows = rowsOf(randomTable(random, layers, false));
    for (TableRow& row : rows) {
        row.parameters *= 1 << 20;
        for (Bytes* bytes : {&row.state, &row.saved, &row.transient, &row.output}) {
            *bytes = *bytes * (1 << 20);
        }
    }
    return stageTable(problemFor(modelOf(rows), cluster, 32, 1), 4, 8, std::move(options));
}

const std::vector<Degrees> replicas {{1, 1}, {1, 2}, {1, 4}};

// Compares plans of a baseline with the minimum over all plans, on devices with decreasing memory. In some cases
// neither finds a plan.
template <typename Value>
void compareWithAllPlans(const char* name, Value value, bool limited)
{
    int answers = 0;
    int refusals = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const char* memory = limited ? (seed % 4 == 0 ? "1GiB" : seed % 4 == 1 ? "2GiB" : "3GiB") : "64GiB";
        const StageTable table = megabytes(seed, 5, std::string("4xcpu:") + memory, replicas);
        const double least = leastOf(table, 4, [&](const Stages& stages) { return value(table, stages); });
        const auto answer = findBaseline(name)->run({table, 4});
        QCOMPARE(answer.has_value(), least < none);
        if (answer) {
            QVERIFY2(near(value(table, answer->stages), least),
                     qPrintable(QStringLiteral("%1 %2 %3").arg(seed).arg(value(table, answer->stages)).arg(least)));
        }
        (answer ? answers : refusals) += 1;
    }
    QVERIFY2(answers > 5, qPrintable(QString::number(answers)));
    QVERIFY2(limited == (refusals > 0), qPrintable(QString::number(refusals)));
}

double sync(const StageTable& table, const PartitionStage& stage, int replicas_of, const Link& link)
{
    const Bytes weights = table.gradients(stage.layers, stage.option);
    return 4.0 * (replicas_of - 1) / replicas_of * (weights / link.bandwidth).value;
}

// State and activations of all micro-batches in flight, as a sum.
Bytes counted(const StageTable& table, const PartitionStage& stage, std::int64_t in_flight)
{
    return table.state(stage.layers, stage.option) + table.saved(stage.layers, stage.option) * in_flight;
}

double bottleneckOfPipedream(const StageTable& table, const Stages& stages)
{
    double largest = 0;
    for (const PartitionStage& stage : stages) {
        const int data = table.degrees(stage.option).data;
        largest = std::max(largest, pass(table, stage) + sync(table, stage, data, table.group().intra_node) / data);
    }
    return largest;
}

double totalOfAlpa(const StageTable& table, const Stages& stages)
{
    double sum = 0;
    double largest = 0;
    int devices = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const Bytes state = table.state(stages[s].layers, stages[s].option);
        const Bytes kept = table.saved(stages[s].layers, stages[s].option);
        const Bytes working = table.peakInFlight(stages[s].layers, stages[s].option, 1) - state;
        const Bytes left = table.fitting(stages[s].option, 2) - working - state;
        const auto behind = static_cast<std::int64_t>(stages.size() - s) - 1;
        if (left < Bytes(0) || (kept > Bytes(0) && behind > left.value / kept.value - 1)) {
            return none;
        }
        sum += pass(table, stages[s]);
        largest = std::max(largest, pass(table, stages[s]));
        devices += table.devicesOf(stages[s].option);
    }
    return devices == 4 ? sum + 7 * largest : none;
}

double crossing(const StageTable& table, int split_point, int option)
{
    return split_point > 0 && split_point < table.layers() ? 2 * table.transfer(split_point, option, option).value : 0;
}

double timeOfPiper(const StageTable& table, const Stages& stages)
{
    double largest = 0;
    int replicas_behind = 0;
    for (std::size_t s = stages.size(); s-- > 0;) {
        const PartitionStage& stage = stages[s];
        const int data = table.degrees(stage.option).data;
        replicas_behind += data;
        if (counted(table, stage, (replicas_behind + data - 1) / data) > table.fitting(stage.option, 2)) {
            return none;
        }
        largest = std::max(largest,
                           pass(table, stage) + sync(table, stage, data, table.group().intra_node) / 8
                               + crossing(table, stage.layers.first, stage.option)
                               + crossing(table, stage.layers.last, stage.option));
    }
    return largest;
}

double timeOfGraphpipe(const StageTable& table, const Stages& stages)
{
    double largest = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const PartitionStage& stage = stages[s];
        const auto in_flight = static_cast<std::int64_t>(stages.size() - s);
        if (counted(table, stage, std::min<std::int64_t>(in_flight, 8)) > table.fitting(stage.option, 2)) {
            return none;
        }
        largest = std::max(largest,
                           std::max({pass(table, stage), crossing(table, stage.layers.first, stage.option),
                                     crossing(table, stage.layers.last, stage.option)})
                               + table.reduction(stage.layers, stage.option).value / 8);
    }
    return largest;
}

double timeOfSpp(const StageTable& table, const Stages& stages)
{
    double largest = 0;
    for (const PartitionStage& stage : stages) {
        largest = std::max({largest, pass(table, stage), crossing(table, stage.layers.last, stage.option)});
    }
    return largest;
}

// One layer's rows, `count` times.
std::vector<TableRow> equalRows(int count, double seconds, std::int64_t parameters, Bytes output)
{
    TableRow row;
    row.forward = row.backward = Seconds(seconds / 2);
    row.parameters = parameters;
    row.output = output;
    return std::vector<TableRow>(static_cast<std::size_t>(count), row);
}

}

void HybridBaselinesTest::pipedreamHasTheLeastBottleneck()
{
    compareWithAllPlans("pipedream", bottleneckOfPipedream, false);
}

// PipeDream works by nodes. Two nodes of two devices: first the best pipeline within a node for all ranges of layers,
// then across nodes.
void HybridBaselinesTest::pipedreamGoesByNodes()
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const StageTable table = megabytes(seed, 5, "2x2xcpu:64GiB", replicas);
        const Link& network = table.group().network;
        const auto inNode = [&](LayerRange range) {
            double least = none;
            for (int option = 0; option < 2; ++option) {
                const double data = option + 1;
                const PartitionStage stage {range, option};
                least = std::min(least,
                                 pass(table, stage) + sync(table, stage, option + 1, table.group().intra_node) / data);
            }
            for (int split_point = range.first + 1; split_point < range.last; ++split_point) {
                least = std::min(least,
                                 std::max(pass(table, {{range.first, split_point}, 0}),
                                          pass(table, {{split_point, range.last}, 0})));
            }
            return least;
        };
        const LayerRange chain {0, 5};
        double least = (inNode(chain) + sync(table, {chain, 0}, 2, network) / 2) / 2;
        for (int split_point = 1; split_point < 5; ++split_point) {
            least = std::min(least, std::max(inNode({0, split_point}), inNode({split_point, 5})));
        }
        const auto stages = findBaseline("pipedream")->run({table, 4}).value().stages;
        QVERIFY(isWhole(table, stages, 4));
        // True if both nodes do the same: no stage is on one device then.
        const bool identical =
            std::all_of(stages.begin(), stages.end(), [](const auto& stage) { return stage.option > 0; })
            && (stages.size() == 2 || stages.front().option == 2);
        double found = none;
        if (identical) {
            found = inNode(chain) / 2 + sync(table, {chain, 0}, 2, network) / 4;
        }
        int devices = 0;
        for (const PartitionStage& stage : stages) {
            devices += table.devicesOf(stage.option);
            if (devices == 2) {
                found = std::min(found, std::max(inNode({0, stage.layers.last}), inNode({stage.layers.last, 5})));
            }
        }
        QVERIFY2(near(found, least), qPrintable(QStringLiteral("%1 %2 %3").arg(seed).arg(found).arg(least)));
    }
}

void HybridBaselinesTest::alpaHasTheLeastTotal()
{
    compareWithAllPlans("alpa", totalOfAlpa, true);
}

// Alpa uses all devices: it leaves none of three devices unused, although a stage on two is the fastest.
void HybridBaselinesTest::alpaTakesAllDevices()
{
    const StageTable table =
        stageTable(problemFor(modelOf(equalRows(4, 1, 0, Bytes(1))), "3xcpu:8GiB", 8, 1), 4, 1, {{1, 1}, {1, 2}});
    const auto stages = findBaseline("alpa")->run({table, 3}).value().stages;
    QCOMPARE(stages.size(), std::size_t(2));
    QCOMPARE(stages[0].option + stages[1].option, 1);
}

void HybridBaselinesTest::piperHasTheLeastTime()
{
    compareWithAllPlans("piper", timeOfPiper, true);
}

void HybridBaselinesTest::graphpipeHasTheLeastTime()
{
    compareWithAllPlans("graphpipe", timeOfGraphpipe, true);
}

void HybridBaselinesTest::sppHasTheLeastTimeOfItsDepth()
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const StageTable table = megabytes(seed, 5, "4xcpu:64GiB", replicas);
        for (int pipeline_ranks = 0; pipeline_ranks <= 4; ++pipeline_ranks) {
            const auto fixed = pipeline_ranks > 0 ? std::optional(pipeline_ranks) : std::nullopt;
            const auto stages = findBaseline("spp")->run({table, 4, fixed}).value().stages;
            const double least = leastOf(table, 4, [&](const Stages& others) {
                return others.size() == stages.size() ? timeOfSpp(table, others) : none;
            });
            QVERIFY(near(timeOfSpp(table, stages), least));
        }
    }
}

// DAPPLE weighs reductions and boundaries. Two equal halves on four devices: with small boundaries and large gradients,
// one device per stage; with large boundaries and no gradients, replicas of all layers.
void HybridBaselinesTest::dappleWeighsReductionsAndBoundaries()
{
    const auto stagesOf = [](std::int64_t parameters, Bytes output) {
        const StageTable table = stageTable(
            problemFor(modelOf(equalRows(8, 0.001, parameters, output)), "4xcpu:64GiB", 256, 1), 4, 64, replicas);
        return findBaseline("dapple")->run({table, 4}).value().stages;
    };
    QCOMPARE(splitPointsOf(stagesOf(1 << 26, Bytes(1))), (std::vector {0, 2, 4, 6, 8}));
    QCOMPARE(stagesOf(0, Bytes(1 << 30)), (Stages {{{0, 8}, 2}}));
}

// Galvatron assigns from the end: 7 layers on 2 stages, taken from the last one on up to half a layer less than the
// mean. The fewest stages are fastest if nothing is to be reduced.
void HybridBaselinesTest::galvatronAssignsFromTheEnd()
{
    auto rows = equalRows(7, 0.001, 0, Bytes(1));
    for (TableRow& row : rows) {
        row.state = gibibytes(1);
    }
    const auto tableOn = [&](const std::string& cluster) {
        return stageTable(problemFor(modelOf(rows), cluster, 32, 1), 4, 8, replicas);
    };
    const Baseline& galvatron = *findBaseline("galvatron-like");
    QCOMPARE(splitPointsOf(galvatron.run({tableOn("4xcpu:64GiB"), 4, 2}).value().stages), (std::vector {0, 3, 7}));
    QCOMPARE(galvatron.run({tableOn("4xcpu:64GiB"), 4}).value().stages, (Stages {{{0, 7}, 2}}));
    QCOMPARE(galvatron.run({tableOn("4xcpu:6GiB"), 4}).value().stages, (Stages {{{0, 3}, 1}, {{3, 7}, 1}}));
    QVERIFY(!galvatron.run({tableOn("4xcpu:1GiB"), 4}).has_value());
}

// PaSE has the lowest sum: without gradients the maximum number of replicas, with large gradients one.
void HybridBaselinesTest::paseHasTheLeastSum()
{
    const auto optionFor = [](std::int64_t parameters) {
        const StageTable table = stageTable(
            problemFor(modelOf(equalRows(6, 0.001, parameters, Bytes(1))), "4xcpu:64GiB", 32, 1), 4, 8, replicas);
        return findBaseline("pase")->run({table, 4}).value();
    };
    QCOMPARE(optionFor(0).stages, (Stages {{{0, 6}, 2}}));
    QCOMPARE(optionFor(1 << 30).stages, (Stages {{{0, 6}, 0}}));
    QVERIFY(optionFor(0).note.empty());
    // One layer with large gradients among others: separate choices would differ, and one choice is best for all.
    auto rows = equalRows(6, 1, 0, Bytes(1));
    rows[3].parameters = std::int64_t(1) << 36;
    const StageTable mixed = stageTable(problemFor(modelOf(rows), "4xcpu:64GiB", 32, 1), 4, 8, replicas);
    QCOMPARE(describe(findBaseline("pase")->run({mixed, 4}).value().note),
             std::string("its layers would have 2 configurations; here, all layers of a stage have the same one"));
}

// SplitBrain shards heavy layers: most parameters of VGG-16 are in its first linear layer; those of a GPT are in its
// blocks.
void HybridBaselinesTest::splitbrainDividesHeavyLayers()
{
    const std::vector<Degrees> options {{1, 1}, {1, 4}, {4, 1}};
    const auto degreesFor = [&](const char* model) {
        const StageTable table = zooTable(model, options);
        return table.degrees(findBaseline("splitbrain")->run({table, 4}).value().stages.front().option);
    };
    QVERIFY((degreesFor("zoo:vgg16") == Degrees {4, 1}));
    QVERIFY((degreesFor("zoo:gpt?layers=24&hidden=1024&heads=16&vocabulary=1000") == Degrees {1, 4}));
}

// The head is replicated: with 6 layers and a head three times as long, it has 2 replicas on 4 devices, and one on 3.
void HybridBaselinesTest::onoReplicatesTheHead()
{
    auto rows = equalRows(7, 1, 0, Bytes(1));
    rows.back().forward = Seconds(5.5);
    const StageTable table = stageTable(problemFor(modelOf(rows), "8xcpu:64GiB", 32, 1), 4, 8, replicas);
    const Baseline& ono = *findBaseline("ono");
    QCOMPARE(ono.run({table, 4}).value().stages, (Stages {{{0, 3}, 0}, {{3, 6}, 0}, {{6, 7}, 1}}));
    QCOMPARE(ono.run({table, 2}).value().stages, (Stages {{{0, 6}, 0}, {{6, 7}, 0}}));
    QVERIFY(!ono.run({table, 1}).has_value());
}

// Long programs stop: a stop is requested soon after they began, and they would take many seconds.
void HybridBaselinesTest::longProgramsStop()
{
    std::vector<Degrees> options;
    for (const int tensor : {1, 2, 4, 8}) {
        for (int data = 1; data <= 64; data *= 2) {
            options.push_back({tensor, data});
        }
    }
    const StageTable table =
        stageTable(problemFor(readModel("zoo:gpt?layers=120&hidden=512&heads=8&positions=256").value(),
                              "128x8xA100-80GB", 1024, 1),
                   64, 16, options);
    for (const char* name : {"alpa", "spp"}) {
        std::stop_source source;
        QElapsedTimer timer;
        timer.start();
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            source.request_stop();
        });
        QVERIFY(findBaseline(name)
                    ->run({table, 1024, std::nullopt, source.get_token()})
                    .error()
                    .says(words::baseline::was_stopped));
        QVERIFY2(timer.elapsed() < 2000, name);
    }
}

QTEST_APPLESS_MAIN(HybridBaselinesTest)
#include "tst_hybridbaselines.moc"
