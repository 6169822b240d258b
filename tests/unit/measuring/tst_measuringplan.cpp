// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/json/codec.h"
#include "core/measuring/additivity.h"
#include "core/measuring/plan.h"
#include "core/measuring/structure.h"
#include "core/model/shapes.h"
#include "tests/support/chains.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class MeasuringPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPointHasItsReason();
    void checksComeOnceAtTheSmallestPoint();
    void straightLinesAreNotMeasuredFurther();
    void bentLinesAre();
    void noisyTimesCountWithTheirSpread();
    void otherOperationsAskForOneSizeMore();
    void dryDevicesMeasureALargerSizeByThemselves();
    void widestBoundsOfMostLayersComeFirst();
    void plansToDecideComeFirst();
    void decidedPlansNeedNoMore();
    void whatRanOutOfMemoryIsAskedForAgain();
    void moreMemoryAsksAgain();
    void additivityIsZeroForWhatAddsUp();
    void additivityNeedsTheLayersAlone();
    void tracesReadBack();
    void brokenTracesAreRefused();
    void newCoordinatesLeaveOldKeys();
};

namespace {

ProfileRequest request(std::vector<std::int64_t> micro_batches)
{
    ProfileRequest request;
    request.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    request.workload.sequence = 16;
    request.micro_batches = std::move(micro_batches);
    request.sequences = {16};
    return request;
}

// Measurement whose bytes and times grow with this power of the micro-batch size.
Measurement measured(const ProfilePoint& point, double power = 1)
{
    Measurement m;
    m.point = point;
    const double size = std::pow(static_cast<double>(point.micro_batch), power);
    m.memory.saved = m.memory.forward_peak = m.memory.backward_peak = Bytes(static_cast<std::int64_t>(1e6 * size));
    m.forward.median = m.backward.median = Seconds(1e-3 * size);
    return m;
}

// Returns all measurements that the plan requests from a device with this growth.
std::vector<Measurement> followed(const ProfileRequest& request, double power)
{
    std::vector<Measurement> known;
    for (auto steps = remainingSteps(request, known); !steps.empty(); steps = remainingSteps(request, known)) {
        known.push_back(measured(steps.front().point, power));
    }
    return known;
}

}

void MeasuringPlanTest::everyPointHasItsReason()
{
    ProfileRequest asked = request({4, 1, 2});
    asked.shardings = {{2, 1, false}};
    asked.recompute = true;
    asked.model = parseConfig(R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 24, "n_head": 2, "vocab_size": 50,
        "n_positions": 32})",
                              "even heads")
                      .value();
    QVERIFY2(validate(asked), qPrintable(errorOf(validate(asked))));
    std::map<StepReason, int> count;
    for (const MeasuringStep& step : stepsOf(asked)) {
        ++count[step.reason];
        QCOMPARE(step.reason == StepReason::Shard, step.point.sharding.tensor == 2);
        if (step.reason == StepReason::First) {
            QCOMPARE(step.point.micro_batch, std::int64_t(1));
        }
    }
    // Embedding, block and head.
    QCOMPARE(count[StepReason::First], 3);
    QCOMPARE(count[StepReason::Growth], 3);
    QCOMPARE(count[StepReason::Line], 3);
    QCOMPARE(count[StepReason::Recompute], 3); // only of the block
    QCOMPARE(count[StepReason::Shard], 12); // with and without recomputation
}

void MeasuringPlanTest::checksComeOnceAtTheSmallestPoint()
{
    ProfileRequest asked = request({2, 1});
    asked.checks = true;
    std::set<std::string> keys;
    int checks = 0;
    for (const MeasuringStep& step : stepsOf(asked)) {
        QVERIFY(keys.insert(pointKey(step.point)).second);
        if (step.point.isCheck()) {
            ++checks;
            QCOMPARE(step.point.micro_batch, std::int64_t(1));
        }
    }
    // Three layers with two micro-batches in flight; embedding and block, block and block, block and head.
    QCOMPARE(checks, 6);
}

void MeasuringPlanTest::straightLinesAreNotMeasuredFurther()
{
    ProfileRequest asked = request({1, 2, 4, 8, 16});
    QCOMPARE(followed(asked, 1).size(), std::size_t(15));
    asked.tolerance = 0.02;
    const auto known = followed(asked, 1);
    QCOMPARE(known.size(), std::size_t(9)); // sizes 1, 2 and 4 of three layers
    for (const Measurement& m : known) {
        QVERIFY(m.point.micro_batch <= 4);
    }
}

void MeasuringPlanTest::bentLinesAre()
{
    ProfileRequest asked = request({1, 2, 4, 8, 16});
    asked.tolerance = 0.02;
    QCOMPARE(followed(asked, 1.5).size(), std::size_t(15));
}

// Layers that run the same operations at 1 and 2 are not measured at 4; those that run others are, and are reported.
void MeasuringPlanTest::otherOperationsAskForOneSizeMore()
{
    ProfileRequest asked = request({1, 2, 4});
    asked.until_same_structure = true;
    std::string bent; // layer that makes a copy for two samples and more
    std::vector<Measurement> known;
    for (auto steps = remainingSteps(asked, known); !steps.empty(); steps = remainingSteps(asked, known)) {
        Measurement m = measured(steps.front().point);
        bent = bent.empty() ? lineKey(m.point) : bent;
        const bool copies = lineKey(m.point) == bent && m.point.micro_batch > 1;
        const std::int64_t size = 1000 * m.point.micro_batch;
        m.trace = copies ? AllocationTrace {{size, size, -2, -1}, 2} : AllocationTrace {{size, -1}, 1};
        m.later_trace = m.trace;
        known.push_back(std::move(m));
    }
    QCOMPARE(known.size(), std::size_t(7)); // three layers
    for (const Measurement& m : known) {
        QVERIFY(m.point.micro_batch < 4 || lineKey(m.point) == bent);
    }
    const auto changes = structureChanges(known);
    QCOMPARE(changes.size(), std::size_t(1));
    QCOMPARE(lineKey(changes.front().point), bent);
    QCOMPARE(changes.front().point.micro_batch, std::int64_t(1));
    QCOMPARE(changes.front().larger, std::int64_t(2));
    asked.until_same_structure = false;
    QCOMPARE(remainingSteps(asked, known).size(), std::size_t(2));
}

// Dry devices measure larger sizes, up to four times the requested one, if layers run other operations at 2 than at 1;
// otherwise, and on devices that take time, only the requested sizes.
void MeasuringPlanTest::dryDevicesMeasureALargerSizeByThemselves()
{
    const auto measuredOf = [](ProfileRequest asked, bool always_others) {
        std::string bent;
        std::vector<Measurement> known;
        for (auto steps = remainingSteps(asked, known); !steps.empty(); steps = remainingSteps(asked, known)) {
            Measurement m = measured(steps.front().point);
            bent = bent.empty() ? lineKey(m.point) : bent;
            const auto micro_batch = static_cast<std::size_t>(m.point.micro_batch);
            const std::size_t copies = lineKey(m.point) != bent ? 1
                : always_others                                 ? micro_batch
                                                                : std::min<std::size_t>(micro_batch, 2);
            m.trace = {std::vector<std::int64_t>(copies, 1000), static_cast<std::int64_t>(copies)};
            m.later_trace = m.trace;
            known.push_back(std::move(m));
        }
        std::vector<std::int64_t> of_bent;
        for (const Measurement& m : known) {
            if (lineKey(m.point) == bent) {
                of_bent.push_back(m.point.micro_batch);
            }
        }
        return std::pair(known.size(), of_bent);
    };
    ProfileRequest asked = request({1, 2});
    QVERIFY(measuredOf(asked, false) == std::pair(std::size_t(6), std::vector<std::int64_t> {1, 2}));
    asked.device.dry = DeviceType {};
    QVERIFY(measuredOf(asked, false) == std::pair(std::size_t(7), (std::vector<std::int64_t> {1, 2, 4})));
    QVERIFY(measuredOf(asked, true) == std::pair(std::size_t(8), (std::vector<std::int64_t> {1, 2, 4, 8})));
    asked.micro_batches = {1};
    QVERIFY(measuredOf(asked, false) == std::pair(std::size_t(3), std::vector<std::int64_t> {1}));
}

void MeasuringPlanTest::noisyTimesCountWithTheirSpread()
{
    ProfileRequest asked = request({1, 2, 3, 4});
    asked.tolerance = 0.02;
    std::vector<Measurement> known;
    for (const ProfilePoint& point : pointsOf(request({1, 2, 3}))) {
        known.push_back(measured(point));
        if (point.micro_batch == 3) {
            known.back().forward.median = Seconds(3.3e-3);
        }
    }
    QCOMPARE(remainingSteps(asked, known).size(), std::size_t(3));
    for (Measurement& m : known) {
        m.forward.spread = Seconds(0.4e-3);
    }
    QCOMPARE(remainingSteps(asked, known).size(), std::size_t(0));
}

void MeasuringPlanTest::widestBoundsOfMostLayersComeFirst()
{
    ProfileRequest asked = request({1, 2, 8});
    asked.checks = true;
    const auto kindOf = [](const MeasuringStep& step) { return kindName(step.point.spec); };
    std::vector<std::string> next;
    for (const int blocks : {1, 500}) {
        asked.model = gptChain(blocks, 32, 4, 100, 64);
        // Without any measurement, the smallest point comes first.
        QCOMPARE(remainingSteps(asked, {}).front(), stepsOf(asked).front());
        // Points of an unmeasured layer come before others.
        std::vector<Measurement> known;
        for (const MeasuringStep& step : stepsOf(asked)) {
            if (step.reason == StepReason::First) {
                known.push_back(measured(step.point));
            }
        }
        QCOMPARE(known.size(), std::size_t(3));
        const auto all_but_one = std::vector(known.begin() + 1, known.end());
        QCOMPARE(remainingSteps(asked, all_but_one).front().point, known.front().point);
        const auto steps = remainingSteps(asked, known);
        next.push_back(kindOf(steps.front()));
        // Points of a line come in order, and points that narrow nothing come last.
        std::map<std::string, std::int64_t> at;
        bool check = false;
        for (const MeasuringStep& step : steps) {
            QVERIFY(step.point.isCheck() || !check);
            check = step.point.isCheck();
            auto& last = at[lineKey(step.point)];
            QVERIFY(step.point.micro_batch > last);
            last = step.point.micro_batch;
        }
    }
    // The block takes more time than the embedding, but represents all layers except two.
    QVERIFY(next[0] != "transformer_block");
    QCOMPARE(next[1], std::string("transformer_block"));
}

// Points that decide between plans come first: most layers are blocks, but the plans' peak is at the head.
void MeasuringPlanTest::plansToDecideComeFirst()
{
    ProfileRequest asked = request({1, 2, 8});
    asked.model = gptChain(500, 32, 4, 100, 64);
    asked.workload.global_batch = 16;
    std::vector<Measurement> known;
    const std::string head = kindName(asked.model.layers.back().spec);
    for (const MeasuringStep& step : stepsOf(asked)) {
        if (step.reason == StepReason::First) {
            known.push_back(measured(step.point));
            if (kindName(step.point.spec) == head) {
                Measurement& m = known.back();
                m.memory.saved = m.memory.forward_peak = m.memory.backward_peak = Bytes(1'000'000'000'000);
                m.forward.median = m.backward.median = Seconds(10);
            }
        }
    }
    QCOMPARE(known.size(), std::size_t(3));
    const auto without = remainingSteps(asked, known);
    QCOMPARE(kindName(without.front().point.spec), std::string("transformer_block"));
    QVERIFY(without.front().narrows.empty());
    asked.target = ProfileTarget {parseCluster("4xcpu:8GiB").value(), {}};
    asked.target->constraints.micro_batch = 2;
    asked.target->constraints.pipeline = 4;
    const auto with = remainingSteps(asked, known);
    QCOMPARE(with.size(), without.size());
    QCOMPARE(kindName(with.front().point.spec), head);
    const std::string narrows = describe(with.front().narrows);
    QVERIFY2(narrows.starts_with("stage 4 of 4, split points 0,"), narrows.c_str());
    QVERIFY(describe(reasonOf(with.front())).ends_with("; narrows " + narrows));
    // If the head is not special, the blocks fill every stage.
    for (Measurement& m : known) {
        m = measured(m.point);
    }
    const auto usual = remainingSteps(asked, known);
    QCOMPARE(kindName(usual.front().point.spec), std::string("transformer_block"));
    QVERIFY(!usual.front().narrows.empty());
    // A target without plans, or one that no search supports, has no effect.
    const Constraints constraints = asked.target->constraints;
    asked.target->constraints.micro_batch = 3;
    QVERIFY(remainingSteps(asked, known).front().narrows.empty());
    asked.target->constraints = constraints;
    asked.target->constraints.schedule = ScheduleKind::Interleaved;
    QVERIFY(remainingSteps(asked, known).front().narrows.empty());
}

// Larger micro-batch sizes decide nothing once every layer is measured at the plans' points.
void MeasuringPlanTest::decidedPlansNeedNoMore()
{
    ProfileRequest asked = request({1, 2, 4, 8, 16});
    asked.workload.global_batch = 32;
    asked.tolerance = 0.02;
    asked.target = ProfileTarget {parseCluster("4xcpu:8GiB").value(), {}};
    asked.target->constraints.micro_batch = 4;
    const auto with = followed(asked, 1.5);
    std::int64_t most = 0;
    for (const Measurement& m : with) {
        most = std::max(most, m.point.micro_batch);
    }
    QCOMPARE(most, std::int64_t(4));
    asked.tolerance = 0;
    QCOMPARE(followed(asked, 1.5).size(), std::size_t(15)); // all are requested
    asked.tolerance = 0.02;
    asked.target.reset();
    QCOMPARE(followed(asked, 1.5).size(), std::size_t(15));
}

// Points that ran out of memory are requested again, since memory may have been short temporarily.
void MeasuringPlanTest::whatRanOutOfMemoryIsAskedForAgain()
{
    const ProfileRequest asked = request({1, 2});
    std::vector<Measurement> known;
    for (const ProfilePoint& point : pointsOf(asked)) {
        known.push_back(measured(point));
    }
    known[0].status = MeasurementStatus::OutOfMemory;
    known[3].status = MeasurementStatus::Failed;
    const std::size_t left = remainingSteps(asked, known).size();
    const std::vector<Measurement> successes = successesOf(known);
    QCOMPARE(successes.size(), known.size() - 2);
    const auto again = remainingSteps(asked, successes);
    QCOMPARE(again.size(), std::size_t(2));
    QVERIFY(left < again.size());
    QVERIFY(again[0].point == known[0].point && again[1].point == known[3].point);
}

// More memory repeats points that ran out with clearly less free memory; other points are unchanged.
void MeasuringPlanTest::moreMemoryAsksAgain()
{
    const ProfileRequest asked = request({1, 2, 4});
    std::vector<Measurement> known;
    for (const ProfilePoint& point : pointsOf(request({1}))) {
        known.push_back(measured(point));
    }
    for (const ProfilePoint& point : pointsOf(request({2}))) {
        Measurement full = measured(point);
        full.status = MeasurementStatus::OutOfMemory;
        full.device.memory = gibibytes(64);
        full.free_memory = gibibytes(6);
        known.push_back(full);
    }
    const auto asksAt = [&](Bytes free_memory) { return remainingSteps(asked, known, free_memory).size(); };
    QCOMPARE(asksAt({}), std::size_t(0)); // the free memory is unknown
    QCOMPARE(asksAt(gibibytes(4)), std::size_t(0));
    QCOMPARE(asksAt(gibibytes(6) + Bytes(1 << 20)), std::size_t(0)); // free memory fluctuates
    QCOMPARE(asksAt(gibibytes(8)), std::size_t(6)); // at 2 and 4
    for (const MeasuringStep& step : remainingSteps(asked, known, gibibytes(8))) {
        QCOMPARE(step.reason, StepReason::MoreMemory);
    }
    // One of them ran out of that memory, too.
    Measurement again = known.back();
    again.free_memory = gibibytes(8);
    known.push_back(again);
    QCOMPARE(asksAt(gibibytes(8)), std::size_t(4));
    // An earlier version did not report the free memory: at most the capacity of the device.
    for (Measurement& m : known) {
        m.free_memory = Bytes(0);
    }
    QCOMPARE(asksAt(gibibytes(64)), std::size_t(0));
    QCOMPARE(asksAt(gibibytes(128)), std::size_t(6));
    QCOMPARE(readJson<Measurement>(encodeJson(again).dump(), "m")->free_memory, gibibytes(8));
    auto old = encodeJson(again);
    old.erase("room_bytes");
    QCOMPARE(readJson<Measurement>(old.dump(), "m")->free_memory, Bytes(0));
}

void MeasuringPlanTest::additivityIsZeroForWhatAddsUp()
{
    const ProfileRequest asked = request({1});
    std::vector<Measurement> known;
    for (const ProfilePoint& point : pointsOf(asked)) {
        Measurement m = measured(point);
        m.memory.parameters = m.memory.gradients = Bytes(1000);
        m.memory.output = Bytes(400);
        m.memory.input = m.memory.input_gradient = Bytes(beginsChain(point.spec) ? 0 : 400);
        m.memory.saved = Bytes(600);
        m.memory.forward_peak = Bytes(1000);
        m.memory.backward_peak = m.memory.owned_backward_peak = Bytes(1700);
        m.memory.accumulate_peak = m.memory.owned_accumulate_peak = Bytes(1700);
        known.push_back(m);
    }
    const auto points = chainPoints(
                            asked.model,
                            [&] {
                                Workload workload = asked.workload;
                                workload.sequence = 16;
                                return workload;
                            }(),
                            1)
                            .value();
    Measurement check = measured(points[1]);
    check.point.following = points[2].spec;
    // Counted by hand: two layers with two Adam states each (2 x 3,000), the input (freed after the first forward),
    // both saved (1,200); the second one's backward adds 1,700, starting from a received gradient of 400.
    check.allocated_peak = Bytes(6000 + 1200 + 1700 + 400);
    check.forward.median = check.backward.median = Seconds(2e-3);
    const auto found = additivityOf(check, known);
    QVERIFY(found);
    QCOMPARE(found->predicted.value, check.allocated_peak.value);
    QCOMPARE(found->memoryError(), 0.0);
    QVERIFY(std::abs(found->timeError()) < 1e-12);
}

void MeasuringPlanTest::additivityNeedsTheLayersAlone()
{
    const auto points = pointsOf(request({1}));
    Measurement check = measured(points.front());
    QVERIFY(!additivityOf(check, {check})); // not a check
    check.point.in_flight = 2;
    QVERIFY(!additivityOf(check, {}));
    Measurement elsewhere = measured(points.front());
    elsewhere.device.name = "another device";
    QVERIFY(!additivityOf(check, {elsewhere}));
}

void MeasuringPlanTest::tracesReadBack()
{
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        AllocationTrace trace;
        std::vector<std::int64_t> alive;
        std::int64_t allocations = 0;
        for (unsigned i = 0; i < random() % 200; ++i) {
            if (!alive.empty() && random() % 2 == 0) {
                const std::size_t at = random() % alive.size();
                trace.events.push_back(-alive[at]);
                alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(at));
            } else {
                trace.events.push_back(1 + static_cast<std::int64_t>(random()) * (round % 3 == 0 ? 100000 : 1));
                alive.push_back(++allocations);
            }
        }
        trace.forward_events = static_cast<std::int64_t>(random() % (trace.events.size() + 1));
        const auto back = unpack(pack(trace));
        QVERIFY(back);
        QCOMPARE(*back, trace);
        QVERIFY(replay(trace).peak >= replay(trace).left);
    }
    QCOMPARE(replay({{100, 50, -1, 20}, 2}).peak, std::int64_t(150));
    QCOMPARE(replay({{100, 50, -1, 20}, 2}).left, std::int64_t(70));
}

void MeasuringPlanTest::brokenTracesAreRefused()
{
    const std::string good = pack({{100, 50, -1, 20, -2}, 2});
    for (const std::string& text : {std::string("!"), std::string("AQ"), good + "Aw", std::string("//////////")}) {
        QVERIFY2(!unpack(text), text.c_str());
    }
    std::mt19937 random(6);
    for (int round = 0; round < 2000; ++round) { // random input must not crash the reader
        std::string text = good;
        text[random() % text.size()] = static_cast<char>(random() % 256);
        if (const auto trace = unpack(text)) {
            replay(*trace);
        }
    }
}

// A workspace of the last version still contains the results for the same points.
void MeasuringPlanTest::newCoordinatesLeaveOldKeys()
{
    const ProfilePoint point = pointsOf(request({1})).front();
    const std::string key = pointKey(point);
    QVERIFY(key.ends_with(" micro_batch=1 sequence=16 tensor=1 precision=fp32 optimizer=adamw"));
    std::set<std::string> keys {key};
    ProfilePoint other = point;
    other.recompute = true;
    QVERIFY(keys.insert(pointKey(other)).second);
    other = point;
    other.in_flight = 2;
    QVERIFY(keys.insert(pointKey(other)).second);
    other = point;
    other.following = point.spec;
    QVERIFY(keys.insert(pointKey(other)).second);
    other = point;
    other.sharding = {2, 1, true};
    QVERIFY(keys.insert(pointKey(other)).second);
    other = point;
    other.input_gradient = false;
    QVERIFY(keys.insert(pointKey(other)).second);
    other = point;
    other.precision = Precision::Bf16Autocast;
    QVERIFY(keys.insert(pointKey(other)).second);
    for (const bool flag : {false, true}) {
        other = point;
        other.recompute = flag;
        other.following = flag ? std::optional(point.spec) : std::nullopt;
        QCOMPARE(decodeJson<ProfilePoint>(encodeJson(other), "point"), other);
    }
}

QTEST_GUILESS_MAIN(MeasuringPlanTest)
#include "tst_measuringplan.moc"
