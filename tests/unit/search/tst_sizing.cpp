// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/search/feasibility.h"
#include "core/search/sizing.h"
#include "core/search/sizingsentences.h"
#include "core/words/sizing.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"
#include "tests/support/testedproblem.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// True if any plan of the problem fits, by evaluating each; `visit` receives the number of devices of those that do.
bool anyPlanFits(const Problem& problem, const CostModel& costs, const std::function<void(int)>& visit = {})
{
    const auto space = PlanSpace::make(problem, costs, {});
    bool any = false;
    for (std::size_t f = 0; space && f < space->configGroups().size(); ++f) {
        for (const Configuration& c : space->configurations(static_cast<int>(f))) {
            std::vector<int> split_points {0};
            ConfigurationSearch& search = space->search(c);
            forEachPartition(search.costs().size(), c.pipeline_ranks, split_points, [&](const std::vector<int>& all) {
                if (space->fits(c, all)) {
                    any = true;
                    if (visit) {
                        visit(space->devices(c));
                    }
                }
            });
        }
    }
    return any;
}

// Devices have less memory than any real one, because the layers of these tests need little.
Problem withMemory(Problem problem, Bytes memory)
{
    problem.cluster.groups.front().device.memory.value = memory;
    return problem;
}

// One row several times between two others.
Model repeatingTable(std::mt19937& random, int repeats)
{
    Model model = randomTable(random, 3, false);
    const Layer row = model.layers[1];
    model.layers.erase(model.layers.begin() + 1);
    model.layers.insert(model.layers.begin() + 1, static_cast<std::size_t>(repeats), row);
    return model;
}

SizingRequest requestFor(SizingGoal goal)
{
    SizingRequest request;
    request.goal = goal;
    if (goal == SizingGoal::Run) {
        request.limits = {Usd(1e9), Seconds(1e12)};
    }
    return request;
}

SizingResult sized(const Problem& problem, const SizingRequest& request, const CostModel& costs)
{
    const auto result = sizeProblem(problem, request, costs);
    if (!result) {
        qFatal("%s", describe(result.error()).c_str());
    }
    return *result;
}

SizingResult sized(const Problem& problem, const SizingRequest& request)
{
    return sized(problem, request, CostModel(problem.model, problem.workload, {}));
}

std::int64_t valueOf(const SizingResult& result)
{
    return result.best ? result.best->value : 0;
}

// The proof of an answer is a plan with its value that fits, and one with the next value that does not.
void requireProof(const SizingResult& result)
{
    QCOMPARE(result.outcome.kind == OutcomeKind::Infeasible, !result.best);
    if (result.best) {
        QVERIFY(result.best->estimate.fits);
        QCOMPARE(result.best->plan.devices() <= result.best->problem.cluster.devices(), true);
        const auto again = estimatePlan(result.best->problem, result.best->plan,
                                        CostModel(result.best->problem.model, result.best->problem.workload, {}));
        QVERIFY2(again, qPrintable(errorOf(again)));
        QVERIFY(*again == result.best->estimate);
    }
    if (result.refused) {
        QVERIFY(!result.refused->estimate.fits);
        const DeviceEstimate& device =
            result.refused->estimate.devices.at(static_cast<std::size_t>(result.refused->device));
        QCOMPARE(device.device_high.value - device.capacity.value, result.refused->missing.value);
        QVERIFY(result.refused->missing > Bytes(0));
    }
}

const char* const smallGpt = "zoo:gpt?layers=2&hidden=256&heads=4&vocabulary=4000";

}

class SizingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anyFittingIsExact();
    void fewestEqualsBruteForce();
    void fewestOverNodes();
    void largestBatchEqualsBruteForce_data();
    void largestBatchEqualsBruteForce();
    void largestMicroBatchEqualsBruteForce();
    void longestSequenceEqualsBruteForce_data();
    void longestSequenceEqualsBruteForce();
    void deepestModelEqualsBruteForce();
    void widestModelEqualsBruteForce();
    void cheapestIsThatOfAllSearches();
    void batchesDivideBySeveralStages();
    void whatMemoryDoesNotLimit();
    void sequenceBeyondTheMaximumOfTheModel();
    void repeatedLayersAreNamedOn();
    void whatCannotBeSizedIsRefused_data();
    void whatCannotBeSizedIsRefused();
    void stopsWhenAsked_data();
    void stopsWhenAsked();
    void whatIsNotProvedIsNotReportedAsProved();
    void isDeterministic();
};

void SizingTest::anyFittingIsExact()
{
    std::mt19937 random(1);
    int fitting = 0;
    for (int round = 0; round < 120; ++round) {
        const Problem problem = withMemory(
            problemFor(randomTable(random, 1 + static_cast<int>(random() % 7), round % 3 == 0), "4xcpu", 12, 1),
            Bytes(300 + static_cast<std::int64_t>(random() % 1500)));
        const CostModel costs(problem.model, problem.workload, {});
        const auto space = PlanSpace::make(problem, costs, {});
        QVERIFY2(space, qPrintable(errorOf(space)));
        const auto found = anyFitting(*space, {});
        QCOMPARE(found.has_value(), anyPlanFits(problem, costs));
        QVERIFY(!found || hasFittingPlan(*space, *found, {}));
        fitting += found ? 1 : 0;
        // Each request for nodes searches the plans that fewer devices do not have.
        for (int devices = 0; devices <= problem.cluster.devices(); ++devices) {
            bool expected = false;
            for (int more = devices + 1; more <= problem.cluster.devices(); ++more) {
                for (const Configuration& c : configurationsOn(*space, more)) {
                    expected = expected || hasFittingPlan(*space, c, {});
                }
            }
            const auto beyond = anyFitting(*space, {}, devices);
            QCOMPARE(beyond.has_value(), expected);
            QVERIFY(!beyond || space->devices(*beyond) > devices);
        }
    }
    QVERIFY2(fitting > 20 && fitting < 100, qPrintable(QString::number(fitting)));
}

void SizingTest::fewestEqualsBruteForce()
{
    std::mt19937 random(2);
    int infeasible = 0;
    int several = 0;
    for (int round = 0; round < 100; ++round) {
        Problem problem =
            withMemory(problemFor(randomTable(random, 2 + static_cast<int>(random() % 6), false), "6xcpu", 12, 1),
                       Bytes(700 + static_cast<std::int64_t>(random() % 2500)));
        if (round % 4 == 0) {
            problem.constraints.data = 2; // odd numbers have no plan
        }
        const CostModel costs(problem.model, problem.workload, {});
        int least = 0;
        anyPlanFits(problem, costs, [&](int devices) { least = least == 0 ? devices : std::min(least, devices); });
        const SizingResult result = sized(problem, requestFor(SizingGoal::Fewest), costs);
        requireProof(result);
        QCOMPARE(valueOf(result), least);
        QCOMPARE(result.outcome.kind, least == 0 ? OutcomeKind::Infeasible : OutcomeKind::Optimal);
        infeasible += least == 0 ? 1 : 0;
        several += least > 1 ? 1 : 0;
        if (least > 0) {
            QCOMPARE(result.best->plan.devices(), least);
            QCOMPARE(result.refused.has_value(), least > (problem.constraints.data ? 2 : 1));
            QVERIFY(!result.refused || result.refused->plan.devices() < least);
        } else {
            QCOMPARE(result.outcome.missing.value, result.refused->missing.value);
        }
    }
    QVERIFY(infeasible > 5 && several > 20);
}

// The cost of the answer is that of its whole nodes, not of the cluster's.
void SizingTest::fewestOverNodes()
{
    TestedProblem tested = ask("4x2xA100-80GB:3GiB@10", "zoo:gpt?layers=12&hidden=1024&heads=16&vocabulary=8000");
    tested.problem.constraints.vary = {Dimension::Tensor};
    const SizingResult result = sized(tested.problem, requestFor(SizingGoal::Fewest), tested.costs);
    requireProof(result);
    QVERIFY(result.best);
    QVERIFY2(result.best->value > 1 && result.best->value < 8, qPrintable(QString::number(result.best->value)));
    const int nodes = result.best->problem.cluster.groups.front().nodes;
    QCOMPARE(nodes, static_cast<int>(result.best->value + 1) / 2);
    QVERIFY(result.best->estimate.cost_per_step.has_value());
    const double billed = nodes * 10 * result.best->estimate.step.value / 3600;
    QVERIFY(std::abs(result.best->estimate.cost_per_step->value / billed - 1) < 1e-9);
    QVERIFY(std::abs(costPerMillion(*result.best)->value / (billed * 1e6 / (16 * 512)) - 1) < 1e-9);
}

void SizingTest::largestBatchEqualsBruteForce_data()
{
    QTest::addColumn<ScheduleKind>("schedule");
    QTest::addColumn<int>("micro_batch");
    QTest::newRow("gpipe") << ScheduleKind::GPipe << 1;
    QTest::newRow("gpipe, micro-batches of three") << ScheduleKind::GPipe << 3;
    QTest::newRow("1f1b") << ScheduleKind::OneForwardOneBackward << 1;
}

void SizingTest::largestBatchEqualsBruteForce()
{
    QFETCH(ScheduleKind, schedule);
    QFETCH(int, micro_batch);
    std::mt19937 random(3);
    SizingRequest request = requestFor(SizingGoal::LargestBatch);
    request.most = 40;
    int between = 0;
    for (int round = 0; round < 40; ++round) {
        Problem problem = withMemory(
            problemFor(randomTable(random, 2 + static_cast<int>(random() % 4), false), "4xcpu", 1, micro_batch),
            Bytes(600 + static_cast<std::int64_t>(random() % 3000)));
        problem.constraints.schedule = schedule;
        request.multiple = 1 + round % 2;
        std::int64_t largest = 0;
        for (std::int64_t batch = 1; batch <= *request.most; ++batch) {
            problem.workload.global_batch = batch;
            const bool counts = batch % request.multiple == 0 && batch % micro_batch == 0;
            largest = counts && anyPlanFits(problem, CostModel(problem.model, problem.workload, {})) ? batch : largest;
        }
        problem.workload.global_batch = 0;
        const SizingResult result = sized(problem, request);
        requireProof(result);
        QCOMPARE(valueOf(result), largest);
        QVERIFY(!result.best || result.best->problem.workload.global_batch == largest);
        between += largest > 0 && largest < 30 ? 1 : 0;
    }
    QVERIFY(between > 3 || schedule != ScheduleKind::GPipe);
}

void SizingTest::largestMicroBatchEqualsBruteForce()
{
    std::mt19937 random(4);
    SizingRequest request = requestFor(SizingGoal::LargestBatch);
    request.most = 60;
    request.micro_batches = 3;
    int between = 0;
    for (int round = 0; round < 40; ++round) {
        Problem problem =
            withMemory(problemFor(randomTable(random, 2 + static_cast<int>(random() % 4), false), "4xcpu", 1, 1),
                       Bytes(1000 + static_cast<std::int64_t>(random() % 6000)));
        std::int64_t largest = 0;
        for (int data = 1; data <= 4; ++data) {
            for (std::int64_t micro_batch = 1; 3 * data * micro_batch <= *request.most; ++micro_batch) {
                Problem tried = problem;
                tried.constraints.data = data;
                tried.constraints.micro_batch = micro_batch;
                tried.workload.global_batch = 3 * data * micro_batch;
                if (anyPlanFits(tried, CostModel(tried.model, tried.workload, {}))) {
                    largest = std::max(largest, tried.workload.global_batch);
                }
            }
        }
        const SizingResult result = sized(problem, request);
        requireProof(result);
        QCOMPARE(valueOf(result), largest);
        QVERIFY(!result.best || result.best->plan.micro_batches == 3);
        between += largest > 0 && largest < 60 ? 1 : 0;
    }
    QVERIFY(between > 10);
}

void SizingTest::longestSequenceEqualsBruteForce_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<Dimensions>("dimensions");
    QTest::addColumn<int>("multiple");
    const Dimensions all {Dimension::Tensor, Dimension::Sequence, Dimension::Context};
    QTest::newRow("tensor degrees") << QByteArray("2xA100-80GB:1300MiB") << Dimensions {Dimension::Tensor} << 16;
    QTest::newRow("uneven") << QByteArray("4xA100-80GB:1300MiB") << all << 5;
    QTest::newRow("one device") << QByteArray("1xA100-80GB:1200MiB") << Dimensions {} << 7;
    QTest::newRow("no room") << QByteArray("2xA100-80GB:700MiB") << Dimensions {} << 32;
    QTest::newRow("room for all") << QByteArray("2xA100-80GB") << Dimensions {} << 128;
}

void SizingTest::longestSequenceEqualsBruteForce()
{
    QFETCH(QByteArray, cluster);
    QFETCH(Dimensions, dimensions);
    QFETCH(int, multiple);
    TestedProblem tested = ask(cluster, smallGpt);
    tested.problem.constraints.vary = dimensions;
    tested.problem.workload.global_batch = 16;
    tested.problem.constraints.micro_batch = 16; // for one replica: others have no plan
    std::int64_t longest = 0;
    for (std::int64_t sequence = multiple; sequence <= 1024; sequence += multiple) {
        Problem tried = tested.problem;
        tried.workload.sequence = sequence;
        longest = anyPlanFits(tried, tested.costs.atSequence(sequence)) ? sequence : longest;
    }
    SizingRequest request = requestFor(SizingGoal::LongestSequence);
    request.multiple = multiple;
    const SizingResult result = sized(tested.problem, request, tested.costs);
    requireProof(result);
    QCOMPARE(valueOf(result), longest);
    QCOMPARE(result.at_limit, longest + multiple > 1024);
    QCOMPARE(longest == 0, QByteArray(QTest::currentDataTag()) == "no room");
}

void SizingTest::deepestModelEqualsBruteForce()
{
    std::mt19937 random(5);
    SizingRequest request = requestFor(SizingGoal::LargestModel);
    request.most = 9;
    int between = 0;
    for (int round = 0; round < 60; ++round) {
        Problem problem =
            withMemory(problemFor(repeatingTable(random, 2 + static_cast<int>(random() % 4)), "3xcpu", 6, 1),
                       Bytes(500 + static_cast<std::int64_t>(random() % 2500)));
        problem.constraints.pipeline = round % 3 == 0 ? std::optional(2) : std::nullopt;
        const auto repeated = repeatedLayers(problem.model);
        QVERIFY2(repeated, qPrintable(errorOf(repeated)));
        std::int64_t deepest = 0;
        for (int layers = 1; layers <= *request.most; ++layers) {
            Problem tried = problem;
            tried.model = withRepeats(problem.model, *repeated, layers);
            QCOMPARE(static_cast<int>(tried.model.layers.size()), layers + 2);
            deepest = anyPlanFits(tried, CostModel(tried.model, tried.workload, {})) ? layers : deepest;
        }
        const SizingResult result = sized(problem, request);
        requireProof(result);
        QCOMPARE(valueOf(result), deepest);
        QVERIFY(result.layers == *repeated);
        between += deepest > 0 && deepest < 9 ? 1 : 0;
    }
    QVERIFY2(between > 15, qPrintable(QString::number(between)));
}

void SizingTest::widestModelEqualsBruteForce()
{
    TestedProblem tested = ask("4xA100-80GB:1200MiB", smallGpt);
    tested.problem.constraints.vary = {Dimension::Tensor};
    const auto option = widthOption(tested.problem.model);
    QVERIFY2(option, qPrintable(errorOf(option)));
    QCOMPARE(option->multiple, std::int64_t(64));
    SizingRequest request = requestFor(SizingGoal::LargestModel);
    request.scaling = ModelScaling::Width;
    request.most = 2048;
    std::int64_t widest = 0;
    for (std::int64_t width = 64; width <= *request.most; width += 64) {
        Problem tried = tested.problem;
        tried.model = withWidth(tested.problem.model, *option, width).value();
        widest = anyPlanFits(tried, tested.costs.ofModel(tried.model)) ? width : widest;
    }
    const SizingResult result = sized(tested.problem, request, tested.costs);
    requireProof(result);
    QVERIFY2(widest > 256 && widest < 2048, qPrintable(QString::number(widest)));
    QCOMPARE(valueOf(result), widest);
    QVERIFY(parameterCount(result.best->problem.model) > parameterCount(tested.problem.model));
}

void SizingTest::cheapestIsThatOfAllSearches()
{
    TestedProblem tested = ask("1xA100-80GB");
    SizingRequest request = requestFor(SizingGoal::Cheapest);
    for (const char* text :
         {"4xA100-80GB@9", "2x2xA100-80GB@4", "2xA100-80GB@3", "4xA100-80GB", "1xA100-80GB:1GiB@0.01"}) {
        request.catalogue.push_back(parseCluster(text).value());
    }
    const SizingResult result = sized(tested.problem, request, tested.costs);
    QVERIFY(result.best);
    QCOMPARE(result.clusters.size(), request.catalogue.size());
    double least = 1e300;
    for (std::size_t i = 0; i < 3; ++i) {
        Problem tried = tested.problem;
        tried.cluster = request.catalogue[i];
        const auto found = searchPlans(tried, tested.costs);
        for (const Candidate& candidate : found->candidates) {
            least = candidate.estimate.fits ? std::min(least, candidate.estimate.cost_per_step->value) : least;
        }
    }
    QCOMPARE(result.best->estimate.cost_per_step->value, least);
    QVERIFY(!result.clusters[3].plan);
    QVERIFY(!result.clusters[3].obstacle.empty());
    QCOMPARE(result.clusters[4].outcome.kind, OutcomeKind::Infeasible);
    QVERIFY(result.clusters[4].outcome.missing > Bytes(0));
    request.catalogue.erase(request.catalogue.begin(), request.catalogue.begin() + 3);
    const SizingResult none = sized(tested.problem, request, tested.costs);
    QCOMPARE(none.outcome.kind, OutcomeKind::Infeasible);
    QCOMPARE(none.outcome.missing.value, result.clusters[4].outcome.missing.value);
}

// Batches are divisible for several stages per rank: interleaved stages need micro-batches divisible by the pipeline
// ranks, so a batch of one sample has no plan.
void SizingTest::batchesDivideBySeveralStages()
{
    TestedProblem tested = ask("4xA100-80GB", smallGpt);
    tested.problem.constraints.schedule = ScheduleKind::Interleaved;
    SizingRequest request = requestFor(SizingGoal::LargestBatch);
    request.most = 64;
    const SizingResult result = sized(tested.problem, request);
    requireProof(result);
    QCOMPARE(valueOf(result), std::int64_t(64));
    QVERIFY(result.at_limit);
}

// Memory does not limit the number of micro-batches: 1F1B has as many in flight as stages, for any number.
void SizingTest::whatMemoryDoesNotLimit()
{
    const TestedProblem tested = ask("4xA100-80GB");
    SizingRequest request = requestFor(SizingGoal::LargestBatch);
    request.most = 5000;
    const SizingResult result = sized(tested.problem, request, tested.costs);
    QCOMPARE(valueOf(result), std::int64_t(5000));
    QVERIFY(result.at_limit);
    QVERIFY(!result.refused);
    QCOMPARE(result.outcome.kind, OutcomeKind::Optimal);
}

void SizingTest::sequenceBeyondTheMaximumOfTheModel()
{
    SizingRequest request = requestFor(SizingGoal::LongestSequence);
    request.multiple = 64;
    TestedProblem tested = ask("2xA100-80GB:6GiB", SOURCE_FOLDER "/tests/data/configs/llama-3.2-1b.json");
    tested.problem.model.longest_sequence = 128;
    tested.problem.workload.sequence = 128;
    tested.problem.constraints.vary = {Dimension::Zero};
    tested.problem.cluster.groups.front().device.memory.value = Bytes(std::int64_t(30) << 30);
    const SizingResult within = sized(tested.problem, request, tested.costs);
    QCOMPARE(valueOf(within), std::int64_t(128));
    QVERIFY(within.at_limit);
    request.beyond = true;
    const SizingResult beyond = sized(tested.problem, request, tested.costs);
    requireProof(beyond);
    QVERIFY(valueOf(beyond) > 128);
    QVERIFY(beyond.refused && beyond.refused->value == valueOf(beyond) + 64);
}

void SizingTest::repeatedLayersAreNamedOn()
{
    const Model gpt = readModel(smallGpt).value();
    const LayerGroup blocks = repeatedLayers(gpt).value();
    QCOMPARE(blocks.first, 1);
    QCOMPARE(blocks.count, 2);
    const Model deeper = withRepeats(gpt, blocks, 5);
    QCOMPARE(QString::fromStdString(deeper.layers[5].name), QStringLiteral("block 4"));
    QVERIFY(deeper.layers == readModel("zoo:gpt?layers=5&hidden=256&heads=4&vocabulary=4000")->layers);
    QVERIFY(readModel(deeper.source)->layers == deeper.layers);
    const Model config = readModel(SOURCE_FOLDER "/tests/data/configs/llama-3.2-1b.json").value();
    const LayerGroup decoder = repeatedLayers(config).value();
    QCOMPARE(decoder.count, 16);
    const Model shallow = withRepeats(config, decoder, 3);
    QCOMPARE(shallow.layers.size(), std::size_t(5));
    QVERIFY(shallow.layers.back() == config.layers.back());
    QVERIFY(shallow.notes.size() == config.notes.size() + 1);
    QVERIFY(withRepeats(config, decoder, 16) == config);
}

void SizingTest::whatCannotBeSizedIsRefused_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<SizingRequest>("request");
    QTest::addColumn<Constraints>("constraints");
    const SizingRequest batch = requestFor(SizingGoal::LargestBatch);
    const SizingRequest deepest = requestFor(SizingGoal::LargestModel);
    SizingRequest other = requestFor(SizingGoal::LongestSequence);
    other.beyond = true;
    QTest::newRow("learned positions") << QByteArray(smallGpt) << other << Constraints();
    QTest::newRow("no run of equal layers") << QByteArray("zoo:vgg11") << deepest << Constraints();
    other = deepest;
    other.scaling = ModelScaling::Width;
    QTest::newRow("no width") << QByteArray("zoo:resnet50") << other << Constraints();
    other = batch;
    other.multiple = 0;
    QTest::newRow("multiples of nothing") << QByteArray(smallGpt) << other << Constraints();
    other.multiple = 8;
    other.most = 7;
    QTest::newRow("no multiple so small") << QByteArray(smallGpt) << other << Constraints();
    Constraints constraints;
    constraints.split_points = {0, 2, 4};
    QTest::newRow("given cuts") << QByteArray(smallGpt) << batch << constraints;
    constraints = {};
    constraints.policies.ranges = {{LayerPolicy::Full, 1, 2}};
    QTest::newRow("policies by index") << QByteArray(smallGpt) << deepest << constraints;
    constraints = {};
    constraints.vary = {Dimension::StageDegrees};
    QTest::newRow("degrees of each stage") << QByteArray(smallGpt) << batch << constraints;
    constraints = {};
    constraints.vary = {Dimension::Swap};
    QTest::newRow("policies of each layer") << QByteArray(smallGpt) << batch << constraints;
}

void SizingTest::whatCannotBeSizedIsRefused()
{
    QFETCH(QByteArray, model);
    QFETCH(SizingRequest, request);
    QFETCH(Constraints, constraints);
    TestedProblem tested = ask("2xA100-80GB", model);
    tested.problem.workload.sequence = tested.problem.model.default_sequence;
    tested.problem.constraints = constraints;
    const auto result = sizeProblem(tested.problem, request, tested.costs);
    QVERIFY(!result);
    QVERIFY2(result.error().code == ErrorCode::OptionUnsupported || result.error().code == ErrorCode::OptionOutOfRange,
             describe(result.error()).c_str());
}

void SizingTest::stopsWhenAsked_data()
{
    QTest::addColumn<SizingGoal>("goal");
    for (const auto& [goal, name] : enumNames<SizingGoal>) {
        QTest::newRow(std::string(name).c_str()) << goal;
    }
}

// A search stops on request, at once and while it reports.
void SizingTest::stopsWhenAsked()
{
    QFETCH(SizingGoal, goal);
    TestedProblem asked = ask("2x4xA100-80GB:2GiB@5");
    asked.problem.billing.amount = 1'000'000;
    SizingRequest request = requestFor(goal);
    request.catalogue = {asked.problem.cluster, asked.problem.cluster};
    for (const bool at_once : {true, false}) {
        std::stop_source source;
        if (at_once) {
            source.request_stop();
        }
        int reports = 0;
        const auto result = sizeProblem(asked.problem, request, asked.costs, source.get_token(), [&](SearchProgress p) {
            QVERIFY(p.done <= p.total);
            ++reports;
            source.request_stop();
        });
        QVERIFY2(result, qPrintable(errorOf(result)));
        QVERIFY(at_once || reports > 0);
        QCOMPARE(result->outcome.kind, OutcomeKind::Cancelled);
        QVERIFY(!result->best);
        QVERIFY(!result->refused);
    }
}

void SizingTest::whatIsNotProvedIsNotReportedAsProved()
{
    TestedProblem tested = ask("4xA100-80GB:2GiB");
    SizingRequest request = requestFor(SizingGoal::LargestModel);
    request.most = 512;
    for (const bool schedules : {false, true}) {
        if (schedules) {
            tested.problem.constraints.vary = {Dimension::Schedule};
        }
        const SizingResult result = sized(tested.problem, request, tested.costs);
        QVERIFY(result.best && result.refused);
        QCOMPARE(result.outcome.kind, schedules ? OutcomeKind::BestFound : OutcomeKind::Optimal);
        const SizingAnswer answer = sizingAnswer(tested.problem, request, result);
        QVERIFY(answer.next->says(schedules ? words::sizing::next_not_found : words::sizing::next_too_large));
        const std::string text = describe(*answer.next);
        QCOMPARE(text.find(schedules ? "the search found no plan that fits" : "no plan fits") != std::string::npos,
                 true);
    }
}

void SizingTest::isDeterministic()
{
    TestedProblem tested = ask("4xA100-80GB:2GiB@5");
    tested.problem.billing.amount = 1'000'000;
    for (const auto& [asked, name] : enumNames<SizingGoal>) {
        SizingRequest request = requestFor(asked);
        request.catalogue = {parseCluster("4xA100-80GB@9").value()};
        request.multiple = 4;
        request.most = 512;
        const SizingResult first = sized(tested.problem, request, tested.costs);
        const SizingResult second = sized(tested.problem, request, tested.costs);
        QCOMPARE(valueOf(first), valueOf(second));
        QCOMPARE(first.tried, second.tried);
        QVERIFY(first.best.has_value() == second.best.has_value());
        QVERIFY(!first.best
                || (first.best->plan == second.best->plan && first.best->estimate == second.best->estimate));
        QVERIFY(!first.refused || first.refused->plan == second.refused->plan);
    }
}

QTEST_GUILESS_MAIN(SizingTest)
#include "tst_sizing.moc"
