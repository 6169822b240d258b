// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/schedule.h"
#include "core/simulation/fsdppass.h"
#include "core/simulation/pipeline.h"
#include "tests/support/near.h"

#include <QTest>

#include <limits>
#include <random>

using namespace stagecraft;
using stagecraft::testing::near;

namespace {

RankGroup flat(int ranks, double bytes, Seconds latency = {})
{
    const LinkSpeed link {BytesPerSecond(bytes), latency};
    return {ranks, 1, ranks, ranks, link, link};
}

struct Sums {
    double forward = 0;
    double backward = 0;
    double gathers = 0;
    double scatters = 0;
    double fetches = 0;
};

Sums sumsOf(const std::vector<FsdpLayer>& layers, const RankGroup& group)
{
    Sums sums;
    for (const FsdpLayer& layer : layers) {
        sums.forward += layer.forward.value;
        sums.backward += layer.backward.value;
        sums.fetches += layer.fetch.value;
        sums.gathers += allGather(layer.parameters, group).value;
        sums.scatters += layer.gradients > Bytes(0) ? reduceScatter(layer.gradients, group).value : 0;
    }
    return sums;
}

std::vector<FsdpLayer> randomLayers(std::mt19937& random)
{
    const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    std::vector<FsdpLayer> layers(static_cast<std::size_t>(1 + upTo(9)));
    const int scale = 1 + upTo(300);
    for (FsdpLayer& layer : layers) {
        layer.forward = Seconds(0.01 * upTo(100));
        layer.backward = Seconds(0.01 * upTo(200));
        layer.parameters = Bytes(1 + upTo(100) * scale);
        layer.gradients = upTo(4) == 0 ? Bytes(0) : layer.parameters;
    }
    return layers;
}

}

class FsdpPassTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void byHand();
    void betweenTheLargerAndTheSum();
    void fastLinksLeaveCompute();
    void neverFasterOnSlowerLinks();
    void linksCarryWhatIsExchanged();
    void volumesAreThoseOfTheTable();
    void fetchesComeOverTheirOwnWay();
    void simulatedLayerByLayer();
};

// The pass equals the one calculated by hand. Two ranks, 1 byte per second, no latency: a gather or scatter takes half
// of the bytes in seconds.
void FsdpPassTest::byHand()
{
    const std::vector<FsdpLayer> layers {{Seconds(3), Seconds(6), Bytes(4), Bytes(4)},
                                         {Seconds(1), Seconds(2), Bytes(8), Bytes(8)},
                                         {Seconds(5), Seconds(10), Bytes(2), Bytes(2)}};
    const FsdpPass pass = fsdpPass(layers, flat(2, 1));
    // Gathers 0-2, 2-6 (during 2-5), 6-7 (during 6-7); compute 2-5, 6-7, 7-12.
    QCOMPARE(pass.forward.total, Seconds(12));
    QCOMPARE(pass.forward.exposed, Seconds(3));
    QCOMPARE(pass.forward.links, Seconds(7));
    // Gathers 0-1, 1-5, scatter 11-12, gather 12-14; compute 1-11, 11-13, 14-20; scatters 14-18, 20-22.
    QCOMPARE(pass.backward.total, Seconds(22));
    QCOMPARE(pass.backward.exposed, Seconds(4));
    QCOMPARE(pass.backward.links, Seconds(14));
    QVERIFY(fsdpPass({}, flat(2, 1)) == FsdpPass {});
    // Half of the second layer consists of experts, which two of four replicas share: 3/4 and 1/2 of their bytes.
    const FsdpLayer mixture {Seconds(1), Seconds(2), Bytes(8), Bytes(8), {}, Bytes(4), Bytes(4)};
    QCOMPARE(gatherTime(mixture, {flat(4, 1), flat(2, 1)}), Seconds(3 + 2));
    QCOMPARE(scatterTime(mixture, {flat(4, 1), flat(2, 1)}), Seconds(3 + 2));
    QCOMPARE(gatherTime(mixture, {flat(4, 1), RankGroup {}}), Seconds(3)); // each replica has separate experts
}

void FsdpPassTest::betweenTheLargerAndTheSum()
{
    std::mt19937 random(7);
    int hidden = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto layers = randomLayers(random);
        const RankGroup group = flat(2 + i % 7, 1e4, Seconds(1e-3 * (i % 3)));
        const Sums sums = sumsOf(layers, group);
        const FsdpPass pass = fsdpPass(layers, group);
        const auto holds = [&](const FsdpTimes& times, double compute, double links) {
            hidden += times.total.value < compute + links - 1e-9 ? 1 : 0;
            return near(times.links.value, links) && times.total.value >= std::max(compute, links) - 1e-9
                && times.total.value <= compute + links + 1e-9
                && std::abs(times.exposed.value - (times.total.value - compute)) < 1e-9;
        };
        QVERIFY(holds(pass.forward, sums.forward, sums.gathers));
        QVERIFY(holds(pass.backward, sums.backward, sums.gathers + sums.scatters));
    }
    QVERIFY(hidden > 3000);
}

void FsdpPassTest::fastLinksLeaveCompute()
{
    std::mt19937 random(8);
    for (int i = 0; i < 200; ++i) {
        const auto layers = randomLayers(random);
        for (const RankGroup& group : {flat(8, std::numeric_limits<double>::infinity()), RankGroup {}}) {
            const FsdpPass pass = fsdpPass(layers, group);
            const Sums sums = sumsOf(layers, flat(8, 1));
            QVERIFY(near(pass.forward.total.value, sums.forward));
            QVERIFY(near(pass.backward.total.value, sums.backward));
            QVERIFY(pass.forward.exposed.value < 1e-12 && pass.backward.exposed.value < 1e-12);
            QCOMPARE(pass.backward.links, Seconds(0));
        }
    }
}

void FsdpPassTest::neverFasterOnSlowerLinks()
{
    std::mt19937 random(9);
    for (int i = 0; i < 200; ++i) {
        const auto layers = randomLayers(random);
        FsdpPass last;
        for (const double bandwidth : {1e9, 1e6, 1e5, 1e4, 1e3}) {
            const FsdpPass pass = fsdpPass(layers, flat(4, bandwidth));
            QVERIFY(pass.forward.total.value >= last.forward.total.value - 1e-12);
            QVERIFY(pass.backward.total.value >= last.backward.total.value - 1e-12);
            last = pass;
        }
    }
}

// Links carry the exchanged bytes: two gathers of the parameters and one scatter of the gradients; if gradients stay
// whole until the last micro-batch, (2m + 1) parameters of techniques.md 7.2.
void FsdpPassTest::linksCarryWhatIsExchanged()
{
    constexpr std::int64_t model = 3 * 5 * 7 * 8 * 1000;
    for (const int ranks : {2, 4, 8}) {
        std::vector<FsdpLayer> layers(5, {Seconds(1), Seconds(2), Bytes(model / 5), Bytes(model / 5)});
        const auto sent = [&] {
            const FsdpPass pass = fsdpPass(layers, flat(ranks, 1));
            return (pass.forward.links + pass.backward.links).value;
        };
        const double reduced = sent();
        QVERIFY(near(reduced, 3.0 * model * (ranks - 1) / ranks));
        for (FsdpLayer& layer : layers) {
            layer.gradients = Bytes(0);
        }
        constexpr int micro_batches = 6;
        const double parameters = model * (ranks - 1.0) / ranks;
        QVERIFY(near((micro_batches - 1) * sent() + reduced, (2 * micro_batches + 1) * parameters));
    }
}

// Volumes equal techniques.md 7.2, communication volume per step in parameters, over (d-1)/d: m + 1 for ZeRO 2, 3m for
// 3 with sharded gradients.
void FsdpPassTest::volumesAreThoseOfTheTable()
{
    const Bytes model(std::int64_t(840) * 1000);
    for (const int data : {1, 2, 3, 4, 8}) {
        const double once = static_cast<double>(model.value) / data * (data - 1);
        for (const int m : {1, 2, 5, 12}) {
            const auto sent = [&](Bytes parameters) {
                const FsdpPass pass = fsdpPass({{Seconds(1), Seconds(2), parameters, model}}, flat(data, 1));
                return m * (pass.forward.links + pass.backward.links).value;
            };
            QVERIFY(near(sent(Bytes(0)) + allGather(model, flat(data, 1)).value, (m + 1) * once));
            QVERIFY(near(sent(model), 3 * m * once));
        }
    }
}

// Fetches use a separate link. Two ranks, 1 byte per second. Forward: fetches 0-2, 4-6, 8-10, each when the previous
// layer begins; gathers 2-4, 6-8, 10-11; compute 4-6, 8-11, 11-12. Backward: fetches 0-2, 3-5, 7-9; gathers 2-3, 5-7,
// scatter 7-8, gather 9-11; compute 3-5, 7-13, 13-17.
void FsdpPassTest::fetchesComeOverTheirOwnWay()
{
    const std::vector<FsdpLayer> layers {{Seconds(2), Seconds(4), Bytes(4), Bytes(0), Seconds(2)},
                                         {Seconds(3), Seconds(6), Bytes(4), Bytes(0), Seconds(2)},
                                         {Seconds(1), Seconds(2), Bytes(2), Bytes(2), Seconds(2)}};
    const FsdpPass pass = fsdpPass(layers, flat(2, 1));
    QCOMPARE(pass.forward.total, Seconds(12));
    QCOMPARE(pass.forward.links, Seconds(5));
    QCOMPARE(pass.backward.total, Seconds(17));
    // One replica fetches all of its parameters from the host: fetches 0-2, 2-4, 4-6, compute 2-4, 4-7, 7-8.
    QCOMPARE(fsdpPass(layers, RankGroup {}).forward.total, Seconds(8));
    std::mt19937 random(11);
    for (int i = 0; i < 2000; ++i) {
        auto some = randomLayers(random);
        const RankGroup group = flat(2 + i % 7, 1e4);
        const FsdpPass near_host = fsdpPass(some, group);
        for (FsdpLayer& layer : some) {
            layer.fetch = Seconds(0.01 * static_cast<double>(random() % 100));
        }
        const Sums sums = sumsOf(some, group);
        const FsdpPass far_host = fsdpPass(some, group);
        for (const auto direction : {&FsdpPass::forward, &FsdpPass::backward}) {
            const FsdpTimes& times = far_host.*direction;
            QVERIFY(times.total >= (near_host.*direction).total - Seconds(1e-9));
            QVERIFY(times.total.value >= sums.fetches - 1e-9);
            QVERIFY(times.total.value <= (near_host.*direction).total.value + sums.fetches + 1e-9);
            QVERIFY(near(times.links.value, (near_host.*direction).links.value));
        }
    }
}

// A stage simulated layer by layer, with gathers and scatters, takes the time of its passes, for any schedule, and
// reports when the links are busy.
void FsdpPassTest::simulatedLayerByLayer()
{
    std::mt19937 random(10);
    for (int i = 0; i < 200; ++i) {
        auto layers = randomLayers(random);
        for (FsdpLayer& layer : layers) {
            layer.fetch = i % 2 == 0 ? Seconds(0) : Seconds(0.01 * static_cast<double>(random() % 100));
        }
        const RankGroup group = flat(4, 1e4);
        const FsdpPass pass = fsdpPass(layers, group);
        StageTimes whole;
        StageTimes reported;
        for (const FsdpLayer& layer : layers) {
            reported.forward += layer.forward;
            reported.backward += layer.backward;
            reported.layers.push_back({layer.forward, layer.backward});
            reported.layers.back().fetch = layer.fetch;
            reported.layers.back().gather = gatherTime(layer, group);
            reported.layers.back().scatter = scatterTime(layer, group);
        }
        whole.forward = pass.forward.total;
        whole.backward = pass.backward.total;
        const std::int64_t micro_batches = 1 + i % 4;
        const auto kind = i % 2 == 0 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
        const int stages = 1 + i % 3;
        const auto order = orderOf(kind, {stages, stages, micro_batches}).value();
        Timeline timeline;
        const auto all = static_cast<std::size_t>(stages);
        const SimulatedStep step = simulate({order, std::vector(all, reported)}, &timeline);
        QVERIFY(near(step.makespan.value, simulate({order, std::vector(all, whole)}).makespan.value));
        Seconds links;
        Seconds fetches;
        for (const Span& span : timeline.spans) {
            fetches += span.kind == SpanKind::Fetch ? span.duration() : Seconds(0);
            QCOMPARE(span.kind == SpanKind::Fetch, span.lane == Lane::FromHost);
            links += span.kind == SpanKind::Gather || span.kind == SpanKind::Scatter ? span.duration() : Seconds(0);
        }
        QVERIFY(near(links.value,
                     (pass.forward.links + pass.backward.links).value * static_cast<double>(stages * micro_batches)));
        QVERIFY(near(fetches.value, 2 * sumsOf(layers, group).fetches * static_cast<double>(stages * micro_batches)));
    }
}

QTEST_APPLESS_MAIN(FsdpPassTest)
#include "tst_fsdppass.moc"
