// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/conformal.h"
#include "core/cost/layerfit.h"
#include "core/cost/nonnegative.h"
#include "core/cost/timefit.h"
#include "core/cost/tracefit.h"
#include "core/cost/traceorder.h"
#include "core/cost/tracereading.h"
#include "tests/support/tracedlayer.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

class FitsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingNonNegativeIsBetter();
    void aRidgeDecidesWhatIsOpen();
    void anOutlierCountsLittle();
    void productsAreFoundFromOneStepAlongEachAxis();
    void sumsOfAConstantAndAProductAreFound();
    void roundedSizesAreWithinTheirRounding();
    void replaysKnowWhichMomentIsHighest();
    void tracesOfOtherOrderAreNotMixed();
    void measuredTimesAreMet();
    void timesGrowWithTheirWork();
    void formulasDecideWhatMeasurementsLeaveOpen();
    void aLayerAnswersAtAnyScale();
    void aSingleSampleThatSkipsCopiesImpliesMore();
    void restsOfBlocksAreNotExtrapolated();
    void restsOfSavedTensorsGoInTheBackwardPass();
    void tracesAreBroughtIntoOneOrder();
    void layersWithoutTracesAreFittedByTheirPeaks();
    void whatWasNotVariedIsNotCovered();
    void conformalWidthsCover();
    void boundsContainMostTrueValues();
    void boundsOfALayerFollowItsMeasurements();
};

namespace {

double squares(const std::vector<RegressionRow>& rows, const std::vector<double>& prior, double ridge,
               const std::vector<double>& x)
{
    double sum = 0;
    std::vector<double> size(x.size(), 0);
    for (const RegressionRow& row : rows) {
        double off = row.value;
        for (std::size_t c = 0; c < x.size(); ++c) {
            off -= row.features[c] * x[c];
            size[c] = std::max(size[c], std::abs(row.features[c]));
        }
        sum += row.weight * off * off;
    }
    for (std::size_t c = 0; c < x.size(); ++c) {
        sum += ridge * std::pow((x[c] - prior[c]) * size[c], 2);
    }
    return sum;
}

// Returns the trace without one of its allocations, counted from 1.
AllocationTrace without(const AllocationTrace& trace, std::int64_t skipped)
{
    AllocationTrace result;
    result.forward_events = trace.forward_events;
    std::int64_t number = 0;
    for (std::size_t e = 0; e < trace.events.size(); ++e) {
        const std::int64_t event = trace.events[e];
        number += event > 0 ? 1 : 0;
        const bool gone = event > 0 ? number == skipped : -event == skipped;
        if (gone) {
            result.forward_events -= static_cast<std::int64_t>(e) < trace.forward_events ? 1 : 0;
        } else {
            result.events.push_back(event < -skipped ? event + 1 : event);
        }
    }
    return result;
}

LayerFit fitOf(const std::vector<Measurement>& measured)
{
    std::vector<const Measurement*> pointers;
    for (const Measurement& m : measured) {
        pointers.push_back(&m);
    }
    return LayerFit(pointers);
}

}

// No non-negative fit is better: each subset's unconstrained optimum that happens to be non-negative is a candidate.
void FitsTest::nothingNonNegativeIsBetter()
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int round = 0; round < 200; ++round) {
        constexpr int count = 3;
        std::vector<RegressionRow> rows;
        for (int r = 0; r < 5; ++r) {
            rows.push_back(
                {{number(random), number(random), 100 * number(random)}, number(random), 1 + number(random) / 2});
        }
        const std::vector<double> prior {std::abs(number(random)), 0, std::abs(number(random)) / 100};
        const double ridge = round % 2 == 0 ? 1e-9 : 0.3;
        const auto found = nonNegativeFit(rows, prior, ridge);
        const double best = squares(rows, prior, ridge, found);
        for (const double x : found) {
            QVERIFY(x >= 0);
        }
        // No fit nearby is better, in any direction that stays non-negative.
        for (int probe = 0; probe < 300; ++probe) {
            std::vector<double> other = found;
            const double step = std::pow(10.0, -1 - probe % 5);
            for (int c = 0; c < count; ++c) {
                other[static_cast<std::size_t>(c)] =
                    std::max(0.0, other[static_cast<std::size_t>(c)] + step * number(random) / (c == 2 ? 100 : 1));
            }
            QVERIFY(squares(rows, prior, ridge, other) >= best - 1e-9);
        }
    }
}

void FitsTest::aRidgeDecidesWhatIsOpen()
{
    // One row cannot distinguish two features, so the ratio of the prior is kept.
    const auto found = nonNegativeFit({{{1, 1}, 10}}, {9, 0}, 1e-6);
    QVERIFY(std::abs(found[0] + found[1] - 10) < 1e-3);
    QVERIFY(std::abs(found[0] - 9.5) < 1e-3);
    QVERIFY(std::abs(found[1] - 0.5) < 1e-3);
}

void FitsTest::anOutlierCountsLittle()
{
    std::vector<RegressionRow> rows;
    for (int x = 1; x <= 9; ++x) {
        rows.push_back({{1, static_cast<double>(x)}, 5.0 + 2 * x + (x % 2 == 0 ? 0.01 : -0.01)});
    }
    rows[6].value += 100;
    const auto plain = nonNegativeFit(rows, {0, 0}, 1e-9);
    const auto robust = nonNegativeFit(rows, {0, 0}, 1e-9, true);
    QVERIFY(std::abs(plain[1] - 2) > 0.5);
    QVERIFY(std::abs(robust[1] - 2) < 0.01);
}

// Three measurements determine all shapes of tensors exactly, even at much larger scales.
void FitsTest::productsAreFoundFromOneStepAlongEachAxis()
{
    const std::vector<Extent> at {{1, 64, 1}, {2, 64, 1}, {1, 128, 1}, {1, 64, 2}};
    for (const Monomial& shape : monomialsOf(at)) {
        std::vector<std::int64_t> sizes;
        for (const Extent& scale : at) {
            sizes.push_back(std::llround(96000 * shape(scale)));
        }
        const SizeFit fit(at, sizes);
        QVERIFY(fit.exact());
        for (const Extent& far : {Extent {8, 512, 4}, Extent {3, 96, 1}, Extent {16, 64, 8}}) {
            QCOMPARE(fit(far), std::llround(96000 * shape(far)));
        }
    }
    QCOMPARE(monomialsOf(at).size(), std::size_t(12));
    QCOMPARE(monomialsOf({{1, 64, 1}, {4, 64, 1}}).size(), std::size_t(2));
}

void FitsTest::sumsOfAConstantAndAProductAreFound()
{
    const std::vector<Extent> at {{1, 64, 1}, {4, 64, 1}};
    const SizeFit fit(at, {1000000 + 2048, 1000000 + 4 * 2048});
    QVERIFY(fit.exact());
    QVERIFY(std::abs(fit({8, 64, 1}) - (1000000 + 8 * 2048)) <= 20);
    const SizeFit constant(at, {777, 777});
    QCOMPARE(constant({1000, 64, 1}), std::int64_t(777));
}

void FitsTest::roundedSizesAreWithinTheirRounding()
{
    const auto rounded = [](std::int64_t bytes) { return (bytes + 511) / 512 * 512; };
    const std::vector<Extent> at {{1, 50, 1}, {2, 50, 1}, {1, 100, 1}};
    const SizeFit fit(at, {rounded(50 * 900), rounded(100 * 900), rounded(100 * 900)}, 512);
    QVERIFY(fit.exact());
    QVERIFY(std::abs(fit({4, 200, 1}) - 800 * 900) <= 512 * 8);
}

// A replay finds the moment of the peak, which can change with the scale; the peaks of random traces are exact.
void FitsTest::replaysKnowWhichMomentIsHighest()
{
    std::mt19937 random(11);
    const std::vector<Extent> at {{1, 32, 1}, {2, 32, 1}, {1, 64, 1}};
    for (int round = 0; round < 100; ++round) {
        const auto shapes = monomialsOf(at);
        std::vector<std::int64_t> events;
        std::vector<Monomial> of;
        std::vector<std::int64_t> alive;
        for (int e = 0; e < 40; ++e) {
            if (!alive.empty() && random() % 2 == 0) {
                const std::size_t which = random() % alive.size();
                events.push_back(-alive[which]);
                alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(which));
            } else {
                of.push_back(shapes[random() % shapes.size()]);
                events.push_back(1 + static_cast<std::int64_t>(random() % 5000));
                alive.push_back(static_cast<std::int64_t>(of.size()));
            }
        }
        const auto traceOf = [&](const Extent& scale) {
            AllocationTrace trace;
            std::size_t allocation = 0;
            for (const std::int64_t event : events) {
                trace.events.push_back(event < 0 ? event : event * static_cast<std::int64_t>(of[allocation++](scale)));
            }
            trace.forward_events = 20;
            return trace;
        };
        std::vector<AllocationTrace> traces;
        for (const Extent& scale : at) {
            traces.push_back(traceOf(scale));
        }
        const auto fit = TraceFit::of(at, {&traces[0], &traces[1], &traces[2]}, 0);
        QVERIFY(fit);
        QCOMPARE(fit->unexplained(), 0);
        for (const Extent& far : {Extent {16, 32, 1}, Extent {1, 4096, 1}, Extent {7, 80, 1}}) {
            QCOMPARE((*fit)(far), traceOf(far));
        }
    }
}

void FitsTest::tracesOfOtherOrderAreNotMixed()
{
    const AllocationTrace a {{10, 20, -1, -2}, 2};
    const AllocationTrace b {{10, 20, -2, -1}, 2};
    const AllocationTrace none;
    const std::vector<Extent> at {{1, 8, 1}, {2, 8, 1}};
    QVERIFY(!TraceFit::of(at, {&a, &b}, 0));
    QVERIFY(!TraceFit::of(at, {&none, &none}, 0));
    QVERIFY(TraceFit::of(at, {&a, &a}, 0));
}

void FitsTest::measuredTimesAreMet()
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> noise(0.8, 1.25);
    std::vector<Extent> at;
    std::vector<Timing> times;
    for (const std::int64_t b : {1, 2, 8}) {
        for (const std::int64_t s : {128, 512}) {
            at.push_back({b, s, 1});
            const double time = (0.1 + 1e-3 * static_cast<double>(b * s)) * noise(random);
            times.push_back({Seconds(time), Seconds(time / 10)});
        }
    }
    const TimeFit fit(at, times);
    for (std::size_t i = 0; i < at.size(); ++i) {
        QVERIFY(std::abs(fit(at[i]).median.value - times[i].median.value) < 1e-9);
        QVERIFY(std::abs(fit(at[i]).spread.value - times[i].spread.value) < 1e-9);
    }
    QVERIFY(fit({4, 256, 1}).median > Seconds(0));
}

// Times grow with latency, tokens and pairs of tokens, sharded or not: measurements without noise determine the form.
void FitsTest::timesGrowWithTheirWork()
{
    const auto truth = [](const Extent& s) {
        const auto tokens = static_cast<double>(s.micro_batch * s.sequence);
        return 0.05 + 1e-4 * tokens + 3e-7 * tokens * static_cast<double>(s.sequence) / static_cast<double>(s.tensor);
    };
    std::vector<Extent> at;
    std::vector<Timing> times;
    for (const std::int64_t b : {1, 2, 4}) {
        for (const std::int64_t s : {128, 256, 512}) {
            for (const std::int64_t t : {1, 2}) {
                at.push_back({b, s, t});
                times.push_back({Seconds(truth(at.back())), {}});
            }
        }
    }
    const TimeFit fit(at, times);
    for (const Extent& far : {Extent {8, 1024, 1}, Extent {3, 300, 2}, Extent {16, 128, 4}}) {
        QVERIFY(std::abs(fit(far).median.value / truth(far) - 1) < 0.01);
    }
}

// Three similar sizes cannot distinguish tokens from pairs of tokens: formulas with an error of a quarter predict
// better.
void FitsTest::formulasDecideWhatMeasurementsLeaveOpen()
{
    const auto truth = [](const Extent& s, double pairs) {
        const auto tokens = static_cast<double>(s.micro_batch * s.sequence);
        return 2e-4 + 5e-5 * tokens + pairs * tokens * static_cast<double>(s.sequence);
    };
    constexpr double pairs = 4e-8;
    const std::vector<Extent> at {{2, 96, 1}, {3, 96, 1}, {2, 128, 1}};
    std::vector<ExpectedTime> expected;
    for (const Extent& measured : at) {
        for (const std::int64_t factor : {1, 8}) {
            const Extent scale {measured.micro_batch * factor, measured.sequence, 1};
            expected.push_back({scale, Seconds(3 * truth(scale, 0.75 * pairs))}); // a faster device
        }
    }
    const Extent far {4, 192, 1};
    std::mt19937 random(5);
    std::normal_distribution<double> noise(1, 0.04);
    double with = 0;
    double without = 0;
    constexpr int rounds = 200;
    for (int round = 0; round < rounds; ++round) {
        std::vector<Timing> times;
        for (const Extent& scale : at) {
            const double time = truth(scale, pairs) * noise(random);
            times.push_back({Seconds(time), Seconds(0.04 * time)});
        }
        const auto error = [&](const TimeFit& fit) {
            return std::abs(fit(far).median.value / truth(far, pairs) - 1) / rounds;
        };
        with += error(TimeFit(at, times, expected));
        without += error(TimeFit(at, times));
    }
    QVERIFY2(with < 0.04 && with < without / 2, qPrintable(QStringLiteral("%1 and %2").arg(with).arg(without)));
}

void FitsTest::aLayerAnswersAtAnyScale()
{
    const auto measured = measuredAt({{1, 32, 1}, {2, 32, 1}, {1, 64, 1}, {1, 32, 2}});
    const LayerFit fit = fitOf(measured);
    QCOMPARE(fit({2, 32, 1}).basis, Basis::Measured);
    for (const Extent& far : {Extent {4, 128, 1}, Extent {2, 48, 2}, Extent {64, 2048, 4}}) {
        QVERIFY(fit.covers(far));
        const LayerCost cost = fit(far);
        const LayerMemory expected = measuredAt(far).memory;
        QCOMPARE(cost.basis, Basis::Scaled);
        QVERIFY(cost.extrapolated);
        QCOMPARE(cost.memory.saved.value, expected.saved.value);
        QCOMPARE(cost.memory.forward_peak.value, expected.forward_peak.value);
        QCOMPARE(cost.memory.backward_peak.value, expected.backward_peak.value);
        QCOMPARE(cost.memory.owned_backward_peak.value, expected.owned_backward_peak.value);
        QCOMPARE(cost.memory.accumulate_peak.value, expected.accumulate_peak.value);
        QCOMPARE(cost.memory.owned_accumulate_peak.value, expected.owned_accumulate_peak.value);
        QCOMPARE(cost.memory.output.value, expected.output.value);
        QCOMPARE(cost.memory.optimizer_peak.value, expected.optimizer_peak.value);
    }
    QVERIFY(!fitOf(measuredAt({{1, 32, 1}, {4, 32, 1}}))({2, 32, 1}).extrapolated);
}

// A single sample skips copies, because its slices are contiguous: measurements at 1 and 2 then predict 3 and more.
void FitsTest::aSingleSampleThatSkipsCopiesImpliesMore()
{
    for (const std::int64_t skipped : {2, 4}) {
        auto measured = measuredAt({{1, 32, 1}, {2, 32, 1}});
        Measurement& single = measured.front();
        single.trace = without(single.trace, skipped);
        single.later_trace = without(single.later_trace, skipped);
        readTraces(single.memory, single.trace, single.later_trace);
        const LayerFit fit = fitOf(measured);
        QVERIFY(fit({1, 32, 1}).memory == single.memory); // as measured
        for (const std::int64_t micro_batch : {3, 4, 8}) {
            const LayerCost cost = fit({micro_batch, 32, 1});
            const LayerMemory expected = measuredAt({micro_batch, 32, 1}).memory;
            QCOMPARE(cost.memory.saved.value, expected.saved.value);
            QCOMPARE(cost.memory.forward_peak.value, expected.forward_peak.value);
            QCOMPARE(cost.memory.backward_peak.value, expected.backward_peak.value);
            QCOMPARE(cost.memory.accumulate_peak.value, expected.accumulate_peak.value);
            QVERIFY(cost.traces && sameOrder(cost.traces->first, traceAt({micro_batch, 32, 1}, false)));
        }
    }
}

// Unused remainders of blocks are not extrapolated: CUDA's allocator leaves up to a MiB of a large block unused, at
// some sizes only. Predictions follow the layer's requests, and their bounds include the remainders.
void FitsTest::restsOfBlocksAreNotExtrapolated()
{
    for (const DeviceKind kind : {DeviceKind::Cuda, DeviceKind::Cpu}) {
        auto measured = measuredAt({{1, 512, 1}, {2, 512, 1}});
        for (Measurement& m : measured) {
            m.device.kind = kind;
        }
        measured.back().memory.backward_peak += Bytes(2 << 20);
        const LayerCost cost = fitOf(measured)({8, 512, 1});
        const LayerMemory memory = measuredAt({8, 512, 1}).memory;
        const Bytes expected = memory.backward_peak;
        if (kind == DeviceKind::Cuda) {
            QCOMPARE(cost.memory.backward_peak, expected);
            const Bytes highest = std::max({memory.saved, memory.forward_peak, expected});
            QVERIFY(cost.memory_width * static_cast<double>(highest.value) > 2e6);
        } else { // the allocator leaves none: it belongs to the layer
            QVERIFY(cost.memory.backward_peak > expected);
        }
    }
}

// Remainders of saved tensors are freed with them in the backward pass, whose peak is lower by the same amount.
void FitsTest::restsOfSavedTensorsGoInTheBackwardPass()
{
    auto measured = measuredAt({{1, 512, 1}, {2, 512, 1}});
    for (Measurement& m : measured) {
        m.device.kind = DeviceKind::Cuda;
    }
    measured.front().memory.backward_peak -= Bytes(1 << 19);
    QVERIFY(!fitOf(measured)({8, 512, 1}).traces); // without saved tensors, the peak is not that of the trace
    measured.front().memory.saved += Bytes(1 << 20);
    const LayerCost cost = fitOf(measured)({8, 512, 1});
    QVERIFY(cost.traces && sameOrder(cost.traces->first, traceAt({8, 512, 1}, false)));
    QCOMPARE(cost.memory.backward_peak, measuredAt({8, 512, 1}).memory.backward_peak);
}

// Traces are aligned to one order. Allocations that a trace lacks get the size of the tensor that they copy, or
// otherwise the size in the order; all others keep their size.
void FitsTest::tracesAreBroughtIntoOneOrder()
{
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const auto number = [&](std::int64_t least, std::int64_t most) {
            return std::uniform_int_distribution<std::int64_t>(least, most)(random);
        };
        AllocationTrace order;
        AllocationTrace whole;
        const std::int64_t allocations = number(8, 40);
        std::vector<std::int64_t> odd(100); // so that no size is half of another
        std::generate(odd.begin(), odd.end(), [n = std::int64_t {-1}]() mutable { return n += 2; });
        std::shuffle(odd.begin(), odd.end(), random);
        std::vector<bool> constant;
        for (std::int64_t i = 0; i < allocations; ++i) {
            // each size twice: a tensor and its copy
            const std::int64_t size = odd[static_cast<std::size_t>(i / 2)] * 4096;
            constant.push_back(i % 2 == 1 ? constant.back() : number(0, 2) == 0);
            order.events.push_back(2 * size);
            whole.events.push_back(constant.back() ? 2 * size : size);
        }
        for (std::int64_t i = 1; i <= allocations; ++i) {
            order.events.push_back(-i);
            whole.events.push_back(-i);
        }
        order.forward_events = whole.forward_events = 2 * number(0, allocations); // keeps pairs in one pass
        const std::int64_t skipped = number(1, allocations);
        const auto brought = inOrderOf(order, without(whole, skipped), 0.5);
        QVERIFY(brought.has_value());
        QVERIFY(sameOrder(*brought, order));
        for (std::int64_t i = 0; i < allocations; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const bool alone = (i ^ 1) >= allocations; // the last one of an odd number has no copy
            const std::int64_t expected = i + 1 == skipped && alone ? order.events[at] : whole.events[at];
            QCOMPARE(brought->events[at], expected);
        }
    }
    // Other kernels have no allocation in common.
    AllocationTrace other;
    other.events = {1, 2, 3, 5, 7, 11, -1, -2};
    other.forward_events = 8;
    QVERIFY(!inOrderOf(traceAt({2, 64, 1}, false), other, 0.5));
}

void FitsTest::layersWithoutTracesAreFittedByTheirPeaks()
{
    auto measured = measuredAt({{1, 32, 1}, {2, 32, 1}, {8, 32, 1}});
    for (Measurement& m : measured) {
        m.later_trace = {};
    }
    const LayerFit fit = fitOf(measured);
    const LayerMemory found = fit({4, 32, 1}).memory;
    const LayerMemory expected = measuredAt({4, 32, 1}).memory;
    QCOMPARE(found.backward_peak.value, expected.backward_peak.value);
    QVERIFY(std::abs(found.accumulate_peak / expected.accumulate_peak - 1) < 0.05);
}

void FitsTest::whatWasNotVariedIsNotCovered()
{
    const LayerFit fit = fitOf(measuredAt({{1, 32, 1}, {2, 32, 1}}));
    QVERIFY(fit.covers({5, 32, 1}));
    QVERIFY(!fit.covers({1, 64, 1}));
    QVERIFY(!fit.covers({1, 32, 2}));
    QVERIFY(fit.measuredDegree(1) && !fit.measuredDegree(2));
}

// Conformal widths cover at least nine in ten new values from the distribution of the residuals, and not many more.
void FitsTest::conformalWidthsCover()
{
    std::mt19937 random(7);
    std::lognormal_distribution<double> heavy(0, 2);
    for (const int count : {9, 15, 30}) {
        int covered = 0;
        constexpr int rounds = 4000;
        for (int round = 0; round < rounds; ++round) {
            std::vector<double> residuals;
            for (int i = 0; i < count; ++i) {
                residuals.push_back(heavy(random));
            }
            covered += heavy(random) <= conformalWidth(residuals).value() ? 1 : 0;
        }
        const double share = static_cast<double>(covered) / rounds;
        QVERIFY2(share > 0.88 && share < 0.9 + 1.0 / (count + 1) + 0.02, qPrintable(QString::number(share)));
    }
    QVERIFY(!conformalWidth(std::vector<double>(8, 1.0)));
    QVERIFY(!conformalWidth({}));
    QCOMPARE(conformalWidth({3, 1, 2}, 0.5).value(), 2.0);
}

// The bounds are two standard deviations: most true values are inside, and undetermined values have wide bounds.
void FitsTest::boundsContainMostTrueValues()
{
    std::mt19937 random(9);
    std::normal_distribution<double> noise(0, 0.02);
    const auto truth = [](const Extent& s) { return 1e6 + 3e5 * static_cast<double>(s.micro_batch); };
    std::vector<Extent> at;
    for (std::int64_t b = 1; b <= 12; ++b) {
        at.push_back({b, 64, 1});
    }
    int covered = 0;
    int asked = 0;
    for (int round = 0; round < 100; ++round) {
        std::vector<std::int64_t> sizes;
        for (const Extent& scale : at) {
            sizes.push_back(std::llround(truth(scale) * (1 + noise(random))));
        }
        const SizeFit fit(at, sizes);
        QVERIFY(!fit.exact());
        for (const std::int64_t b : {3, 8, 20}) {
            const Extent scale {b, 64, 1};
            covered += std::abs(static_cast<double>(fit(scale)) - truth(scale)) <= fit.halfWidth(scale) ? 1 : 0;
            ++asked;
        }
        QVERIFY(fit.halfWidth({100, 64, 1}) > 2 * fit.halfWidth({6, 64, 1}));
    }
    QVERIFY2(covered >= asked * 9 / 10, qPrintable(QString::number(covered)));
    QCOMPARE(SizeFit(at, std::vector<std::int64_t>(at.size(), 777)).halfWidth({100, 64, 1}), 0.0);
}

void FitsTest::boundsOfALayerFollowItsMeasurements()
{
    // An exact fit is certain, even when extrapolated.
    auto measured = measuredAt({{1, 32, 1}, {2, 32, 1}, {4, 32, 1}, {8, 32, 1}});
    QCOMPARE(fitOf(measured)({16, 32, 1}).memory_width, 0.0);
    QCOMPARE(fitOf(measured).octavesBeyond({16, 32, 1}), 1.0);
    QCOMPARE(fitOf(measured).octavesBeyond({3, 32, 1}), 0.0);
    std::vector<std::vector<const Measurement*>> layers(3);
    std::vector<std::vector<Measurement>> copies(3, measured);
    for (std::size_t l = 0; l < 3; ++l) {
        for (Measurement& m : copies[l]) {
            layers[l].push_back(&m);
        }
    }
    const ConformalBand good = bandOf(layers);
    QVERIFY(good.memory && *good.memory < 1e-3 && good.time && *good.time < 1e-3);
    // Leave-one-out errors show jumps of peaks; the bounds of a prediction grow by them, and more so beyond the
    // measured range.
    std::mt19937 random(3);
    for (auto& layer : copies) {
        for (Measurement& m : layer) {
            m.trace = m.later_trace = {};
            m.memory.backward_peak = scaled(m.memory.backward_peak, 1 + 0.01 * static_cast<double>(random() % 20));
        }
    }
    const ConformalBand band = bandOf(layers);
    QVERIFY(band.memory && *band.memory > 0.01 && *band.memory < 1);
    LayerCost within;
    LayerCost beyond;
    widen(within, band, 0);
    widen(beyond, band, 1);
    QCOMPARE(within.memory_width, *band.memory);
    QCOMPARE(beyond.memory_width, 2 * *band.memory);
    // Equal layers count once: four residuals are too few.
    QVERIFY(!bandOf({layers[0], layers[0], layers[0]}).memory);
}

QTEST_GUILESS_MAIN(FitsTest)
#include "tst_fits.moc"
