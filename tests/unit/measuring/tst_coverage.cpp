// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Measured and missing points of a chain, and the comparison of two devices.
#include "core/measuring/additivity.h"
#include "core/measuring/coverage.h"
#include "core/measuring/plan.h"
#include "core/profile/published.h"
#include "tests/support/chains.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Workload workloadAt(std::int64_t sequence)
{
    Workload workload;
    workload.sequence = sequence;
    return workload;
}

MeasuredDevice processor()
{
    return {DeviceKind::Cpu, "a processor", gibibytes(8), "libtorch 2.11.0", "", 2};
}

Measurement at(const ProfilePoint& point, MeasurementStatus status = MeasurementStatus::Done, double seconds = 1)
{
    Measurement m;
    m.point = point;
    m.device = processor();
    m.status = status;
    m.memory.saved = Bytes(100 * point.micro_batch);
    m.forward = {Seconds(seconds), Seconds(seconds / 100)};
    m.backward = {Seconds(2 * seconds), Seconds(seconds / 10)};
    return m;
}

// Measures every distinct layer at every combination.
std::vector<Measurement> measureAll(const Model& model, const std::vector<std::int64_t>& micro_batches,
                                    const std::vector<std::int64_t>& sequences, double seconds = 1)
{
    std::vector<Measurement> all;
    for (const ProfilePoint& point :
         pointsOf({model, workloadAt(sequences.front()), micro_batches, sequences, DeviceKind::Cpu, 0, {}})) {
        all.push_back(at(point, MeasurementStatus::Done, seconds));
    }
    return all;
}

Coverage covered(const Model& model, const std::vector<Measurement>& measurements, std::int64_t sequence = 64)
{
    return coverageOf(model, workloadAt(sequence), measurements).value();
}

}

class CoverageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRowPerDistinctLayer();
    void rowsHaveReadableNames();
    void everyMeasurementIsInOneRow();
    void missingIsWhatContinuationAsksFor();
    void outOfMemoryAnswersLargerBatches();
    void aFailureIsNoAnswer();
    void whatRanIsCounted();
    void otherWorkloadsAreCountedApart();
    void otherRunOptionsOfTheWorkloadAreNoOtherWorkload();
    void theWorstCheckCounts();
    void theLargestSpreadIsRelative();
    void devicesAreDistinguished();
    void ofSeveralDriversTheNewestCounts();
    void equalDevicesHaveRatioOne();
    void ratiosTurnAroundWithTheDevices();
    void onlyCommonSuccessesAreCompared();
    void publishedStrategiesRunMoreLayers();
    void refusedStrategiesAreEmpty();
    void aSequenceThatDoesNotFitIsRefused();
};

void CoverageTest::aRowPerDistinctLayer()
{
    const Model model = gptChain(12, 64, 4, 100, 64);
    const Coverage coverage = covered(model, {});
    QCOMPARE(coverage.rows.size(), std::size_t(3));
    QVERIFY(coverage.isEmpty());
    std::set<int> layers;
    for (const SignatureCoverage& row : coverage.rows) {
        layers.insert(row.layers.begin(), row.layers.end());
        QVERIFY(row.points.empty() && row.missing.empty() && !row.additivity);
        for (const int layer : row.layers) {
            QCOMPARE(kindName(model.layers[static_cast<std::size_t>(layer)].spec), row.kind);
        }
    }
    QCOMPARE(layers.size(), model.layers.size()); // each layer is in one row
    QCOMPARE(coverage.rows[1].layers.size(), std::size_t(12));
}

void CoverageTest::rowsHaveReadableNames()
{
    const auto namesOf = [](const Model& model) {
        QStringList names;
        for (const SignatureCoverage& row : covered(model, {}).rows) {
            names << QString::fromStdString(row.name);
        }
        return names;
    };
    Model model = gptChain(3, 64, 4, 100, 64);
    QCOMPARE(namesOf(model), QStringList({"embedding", "block", "head"}));
    // Two alternating kinds of blocks: each row is named after its first block.
    model.layers[2].spec = blockOf(64, 2, 256);
    model.layers.insert(model.layers.begin() + 4, {"block 3", blockOf(64, 2, 256)});
    QCOMPARE(namesOf(model), QStringList({"embedding", "block 0", "block 1", "head"}));
    model.layers[1].name = "42"; // only a number
    QVERIFY(namesOf(model).contains(QStringLiteral("42")));
}

// Random subsets of the points: each measurement of the chain is in exactly one row, and each (row, place) is either
// measured or missing.
void CoverageTest::everyMeasurementIsInOneRow()
{
    std::mt19937 random(1);
    const Model model = gptChain(4, 64, 4, 100, 64);
    const auto foreign = measureAll(gptChain(2, 32, 4, 100, 64), {1}, {64});
    for (int round = 0; round < 50; ++round) {
        auto measurements = measureAll(model, {1, 2, 4}, {32, 64});
        std::shuffle(measurements.begin(), measurements.end(), random);
        measurements.resize(random() % (measurements.size() + 1));
        const auto own = static_cast<std::int64_t>(measurements.size());
        measurements.insert(measurements.end(), foreign.begin(), foreign.end());
        const Coverage coverage = covered(model, measurements);
        QCOMPARE(coverage.measurements(), own);
        QCOMPARE(coverage.answered(), own);
        QVERIFY(std::is_sorted(coverage.places.begin(), coverage.places.end()));
        for (const SignatureCoverage& row : coverage.rows) {
            QCOMPARE(row.points.size() + row.missing.size(), coverage.places.size());
            for (const Measurement& point : row.points) {
                const LayerSpec& spec = model.layers[static_cast<std::size_t>(row.layers.front())].spec;
                QCOMPARE(signatureOf(point.point.spec), signatureOf(spec));
            }
        }
    }
}

// Measuring the points of the continuation repeatedly fills all gaps and nothing else.
void CoverageTest::missingIsWhatContinuationAsksFor()
{
    const Model model = gptChain(4, 64, 4, 100, 64);
    auto all = measureAll(model, {1, 2}, {64});
    const auto longer = measureAll(model, {4}, {32});
    all.push_back(longer.front());
    auto measurements = all;
    measurements.erase(measurements.begin() + 1, measurements.begin() + 3);
    for (const std::int64_t sequence : {64, 32}) { // the workload's sequence length first
        const auto request = continuation(covered(model, measurements), model, workloadAt(64), DeviceKind::Cuda);
        QVERIFY(request);
        QCOMPARE(request->sequences, std::vector<std::int64_t> {sequence});
        QCOMPARE(request->workload.sequence, sequence);
        QVERIFY(request->device.kind == DeviceKind::Cuda);
        QVERIFY(validate(*request));
        for (const MeasuringStep& step : remainingSteps(*request, measurements)) {
            measurements.push_back(at(step.point));
        }
    }
    QCOMPARE(measurements.size(), all.size() - 1 + longer.size());
    QVERIFY(!continuation(covered(model, measurements), model, workloadAt(64), DeviceKind::Cpu));
}

void CoverageTest::outOfMemoryAnswersLargerBatches()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto measurements = measureAll(model, {1, 2, 4}, {64});
    const auto is_block = [](const Measurement& m) { return kindName(m.point.spec) == "transformer_block"; };
    std::erase_if(measurements, [&](const Measurement& m) { return is_block(m) && m.point.micro_batch == 4; });
    QCOMPARE(covered(model, measurements).rows[1].missing, (std::vector<PointPlace> {{64, 4}}));
    for (Measurement& m : measurements) {
        if (is_block(m) && m.point.micro_batch == 2) {
            m.status = MeasurementStatus::OutOfMemory;
        }
    }
    QVERIFY(covered(model, measurements).rows[1].missing.empty());
}

void CoverageTest::aFailureIsNoAnswer()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto measurements = measureAll(model, {1}, {64});
    measurements.front().status = MeasurementStatus::Failed;
    const Coverage coverage = covered(model, measurements);
    QCOMPARE(coverage.answered(), std::int64_t(2));
    QCOMPARE(coverage.measurements(), std::int64_t(3)); // the measurement is still counted
}

// A layer-run is one run of one layer in a successful measurement.
void CoverageTest::whatRanIsCounted()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    ProfileRequest request;
    request.model = model;
    request.workload.sequence = 64;
    request.micro_batches = {1};
    request.sequences = {64};
    request.shardings = shardingsOf({2}, {}, false);
    request.recompute = true;
    request.checks = true;
    std::vector<Measurement> measurements;
    std::int64_t layers = 0;
    for (const ProfilePoint& point : pointsOf(request)) {
        measurements.push_back(at(point));
        layers += point.following ? 2 : point.in_flight; // two of a pair; otherwise once per micro-batch in flight
    }
    const auto points = static_cast<std::int64_t>(measurements.size());
    QVERIFY(layers > points && points > 9); // pairs, two in flight, shares and recomputed layers
    QCOMPARE(covered(model, measurements).layer_runs, layers);
    measurements.push_back(at(measurements.front().point));
    measurements.back().point.optimizer = OptimizerKind::Sgd; // another workload
    QCOMPARE(covered(model, measurements).layer_runs, layers);
    const auto pair = std::find_if(measurements.begin(), measurements.end(),
                                   [](const Measurement& m) { return m.point.following.has_value(); });
    pair->status = MeasurementStatus::OutOfMemory;
    QCOMPARE(covered(model, measurements).layer_runs, layers - 2);
}

void CoverageTest::otherWorkloadsAreCountedApart()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto measurements = measureAll(model, {1}, {64});
    Measurement other = measurements.front();
    other.point.optimizer = OptimizerKind::Sgd;
    measurements.push_back(other);
    const Coverage coverage = covered(model, measurements);
    QCOMPARE(coverage.measurements(), std::int64_t(3));
    QCOMPARE(coverage.other_workloads, std::int64_t(1));
}

// One rank's share and a layer with recomputation belong to the same workload; with another optimizer they do not.
void CoverageTest::otherRunOptionsOfTheWorkloadAreNoOtherWorkload()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto measurements = measureAll(model, {1}, {64});
    ProfileRequest request;
    request.model = model;
    request.workload.sequence = 64;
    request.micro_batches = {1};
    request.sequences = {64};
    request.shardings = shardingsOf({2}, {}, true);
    request.recompute = true;
    std::int64_t others = 0;
    for (const ProfilePoint& point : pointsOf(request)) {
        if (!point.sharding.whole() || point.recompute) {
            Measurement m = measurements.front();
            m.point = point;
            measurements.push_back(m);
            ++others;
        }
    }
    QVERIFY(others > 3);
    const Coverage coverage = covered(model, measurements);
    QCOMPARE(coverage.measurements(), std::int64_t(3)); // rows show whole layers
    QCOMPARE(coverage.other_run_options, others);
    QCOMPARE(coverage.other_workloads, std::int64_t(0));
    measurements.back().point.optimizer = OptimizerKind::Sgd;
    QCOMPARE(covered(model, measurements).other_run_options, others - 1);
    QCOMPARE(covered(model, measurements).other_workloads, std::int64_t(1));
}

void CoverageTest::theWorstCheckCounts()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto measurements = measureAll(model, {1}, {64});
    const auto addCheck = [&](std::int64_t peaks, double times) {
        Measurement check = *std::find_if(measurements.begin(), measurements.end(), [](const Measurement& m) {
            return kindName(m.point.spec) == "transformer_block";
        });
        check.point.in_flight = 2;
        const Measurement alone = check;
        check.allocated_peak = Bytes(1);
        const auto sum = additivityOf(check, measurements);
        QVERIFY(sum);
        check.allocated_peak = sum->predicted * peaks;
        check.forward.median = alone.forward.median * times;
        check.backward.median = alone.backward.median * times;
        measurements.push_back(check);
    };
    addCheck(2, 1); // half of the peak, all of the time
    addCheck(1, 4);
    const Coverage coverage = covered(model, measurements);
    QVERIFY(!coverage.rows[0].additivity && !coverage.rows[0].time_additivity);
    QVERIFY(coverage.rows[1].additivity && std::abs(*coverage.rows[1].additivity - 0.5) < 1e-6);
    QVERIFY(std::abs(*coverage.rows[1].time_additivity - 0.75) < 1e-9);
    QCOMPARE(coverage.measurements(), std::int64_t(3)); // checks are not points
}

void CoverageTest::theLargestSpreadIsRelative()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto measurements = measureAll(model, {1, 2}, {64});
    for (const SignatureCoverage& row : covered(model, measurements).rows) {
        QCOMPARE(row.largest_spread, 0.05); // spread of the backward pass; the forward pass has 0.01
    }
    measurements.front().forward = {Seconds(0), Seconds(0)};
    QCOMPARE(relativeSpread(measurements.front().forward), 0.0);
    measurements.back().status = MeasurementStatus::Failed;
    measurements.back().forward = {Seconds(1), Seconds(7)}; // times of a run that failed
    for (const SignatureCoverage& row : covered(model, measurements).rows) {
        QVERIFY(row.largest_spread <= 0.05);
    }
}

void CoverageTest::devicesAreDistinguished()
{
    auto measurements = measureAll(gptChain(2, 64, 4, 100, 64), {1}, {64});
    measurements[1].device.name = "another processor";
    measurements[2].device.driver = "12"; // with the same numbers
    const auto devices = measuredDevices(measurements);
    QCOMPARE(devices.size(), std::size_t(2));
    QCOMPARE(onDevice(measurements, devices[0]).size(), std::size_t(2));
    QCOMPARE(onDevice(measurements, devices[1]).size(), std::size_t(1));
}

// With several drivers the newest measurement applies in any order of arrival: a success before a shortage, then the
// newer one.
void CoverageTest::ofSeveralDriversTheNewestCounts()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto older = measureAll(model, {1, 2}, {64}, 1);
    auto newer = measureAll(model, {1, 2}, {64}, 3);
    for (Measurement& m : older) {
        m.device.driver = "12.4";
        m.measured_at = "2026-11-20T08:00:00Z";
    }
    for (Measurement& m : newer) {
        m.device.driver = "12.8";
        m.measured_at = "2026-11-21T08:00:00Z";
    }
    newer.front().status = MeasurementStatus::OutOfMemory;
    auto all = newer;
    all.insert(all.end(), older.begin(), older.end());
    const auto variants = variantsOf(all, older.front().device);
    QCOMPARE(variants.size(), std::size_t(2));
    QCOMPARE(variants[1].driver, std::string("12.4"));
    QCOMPARE(measuredDevices(all).size(), std::size_t(1));
    for (int turn = 0; turn < 2; ++turn) {
        std::reverse(all.begin(), all.end());
        const Coverage coverage = covered(model, all);
        QCOMPARE(coverage.measurements(), std::int64_t(6));
        QCOMPARE(coverage.answered(), std::int64_t(6));
        int old = 0;
        for (const SignatureCoverage& row : coverage.rows) {
            for (const Measurement& m : row.points) {
                QCOMPARE(m.status, MeasurementStatus::Done);
                old += m.device.driver == "12.4" ? 1 : 0;
            }
        }
        QCOMPARE(old, 1);
    }
}

void CoverageTest::equalDevicesHaveRatioOne()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    const Coverage coverage = covered(model, measureAll(model, {1, 2}, {64}));
    const DeviceComparison comparison = compareDevices(coverage, coverage);
    QCOMPARE(comparison.points.size(), std::size_t(6));
    QCOMPARE(comparison.timeRatio(), std::optional(1.0));
    QCOMPARE(comparison.equalBytes(), std::int64_t(6));
}

void CoverageTest::ratiosTurnAroundWithTheDevices()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    const Coverage slow = covered(model, measureAll(model, {1, 2}, {64}, 4));
    auto other = measureAll(model, {1, 2}, {64}, 1);
    other[0].memory.saved += Bytes(7);
    const Coverage fast = covered(model, other);
    const DeviceComparison there = compareDevices(slow, fast);
    const DeviceComparison back = compareDevices(fast, slow);
    QCOMPARE(there.timeRatio(), std::optional(0.25));
    QCOMPARE(back.timeRatio(), std::optional(4.0));
    QCOMPARE(there.equalBytes(), std::int64_t(5));
    for (std::size_t i = 0; i < there.points.size(); ++i) {
        QCOMPARE(there.points[i].forward_ratio * back.points[i].forward_ratio, 1.0);
        QVERIFY(there.points[i].saved_difference == -back.points[i].saved_difference);
        QCOMPARE(there.points[i].equal_bytes, there.points[i].saved_difference == Bytes(0));
    }
}

void CoverageTest::onlyCommonSuccessesAreCompared()
{
    const Model model = gptChain(2, 64, 4, 100, 64);
    auto second = measureAll(model, {2, 4}, {64});
    second[0].status = MeasurementStatus::OutOfMemory;
    const auto comparison = compareDevices(covered(model, measureAll(model, {1, 2}, {64})), covered(model, second));
    QCOMPARE(comparison.points.size(), std::size_t(2));
    for (const ComparedPoint& point : comparison.points) {
        QCOMPARE(point.place.micro_batch, std::int64_t(2));
    }
    QVERIFY(!compareDevices(covered(model, {}), covered(model, second)).timeRatio());
}

void CoverageTest::publishedStrategiesRunMoreLayers()
{
    for (const int blocks : {24, 48, 96}) {
        const auto counts = publishedLayerRuns(8, blocks + 2);
        QCOMPARE(counts.mcap, std::optional(layerRuns(*mcapRuns(8, blocks + 2))));
        QCOMPARE(counts.capslog, std::optional(layerRuns(*capslogRuns(8, blocks + 2))));
        const Model model = gptChain(blocks, 64, 4, 100, 64);
        QVERIFY(covered(model, measureAll(model, {1, 2}, {64})).layer_runs * 10 <= *counts.capslog);
    }
}

void CoverageTest::refusedStrategiesAreEmpty()
{
    for (const auto& [devices, layers] : {std::pair(2, 24), std::pair(8, 13), std::pair(1 << 20, 1 << 20)}) {
        QVERIFY(!publishedLayerRuns(devices, layers).mcap);
        QVERIFY(!publishedLayerRuns(devices, layers).capslog);
    }
}

void CoverageTest::aSequenceThatDoesNotFitIsRefused()
{
    const auto model = readModel("zoo:vgg16").value(); // halves the image five times
    QCOMPARE(coverageOf(model, workloadAt(8), {}).error().code, ErrorCode::LayerMismatch);
}

QTEST_APPLESS_MAIN(CoverageTest)
#include "tst_coverage.moc"
