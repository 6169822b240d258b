// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"
#include "core/cost/prior/analyticcost.h"
#include "core/measuring/plan.h"
#include "core/model/shapes.h"
#include "tests/support/chains.h"

#include <QTest>

#include <cmath>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Model tiny()
{
    return readModel(TEST_DATA "/models/gpt2-tiny.json").value();
}

// A measurement whose bytes are lines in the micro-batch.
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
    void unmeasuredSaysHowToMeasure();
    void whatRanOutOfMemoryIsSaid();
    void otherDevicesDoNotCount();
    void tablesScaleWithTheMicroBatch();
    void requestsAreChecked();
};

// Two blocks alike: three points, not four.
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
    known.front().status = MeasurementStatus::Failed; // tried again
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

// The same cost as within the chain, and also where the rest of the chain is not measured.
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
    QVERIFY(std::abs(between->layers[1].forward.median.value - 1) < 1e-4);

    const auto beyond = model.chain(8, deviceOf(DeviceKind::Cpu));
    QVERIFY(beyond->extrapolated);
    QCOMPARE(beyond->layers[1].memory.saved.value, std::int64_t(180));
    QCOMPARE(beyond->layers[1].memory.forward_peak.value, std::int64_t(56));
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
    // By formulas alone: every layer's, with wide bounds.
    QCOMPARE(none->basis, Basis::Analytic);
    QVERIFY(none->memory_width >= 0.2);
    const auto points = chainPoints(tiny(), workloadAt(16), 2).value();
    for (std::size_t l = 0; l < points.size(); ++l) {
        QVERIFY(none->layers[l] == analyticCost(points[l], deviceOf(DeviceKind::Cpu)).value());
    }
    // What is measured counts for itself.
    auto some = measureAll(tiny(), workloadAt(16), {2});
    std::erase_if(some, [](const Measurement& m) { return kindName(m.point.spec) != "transformer_block"; });
    const auto mixed = CostModel(tiny(), workloadAt(16), some).chain(2, deviceOf(DeviceKind::Cpu));
    QCOMPARE(mixed->missing->analytic, 2);
    QCOMPARE(mixed->basis, Basis::Analytic);
    QCOMPARE(mixed->layers[1].basis, Basis::Measured);
    QVERIFY(mixed->layers[0] == none->layers[0] && mixed->layers[3] == none->layers[3]);
}

// From the micro-batch on at which memory ran out; smaller ones can still be measured.
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
    // A device that has not tried it may still do it.
    auto both = measured;
    for (Measurement other : measureAll(tiny(), workloadAt(16), {1})) {
        other.device.name = "another processor";
        both.push_back(other);
    }
    QVERIFY(CostModel(tiny(), workloadAt(16), both).chain(2, deviceOf(DeviceKind::Cpu)));
    // Two smaller micro-batches tell of the larger one, whatever the profiling device could hold.
    const auto smaller = measureAll(tiny(), workloadAt(16), {1, 3});
    auto told = smaller;
    told.push_back(measured.front());
    told.back().point.micro_batch = 4;
    QVERIFY(CostModel(tiny(), workloadAt(16), told).chain(4, deviceOf(DeviceKind::Cpu)));
}

void CostModelTest::otherDevicesDoNotCount()
{
    const CostModel model(tiny(), workloadAt(16), measureAll(tiny(), workloadAt(16), {1}));
    const auto chain = model.chain(1, deviceOf(DeviceKind::Cuda));
    QCOMPARE(chain->basis, Basis::Analytic);

    // A point that another machine measured does not fill a gap: times of two machines are not mixed.
    auto mixed = measureAll(tiny(), workloadAt(16), {1});
    mixed.front().device.name = "another processor";
    QCOMPARE(CostModel(tiny(), workloadAt(16), mixed).chain(1, deviceOf(DeviceKind::Cpu))->missing->analytic, 1);
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
