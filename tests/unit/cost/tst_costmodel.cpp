// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"
#include "core/cost/prior/analyticcost.h"
#include "core/hardware/catalogue.h"
#include "core/measuring/plan.h"
#include "core/model/flops.h"
#include "core/model/shapes.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Model tiny()
{
    return readModel(TEST_DATA "/models/gpt2-tiny.json").value();
}

// Makes a measurement whose bytes are linear in the micro-batch size.
Measurement measured(const ProfilePoint& point, DeviceKind kind = DeviceKind::Cpu)
{
    Measurement m;
    m.point = point;
    m.device.kind = kind;
    m.device.name = kind == DeviceKind::Cpu ? "a processor" : "a GPU";
    m.memory.saved = Bytes(100 + 10 * point.micro_batch);
    m.memory.forward_peak = Bytes(7 * point.micro_batch);
    m.forward.median = Seconds(0.5 + 0.25 * static_cast<double>(point.micro_batch));
    return m;
}

std::vector<Measurement> measureAll(const Model& model, const Workload& workload,
                                    std::vector<std::int64_t> micro_batches)
{
    std::vector<Measurement> all;
    for (const ProfilePoint& point :
         pointsOf({model, workload, std::move(micro_batches), {workload.sequence}, DeviceKind::Cpu, 0, {}})) {
        all.push_back(measured(point));
    }
    return all;
}

Workload workloadAt(std::int64_t sequence)
{
    Workload workload;
    workload.sequence = sequence;
    return workload;
}

}

class CostModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalLayersAreOnePoint();
    void smallestPointsComeFirst();
    void knownPointsAreNotAskedFor();
    void outOfMemoryCoversLargerBatches();
    void measuredPointsAreExact();
    void aLayerNeedsNoOther();
    void betweenAndBeyondIsALine();
    void theAllocatorsWorstShareCounts();
    void unmeasuredSaysHowToMeasure();
    void whatRanOutOfMemoryIsSaid();
    void whatFitsInMoreMemoryCounts();
    void ofSeveralDriversTheNewestCounts();
    void formulasExtendToWhatWasNotVaried_data();
    void formulasExtendToWhatWasNotVaried();
    void otherDevicesAreScaled();
    void processorsShowBytesAlone();
    void otherMachinesFillGaps();
    void probesReportRates();
    void tablesScaleWithTheMicroBatch();
    void requestsAreChecked();
};

// Two equal blocks: three points, not four.
void CostModelTest::equalLayersAreOnePoint()
{
    QCOMPARE(pointsOf({tiny(), workloadAt(16), {1}, {16}, DeviceKind::Cpu, 0, {}}).size(), std::size_t(3));
    QCOMPARE(pointsOf({tiny(), workloadAt(16), {1, 2}, {16, 32}, DeviceKind::Cpu, 0, {}}).size(), std::size_t(12));
}

void CostModelTest::smallestPointsComeFirst()
{
    const auto points = pointsOf({tiny(), workloadAt(16), {4, 1}, {16}, DeviceKind::Cpu, 0, {}});
    QCOMPARE(points.front().micro_batch, std::int64_t(1));
    QCOMPARE(points.back().micro_batch, std::int64_t(4));
}

void CostModelTest::knownPointsAreNotAskedFor()
{
    const ProfileRequest request {tiny(), workloadAt(16), {1, 2}, {16}, DeviceKind::Cpu, 0, {}};
    auto known = measureAll(tiny(), workloadAt(16), {1});
    QCOMPARE(remainingSteps(request, known).size(), std::size_t(3));
    known.front().status = MeasurementStatus::Failed; // retried
    QCOMPARE(remainingSteps(request, known).size(), std::size_t(4));
}

void CostModelTest::outOfMemoryCoversLargerBatches()
{
    const ProfileRequest request {tiny(), workloadAt(16), {2, 4}, {16}, DeviceKind::Cpu, 0, {}};
    auto known = measureAll(tiny(), workloadAt(16), {2});
    for (Measurement& m : known) {
        m.status = MeasurementStatus::OutOfMemory;
    }
    QCOMPARE(remainingSteps(request, known).size(), std::size_t(0));
    ProfileRequest smaller = request;
    smaller.micro_batches = {1};
    QCOMPARE(remainingSteps(smaller, known).size(), std::size_t(3));
}

// A layer has the same cost as within the chain, even if the rest of the chain is not measured.
void CostModelTest::aLayerNeedsNoOther()
{
    const Model model = tiny();
    const Workload workload = workloadAt(64);
    auto measurements = measureAll(model, workload, {1, 4});
    const CostModel whole(model, workload, measurements);
    std::erase_if(measurements, [](const Measurement& m) { return kindName(m.point.spec) != "transformer_block"; });
    const CostModel part(model, workload, measurements);
    for (const std::int64_t micro_batch : {1, 2, 8}) {
        const auto chain = whole.chain(micro_batch, deviceOf(DeviceKind::Cpu)).value();
        for (int l = 0; l < chain.size(); ++l) {
            const LayerCost& expected = chain.layers[static_cast<std::size_t>(l)];
            QVERIFY(whole.layer(l, micro_batch, DeviceKind::Cpu) == expected);
            const bool block = kindName(model.layers[static_cast<std::size_t>(l)].spec) == "transformer_block";
            QCOMPARE(part.layer(l, micro_batch, DeviceKind::Cpu), block ? std::optional(expected) : std::nullopt);
        }
    }
    QVERIFY(!whole.layer(1, 1, DeviceKind::Cuda));
    QVERIFY(!whole.layer(-1, 1, DeviceKind::Cpu) && !whole.layer(1000, 1, DeviceKind::Cpu));
}

void CostModelTest::measuredPointsAreExact()
{
    const CostModel model(tiny(), workloadAt(16), measureAll(tiny(), workloadAt(16), {1, 3}));
    const auto chain = model.chain(3, deviceOf(DeviceKind::Cpu));
    QVERIFY2(chain, qPrintable(errorOf(chain)));
    QCOMPARE(chain->layers.size(), std::size_t(4));
    QCOMPARE(chain->basis, Basis::Measured);
    QVERIFY(!chain->extrapolated);
    QCOMPARE(chain->layers[1].memory.saved.value, std::int64_t(130));
}

void CostModelTest::betweenAndBeyondIsALine()
{
    const CostModel model(tiny(), workloadAt(16), measureAll(tiny(), workloadAt(16), {1, 3}));
    const auto between = model.chain(2, deviceOf(DeviceKind::Cpu));
    QVERIFY2(between, qPrintable(errorOf(between)));
    QCOMPARE(between->basis, Basis::Scaled);
    QVERIFY(!between->extrapolated);
    QCOMPARE(between->layers[1].memory.saved.value, std::int64_t(120));
    const double time = between->layers[1].forward.median.value;
    QVERIFY2(std::abs(time - 1) < 1e-3, qPrintable(QString::number(time, 'g', 9)));

    const auto beyond = model.chain(8, deviceOf(DeviceKind::Cpu));
    QVERIFY(beyond->extrapolated);
    QVERIFY(between->memory_width < 0.01 && beyond->memory_width > 0.1);
    QCOMPARE(beyond->layers[1].memory.saved.value, std::int64_t(180));
    QCOMPARE(beyond->layers[1].memory.forward_peak.value, std::int64_t(56));
}

// The worst slack of the allocator applies, because at a single size the placement of requests in segments is random.
void CostModelTest::theAllocatorsWorstShareCounts()
{
    auto measured = measureAll(tiny(), workloadAt(16), {1, 3});
    for (Measurement& m : measured) {
        m.allocated_peak = gibibytes(1);
        // Excludes a small and a large segment (22 MiB), which may be nearly empty at any scale.
        m.reserved_peak = gibibytes(1) + Bytes((22 + (m.point.micro_batch == 1 ? 512 : 64)) << 20);
    }
    const CostModel model(tiny(), workloadAt(16), measured);
    for (const int micro_batch : {1, 2, 3, 8}) {
        const auto chain = model.chain(micro_batch, deviceOf(DeviceKind::Cpu));
        QVERIFY2(chain, qPrintable(errorOf(chain)));
        for (const LayerCost& layer : chain->layers) {
            QCOMPARE(layer.reserved_ratio, 1.5);
        }
    }
}

void CostModelTest::unmeasuredSaysHowToMeasure()
{
    const auto none = CostModel(tiny(), workloadAt(16), {}).chain(2, deviceOf(DeviceKind::Cpu));
    QVERIFY2(none, qPrintable(errorOf(none)));
    QVERIFY(none->missing && none->device.empty());
    QCOMPARE(none->missing->layers, 4);
    QCOMPARE(none->missing->analytic, 4);
    QVERIFY2(none->missing->command.find("--micro-batch 2 --sequence 16") != std::string::npos,
             none->missing->command.c_str());
    // Every layer has a cost from formulas, with wide bounds.
    QCOMPARE(none->basis, Basis::Analytic);
    QVERIFY(none->memory_width >= 0.2);
    const auto points = chainPoints(tiny(), workloadAt(16), 2).value();
    for (std::size_t l = 0; l < points.size(); ++l) {
        QVERIFY(none->layers[l] == analyticCost(points[l], deviceOf(DeviceKind::Cpu)).value());
    }
    // Measured layers use their measurements.
    auto some = measureAll(tiny(), workloadAt(16), {2});
    std::erase_if(some, [](const Measurement& m) { return kindName(m.point.spec) != "transformer_block"; });
    const auto mixed = CostModel(tiny(), workloadAt(16), some).chain(2, deviceOf(DeviceKind::Cpu));
    QCOMPARE(mixed->missing->analytic, 2);
    QCOMPARE(mixed->basis, Basis::Analytic);
    QCOMPARE(mixed->layers[1].basis, Basis::Measured);
    QVERIFY(mixed->layers[0] == none->layers[0] && mixed->layers[3] == none->layers[3]);
}

// The message contains the micro-batch size that ran out of memory; smaller ones can still be measured.
void CostModelTest::whatRanOutOfMemoryIsSaid()
{
    auto measured = measureAll(tiny(), workloadAt(16), {2});
    measured.front().status = MeasurementStatus::OutOfMemory;
    const CostModel model(tiny(), workloadAt(16), measured);
    for (const int micro_batch : {2, 4}) {
        const auto chain = model.chain(micro_batch, deviceOf(DeviceKind::Cpu));
        QVERIFY(!chain);
        QCOMPARE(chain.error().code, ErrorCode::LayerTooLarge);
        QVERIFY2(errorOf(chain).contains(QStringLiteral("micro-batch %1 and sequence 16").arg(micro_batch)),
                 qPrintable(errorOf(chain)));
    }
    QVERIFY(errorOf(model.chain(2, deviceOf(DeviceKind::Cpu)))
                .contains(QStringLiteral("--micro-batch 2 --sequence 16 --retry")));
    QVERIFY(model.chain(1, deviceOf(DeviceKind::Cpu))->missing);
    // A device without an attempt may still succeed.
    auto both = measured;
    for (Measurement other : measureAll(tiny(), workloadAt(16), {1})) {
        other.device.name = "another processor";
        both.push_back(other);
    }
    QVERIFY(CostModel(tiny(), workloadAt(16), both).chain(2, deviceOf(DeviceKind::Cpu)));
    // Two smaller micro-batch sizes predict the larger one, regardless of the capacity of the profiling device.
    const auto smaller = measureAll(tiny(), workloadAt(16), {1, 3});
    auto reported = smaller;
    reported.push_back(measured.front());
    reported.back().point.micro_batch = 4;
    QVERIFY(CostModel(tiny(), workloadAt(16), reported).chain(4, deviceOf(DeviceKind::Cpu)));
}

// Points that fit on a device with more memory count: a device with the same name and less memory ran out.
void CostModelTest::whatFitsInMoreMemoryCounts()
{
    const Model model = tiny();
    const Workload workload = workloadAt(16);
    auto measurements = measureAll(model, workload, {2});
    for (Measurement& m : measurements) {
        m.status = MeasurementStatus::OutOfMemory;
        m.device.memory = gibibytes(4);
    }
    const auto larger = measureAll(model, workload, {1, 3});
    QVERIFY(!CostModel(model, workload, measurements).chain(2, deviceOf(DeviceKind::Cpu)));
    measurements.insert(measurements.end(), larger.begin(), larger.end());
    const auto chain = CostModel(model, workload, measurements).chain(2, deviceOf(DeviceKind::Cpu));
    QVERIFY2(chain, qPrintable(errorOf(chain)));
    MeasuredLayers device(larger.front().device);
    const std::string line = lineKey(larger.front().point);
    for (const std::int64_t full : {2, 8, 6}) {
        Measurement m = larger.front();
        m.point.micro_batch = full;
        m.status = MeasurementStatus::OutOfMemory;
        device.add(m);
    }
    QCOMPARE(device.full(line), std::optional<std::int64_t>(2));
    Measurement done = larger.front();
    done.point.micro_batch = 4;
    device.add(done);
    QCOMPARE(device.full(line), std::optional<std::int64_t>(6));
}

void CostModelTest::ofSeveralDriversTheNewestCounts()
{
    const Model model = tiny();
    const Workload workload = workloadAt(16);
    auto older = measureAll(model, workload, {1});
    auto newer = older;
    for (Measurement& m : older) {
        m.device.driver = "12.4";
        m.measured_at = "2026-11-20T08:00:00Z";
    }
    for (Measurement& m : newer) {
        m.device.driver = "12.8";
        m.measured_at = "2026-11-21T08:00:00Z";
        m.forward.median = m.forward.median * 3;
    }
    const Seconds expected = newer.front().forward.median;
    for (const bool newest_first : {false, true}) {
        std::vector<Measurement> all = newest_first ? newer : older;
        const auto& others = newest_first ? older : newer;
        all.insert(all.end(), others.begin(), others.end());
        const auto chain = CostModel(model, workload, all).chain(1, deviceOf(DeviceKind::Cpu)).value();
        for (const LayerCost& layer : chain.layers) {
            QCOMPARE(layer.forward.median.value, expected.value);
        }
    }
}

void CostModelTest::formulasExtendToWhatWasNotVaried_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

// A deviation of 10 % from the formulas is extrapolated from one measured scale to all others.
void CostModelTest::formulasExtendToWhatWasNotVaried()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    const bool image = model.sample == SampleKind::Image;
    const DeviceType cpu = deviceOf(DeviceKind::Cpu);
    constexpr std::array parts {&LayerMemory::saved, &LayerMemory::forward_peak, &LayerMemory::backward_peak,
                                &LayerMemory::accumulate_peak};
    const std::int64_t first = image ? model.longest_sequence : 16;
    std::vector<Measurement> known;
    for (const ProfilePoint& point : pointsOf({model, workloadAt(first), {1}, {first}, DeviceKind::Cpu, 0, {}})) {
        const LayerCost prior = analyticCost(point, cpu).value();
        Measurement m = measured(point);
        m.memory = prior.memory;
        for (const auto part : parts) {
            m.memory.*part = scaled(prior.memory.*part, 1.1);
        }
        m.forward = {prior.forward.median * 3, prior.forward.median * 0.3};
        m.backward = m.forward;
        known.push_back(std::move(m));
    }
    for (const auto& [micro_batch, sequence] :
         {std::pair(1, first), std::pair(4, first), std::pair(3, image ? first : 24)}) {
        const auto chain = CostModel(model, workloadAt(sequence), known).chain(micro_batch, cpu);
        QVERIFY2(chain, qPrintable(errorOf(chain)));
        const bool there = micro_batch == 1 && sequence == first;
        QCOMPARE(chain->extrapolated, !there);
        QCOMPARE(chain->missing ? chain->missing->extrapolated : 0, there ? 0 : chain->size());
        QVERIFY(!chain->missing || (chain->missing->analytic == 0 && chain->missing->transferred == 0));
        QCOMPARE(chain->basis, there ? Basis::Measured : Basis::Scaled);
        QCOMPARE(chain->memory_width > 0, !there);
        const auto points = chainPoints(model, workloadAt(sequence), micro_batch).value();
        for (std::size_t l = 0; l < points.size(); ++l) {
            const LayerCost prior = analyticCost(points[l], cpu).value();
            const LayerCost& cost = chain->layers[l];
            for (const auto part : parts) {
                const auto expected = 1.1 * static_cast<double>((prior.memory.*part).value);
                QVERIFY(std::abs(static_cast<double>((cost.memory.*part).value) - expected) <= 1e-3 * expected + 64);
            }
            QCOMPARE(cost.memory.output, prior.memory.output);
            QCOMPARE(cost.memory.gradients, prior.memory.gradients);
            QVERIFY(std::abs(cost.forward.median / prior.forward.median - 3) < 1e-6);
        }
    }
}

// Costs of other devices are transferred: bytes unchanged, times scaled by the formulas for both devices, forward and
// backward separately.
void CostModelTest::otherDevicesAreScaled()
{
    const DeviceType a100 = catalogue().find("A100-80GB")->device;
    const DeviceType h200 = catalogue().find("H200")->device;
    auto on_a100 = measureAll(tiny(), workloadAt(16), {2});
    for (Measurement& m : on_a100) {
        m.device.kind = DeviceKind::Cuda;
        m.device.name = a100.driver_names.front();
        m.backward.median = m.forward.median * 3;
    }
    const CostModel model(tiny(), workloadAt(16), on_a100);
    const auto own = model.chain(2, a100).value();
    QVERIFY(own.basis == Basis::Measured && !own.missing && own.memory_width == 0);
    const auto other = model.chain(2, h200).value();
    QVERIFY(other.basis == Basis::Scaled && other.memory_width > 0.01);
    QVERIFY(other.missing && other.missing->transferred == 4 && other.missing->analytic == 0);
    QVERIFY(describe(other.missing->measured_on).starts_with(a100.driver_names.front()));
    const auto points = chainPoints(tiny(), workloadAt(16), 2).value();
    for (std::size_t l = 0; l < 4; ++l) {
        QVERIFY(other.layers[l].memory.saved == own.layers[l].memory.saved);
        const LayerCost there = analyticCost(points[l], a100).value();
        const LayerCost here = analyticCost(points[l], h200).value();
        const double forward = here.forward.median / there.forward.median;
        QVERIFY(forward <= 1); // the host launches such small kernels no faster
        QVERIFY(std::abs(other.layers[l].forward.median / own.layers[l].forward.median / forward - 1) < 1e-9);
        QVERIFY(other.layers[l].forward.spread > own.layers[l].forward.spread * forward);
    }
    // If the device itself has measurements, only those apply.
    auto both = on_a100;
    for (Measurement m : measureAll(tiny(), workloadAt(16), {2})) {
        m.device.kind = DeviceKind::Cuda;
        m.device.name = h200.driver_names.front();
        both.push_back(m);
    }
    QVERIFY(!CostModel(tiny(), workloadAt(16), both).chain(2, h200)->missing);
}

// Measurements of a CPU predict bytes of a GPU, but never times.
void CostModelTest::processorsShowBytesAlone()
{
    const DeviceType h200 = catalogue().find("H200")->device;
    const CostModel model(tiny(), workloadAt(16), measureAll(tiny(), workloadAt(16), {2}));
    const auto chain = model.chain(2, h200).value();
    const auto points = chainPoints(tiny(), workloadAt(16), 2).value();
    QCOMPARE(chain.missing->transferred, 4);
    QVERIFY(chain.memory_width > 0.1);
    for (std::size_t l = 0; l < 4; ++l) {
        const LayerCost here = analyticCost(points[l], h200).value();
        const LayerCost there = analyticCost(points[l], deviceOf(DeviceKind::Cpu)).value();
        QVERIFY(chain.layers[l].forward == here.forward && chain.layers[l].backward == here.backward);
        const double kernels = there.memory.saved > Bytes(0) ? here.memory.saved / there.memory.saved : 1;
        QCOMPARE(chain.layers[l].memory.saved.value, scaled(Bytes(120), kernels).value);
    }
}

// Measurements of another machine fill gaps; times of two machines differ.
void CostModelTest::otherMachinesFillGaps()
{
    auto mixed = measureAll(tiny(), workloadAt(16), {1});
    mixed.front().device.name = "another processor";
    const auto chain = CostModel(tiny(), workloadAt(16), mixed).chain(1, deviceOf(DeviceKind::Cpu)).value();
    QCOMPARE(chain.basis, Basis::Scaled);
    QVERIFY(chain.missing && chain.missing->transferred == 1 && chain.missing->analytic == 0);
    QVERIFY(describe(chain.device).starts_with("a processor"));
}

// Rates of a probe take precedence over the data sheet, at the size of the layer's products.
void CostModelTest::probesReportRates()
{
    const DeviceType h200 = catalogue().find("H200")->device;
    Workload workload = workloadAt(1024);
    const ProfilePoint block = chainPoints(gptChain(1, 2048, 16, 1000, 1024), workload, 8).value()[1];
    const LayerCost sheet = analyticCost(block, h200).value();
    DeviceProbe probe;
    probe.device.kind = DeviceKind::Cuda;
    probe.device.name = h200.driver_names.front();
    probe.matrix = {{ProductType::Fp32, 64, FlopsPerSecond(1e9), {}},
                    {ProductType::Fp32, 256, FlopsPerSecond(2e12), {}}};
    const Flops flops = forwardFlops(std::get<Program>(block.spec), inputShapes(block));
    const LayerCost probed = analyticCost(block, h200, &probe).value();
    const double longer = probed.forward.median / (flops / FlopsPerSecond(2e12));
    // causal attention does half of the work
    QVERIFY2(longer > 0.95 && longer < 1, qPrintable(QString::number(longer)));
    QVERIFY(probed.forward.median > sheet.forward.median * 2.0);
    probe.matrix[1].size = 1 << 20; // such small products do not reach that size
    QVERIFY(analyticCost(block, h200, &probe).value().forward.median > probed.forward.median * 1.5);
    // The cost model uses the same rates.
    const Model chain = gptChain(1, 2048, 16, 1000, 1024);
    QVERIFY(CostModel(chain, workload, {}, {probe}).chain(8, h200)->layers[1].forward.median
            > CostModel(chain, workload, {}).chain(8, h200)->layers[1].forward.median * 2.0);
}

void CostModelTest::tablesScaleWithTheMicroBatch()
{
    std::mt19937 random(1);
    const Model table = randomTable(random, 4, false);
    const auto one = CostModel(table, {}, {}).chain(1, deviceOf(DeviceKind::Cuda)).value();
    const auto three = CostModel(table, {}, {}).chain(3, deviceOf(DeviceKind::Cpu)).value();
    for (std::size_t l = 0; l < 4; ++l) {
        QCOMPARE(three.table[l].saved.value, 3 * one.table[l].saved.value);
        QCOMPARE(three.table[l].state.value, one.table[l].state.value);
        QCOMPARE(three.layers[l].forward.median.value, 3 * one.layers[l].forward.median.value);
    }
    QCOMPARE(three.basis, Basis::Given);
}

void CostModelTest::requestsAreChecked()
{
    std::mt19937 random(1);
    const auto code = [](const ProfileRequest& request) { return validate(request).error().code; };
    QCOMPARE(code({randomTable(random, 3, false), {}, {1}, {1}, DeviceKind::Cpu, 0, {}}), ErrorCode::OptionUnsupported);
    QCOMPARE(code({tiny(), {}, {0}, {16}, DeviceKind::Cpu, 0, {}}), ErrorCode::OptionOutOfRange);
    QCOMPARE(code({tiny(), {}, {1}, {65}, DeviceKind::Cpu, 0, {}}),
             ErrorCode::OptionOutOfRange); // the model has 64 positions
    QCOMPARE(code({tiny(), {}, {}, {16}, DeviceKind::Cpu, 0, {}}), ErrorCode::OptionOutOfRange);
    QVERIFY(validate(ProfileRequest {tiny(), {}, {1}, {64}, DeviceKind::Cpu, 0, {}}));
}

QTEST_APPLESS_MAIN(CostModelTest)
#include "tst_costmodel.moc"
