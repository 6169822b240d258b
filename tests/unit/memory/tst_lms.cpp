// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/lms.h"
#include "tests/support/chains.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class LmsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void graphOfThreeLayers();
    void skipsAreUsedWhereTheyArrive();
    void aStepByHand();
    void offIsTheWholeChainAtOnce();
    void largerThresholdsSwapLessAndPeakHigher();
    void largerAheadAndGroupPeakHigher();
    void waitingForCopiesPeaksLower();
    void onlySoManyTensors();
    void tuningIsOffWhereAllFits();
    void tuningTakesTheLargestThatFits();
    void tuningRefusesWhatNeverFits();
    void socketsShareTheirMemory();
    void pagingKeepsTheLimit();
    void speculationSavesWaiting();
    void budgets();
};

namespace {

constexpr SwapRate rate {BytesPerSecond(1e4), BytesPerSecond(1e4)};

// Makes layers of 1 s forward and 2 s backward that save their input; each saves 10 bytes in addition and outputs 4.
ChainCosts plainChain(int layers)
{
    ChainCosts chain;
    for (int l = 0; l < layers; ++l) {
        LayerCost cost;
        cost.forward.median = Seconds(1);
        cost.backward.median = Seconds(2);
        cost.memory.saved = Bytes(10);
        cost.memory.output = Bytes(l + 1 < layers ? 4 : 0);
        cost.memory.keeps_input = l > 0;
        cost.memory.forward_peak = cost.memory.saved + cost.memory.output + Bytes(3);
        cost.memory.backward_peak = cost.memory.accumulate_peak = Bytes(7);
        chain.layers.push_back(cost);
    }
    return chain;
}

LmsGraph randomGraph(std::mt19937& random, int layers)
{
    return lmsGraph(randomChain(random, layers, false), {0, layers});
}

int upTo(std::mt19937& random, int most)
{
    return std::uniform_int_distribution<int>(0, most)(random);
}

LmsSettings randomSettings(std::mt19937& random, const LmsGraph& graph)
{
    LmsSettings settings;
    settings.threshold = upTo(random, graph.size());
    settings.ahead = 1 + upTo(random, graph.size());
    settings.group = upTo(random, 3);
    settings.sync = static_cast<LmsSync>(upTo(random, 3));
    settings.least = Bytes(upTo(random, 1) == 0 ? 0 : upTo(random, 200));
    return settings;
}

LmsSettings off()
{
    LmsSettings settings;
    settings.tensors = 0;
    return settings;
}

}

void LmsTest::graphOfThreeLayers()
{
    const LmsGraph graph = lmsGraph(plainChain(3), {0, 3});
    QCOMPARE(graph.size(), 6);
    QVERIFY((graph.levels[0] == LmsLevel {0, false, Seconds(1), Bytes(3)}));
    QVERIFY((graph.levels[5] == LmsLevel {0, true, Seconds(2), Bytes(7)}));
    const std::vector<LmsTensor> expected {
        {Bytes(10), 0, {5}}, {Bytes(4), 0, {1, 4}}, {Bytes(10), 1, {4}}, {Bytes(4), 1, {2, 3}}, {Bytes(10), 2, {3}},
    };
    QVERIFY(graph.tensors == expected);
    // If the producer's graph contains it, its backward pass is a use too, and its saved bytes are smaller.
    ChainCosts chain = plainChain(3);
    chain.layers[0].memory.keeps_output = true;
    chain.layers[0].memory.saved = Bytes(14);
    chain.layers[0].memory.forward_peak = Bytes(17);
    const LmsGraph held = lmsGraph(chain, {0, 3});
    QVERIFY((held.tensors[0] == LmsTensor {Bytes(10), 0, {5}}));
    QVERIFY((held.tensors[1] == LmsTensor {Bytes(4), 0, {1, 4, 5}}));
    QVERIFY(held.levels[0].working == Bytes(3));
    // A stage in the middle receives its first tensor.
    QVERIFY((lmsGraph(plainChain(4), {1, 3}).tensors[1] == LmsTensor {Bytes(4), 0, {3}}));
}

// Skips are used on arrival: a U-Net's skip passes through the layer between, which neither uses nor saves it.
void LmsTest::skipsAreUsedWhereTheyArrive()
{
    ChainCosts chain = plainChain(3);
    LayerMemory& first = chain.layers[0].memory;
    LayerMemory& middle = chain.layers[1].memory;
    LayerMemory& last = chain.layers[2].memory;
    first.outputs = {{Bytes(4), Bytes(4), false, -1}, {Bytes(9), Bytes(9), false, -1}};
    middle.inputs = {{Bytes(4), Bytes(4), true, -1}, {Bytes(9), Bytes(9), false, -1}};
    middle.outputs = {{Bytes(4), Bytes(4), false, -1}, {Bytes(9), Bytes(9), false, 1}};
    last.inputs = {{Bytes(4), Bytes(4), false, -1}, {Bytes(9), Bytes(9), true, -1}};
    const LmsGraph graph = lmsGraph(chain, {0, 3});
    QVERIFY(std::count(graph.tensors.begin(), graph.tensors.end(), LmsTensor {Bytes(9), 0, {2, 3}}) == 1);
    QVERIFY(std::count(graph.tensors.begin(), graph.tensors.end(), LmsTensor {Bytes(4), 0, {1, 4}}) == 1);
}

// The step equals the one calculated by hand. Three layers, one byte per second, threshold 3: the first layer's 10
// bytes, used 5 levels later, and the boundary after it, used at once and 4 levels later. Level 0: 0 to 1, level 1: 1
// to 2. The saved activations, copied out from 1 to 11, must be freed before level 2: 11 to 12. The boundary, copied
// out after them until 15, must be freed before level 3: 15 to 17; it is copied back from 15 to 19. Level 4: 19 to 21,
// when the saved activations begin to return, until 29. Level 5: 29 to 31.
void LmsTest::aStepByHand()
{
    const LmsGraph graph = lmsGraph(plainChain(3), {0, 3});
    const SwapRate slow {BytesPerSecond(1), BytesPerSecond(1)};
    LmsSettings settings;
    settings.threshold = 3;
    const LmsStep step = playLms(graph, settings, slow);
    QCOMPARE(step.tensors, 2);
    QCOMPARE(step.out.value, std::int64_t(14));
    QCOMPARE(step.in.value, std::int64_t(14));
    QCOMPARE(step.host.value, std::int64_t(14));
    QCOMPARE(step.total.value, 31.0);
    QCOMPARE(step.stall.value, 31.0 - 9);
}

void LmsTest::offIsTheWholeChainAtOnce()
{
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        const LmsGraph graph = randomGraph(random, 1 + round % 10);
        const LmsStep step = playLms(graph, off(), rate);
        Seconds computing;
        Bytes peak;
        for (int level = 0; level < graph.size(); ++level) {
            computing += graph.levels[static_cast<std::size_t>(level)].time;
            Bytes live = graph.levels[static_cast<std::size_t>(level)].working;
            for (const LmsTensor& tensor : graph.tensors) {
                live += tensor.producer <= level && tensor.consumers.back() >= level ? tensor.bytes : Bytes(0);
            }
            peak = std::max(peak, live);
        }
        QCOMPARE(step.peak.value, peak.value);
        QVERIFY(std::abs((step.total - computing).value) < 1e-9 && step.stall == Seconds(0));
        QVERIFY(step.tensors == 0 && step.out == Bytes(0) && step.in == Bytes(0));
    }
}

void LmsTest::largerThresholdsSwapLessAndPeakHigher()
{
    std::mt19937 random(2);
    int differ = 0;
    for (int round = 0; round < 2000; ++round) {
        const LmsGraph graph = randomGraph(random, 1 + round % 12);
        LmsSettings settings = randomSettings(random, graph);
        settings.group = 0;
        LmsSettings larger = settings;
        larger.threshold += 1 + upTo(random, 3);
        const LmsStep small = playLms(graph, settings, rate);
        const LmsStep large = playLms(graph, larger, rate);
        QVERIFY(large.out <= small.out && large.in <= small.in && large.tensors <= small.tensors);
        QVERIFY(large.host <= small.host);
        QVERIFY(large.peak >= small.peak);
        QVERIFY(small.peak <= playLms(graph, off(), rate).peak);
        differ += large.peak > small.peak ? 1 : 0;
    }
    QVERIFY(differ > 50);
}

void LmsTest::largerAheadAndGroupPeakHigher()
{
    std::mt19937 random(3);
    int fewer = 0;
    for (int round = 0; round < 2000; ++round) {
        const LmsGraph graph = randomGraph(random, 1 + round % 12);
        const LmsSettings settings = randomSettings(random, graph);
        LmsSettings ahead = settings;
        ahead.ahead += 1 + upTo(random, 3);
        const LmsStep step = playLms(graph, settings, rate);
        QVERIFY(playLms(graph, ahead, rate).peak >= step.peak);
        LmsSettings grouped = settings;
        grouped.group += 1 + upTo(random, 3);
        const LmsStep shared = playLms(graph, grouped, rate);
        QVERIFY(shared.peak >= step.peak);
        QVERIFY(shared.in <= step.in && shared.out == step.out);
        fewer += shared.in < step.in ? 1 : 0;
    }
    QVERIFY(fewer > 20);
}

void LmsTest::waitingForCopiesPeaksLower()
{
    std::mt19937 random(4);
    for (int round = 0; round < 500; ++round) {
        const LmsGraph graph = randomGraph(random, 1 + round % 12);
        LmsSettings settings = randomSettings(random, graph);
        std::vector<LmsStep> steps;
        for (const LmsSync sync : {LmsSync::None, LmsSync::Out, LmsSync::In, LmsSync::Both}) {
            settings.sync = sync;
            steps.push_back(playLms(graph, settings, rate));
        }
        QVERIFY(steps[0].peak >= steps[1].peak && steps[0].peak >= steps[2].peak);
        QVERIFY(steps[3].peak <= steps[1].peak && steps[3].peak <= steps[2].peak);
        QVERIFY(steps[3].total >= steps[0].total * (1 - 1e-12));
    }
}

void LmsTest::onlySoManyTensors()
{
    const LmsGraph graph = lmsGraph(plainChain(6), {0, 6});
    LmsSettings settings;
    const int all = playLms(graph, settings, rate).tensors;
    // Saved bytes of all layers except the last one, which is used in the next level, and all boundaries.
    QCOMPARE(all, 5 + 5);
    Bytes before;
    for (settings.tensors = 0; settings.tensors <= all + 1; ++settings.tensors) {
        const LmsStep step = playLms(graph, settings, rate);
        QCOMPARE(step.tensors, std::min(settings.tensors, all));
        QVERIFY(step.out > before || settings.tensors == 0 || settings.tensors > all);
        before = step.out;
    }
}

void LmsTest::tuningIsOffWhereAllFits()
{
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        const LmsGraph graph = randomGraph(random, 1 + round % 12);
        const Bytes all = playLms(graph, off(), rate).peak;
        const auto fits = tuneLms(graph, rate, all);
        QVERIFY(fits && !fits->on && fits->step.out == Bytes(0) && fits->step.peak == all);
        const auto tight = tuneLms(graph, rate, all - Bytes(1));
        QVERIFY(!tight || tight->on);
    }
}

// Tuning takes the largest values that fit: first of the threshold, then of `ahead`, then of the group.
void LmsTest::tuningTakesTheLargestThatFits()
{
    std::mt19937 random(6);
    int tuned = 0;
    for (int round = 0; round < 400; ++round) {
        const LmsGraph graph = randomGraph(random, 2 + round % 10);
        const Bytes all = playLms(graph, off(), rate).peak;
        const Bytes budget = scaled(all, 0.4 + 0.05 * upTo(random, 11));
        const auto tuning = tuneLms(graph, rate, budget);
        if (!tuning || !tuning->on) {
            continue;
        }
        ++tuned;
        QVERIFY(tuning->step.peak <= budget);
        const auto peakWith = [&](int threshold, int ahead, int group, LmsSync sync) {
            LmsSettings settings;
            settings.threshold = threshold;
            settings.ahead = ahead;
            settings.group = group;
            settings.sync = sync;
            return playLms(graph, settings, rate).peak;
        };
        const LmsSettings& chosen = tuning->settings;
        for (int sync = 0; sync < static_cast<int>(chosen.sync); ++sync) {
            QVERIFY(peakWith(1, 1, 0, static_cast<LmsSync>(sync)) > budget);
        }
        for (int larger = chosen.threshold + 1; larger <= graph.size(); ++larger) {
            QVERIFY(peakWith(larger, 1, 0, chosen.sync) > budget);
        }
        for (int larger = chosen.ahead + 1; larger <= graph.size(); ++larger) {
            QVERIFY(peakWith(chosen.threshold, larger, 0, chosen.sync) > budget);
        }
        if (chosen.group != wholeGraph) {
            QVERIFY(peakWith(chosen.threshold, chosen.ahead, chosen.group + 1, chosen.sync) > budget);
        }
    }
    QVERIFY2(tuned > 100, qPrintable(QString::number(tuned)));
}

void LmsTest::tuningRefusesWhatNeverFits()
{
    const LmsGraph graph = lmsGraph(plainChain(6), {0, 6});
    LmsSettings least;
    least.sync = LmsSync::Both;
    const Bytes peak = playLms(graph, least, rate).peak;
    QVERIFY(tuneLms(graph, rate, peak));
    QVERIFY(!tuneLms(graph, rate, peak - Bytes(1)));
}

// Several devices that swap at once share the memory bandwidth of their socket: the same step takes longer.
void LmsTest::socketsShareTheirMemory()
{
    const LmsGraph graph = lmsGraph(plainChain(6), {0, 6});
    SwapPath path {BytesPerSecond(900e9), BytesPerSecond(20), BytesPerSecond(40)};
    path.both_directions_at_once = false;
    Seconds before = playLms(graph, {}, swapRate(path)).total;
    QCOMPARE(swapRate(path).to_host.value, 20.0);
    for (path.devices_on_memory = 2; path.devices_on_memory <= 8; path.devices_on_memory *= 2) {
        const SwapRate shared = swapRate(path);
        QCOMPARE(shared.to_host.value, 40.0 / path.devices_on_memory);
        const Seconds total = playLms(graph, {}, shared).total;
        QVERIFY(path.devices_on_memory == 2 ? total == before : total > before);
        before = total;
    }
}

void LmsTest::pagingKeepsTheLimit()
{
    std::mt19937 random(7);
    int paged = 0;
    for (int round = 0; round < 500; ++round) {
        const LmsGraph graph = randomGraph(random, 1 + round % 12);
        const LmsStep all = playLms(graph, off(), rate);
        const auto free = playPaging(graph, all.peak, rate, false);
        QVERIFY(free && free->out == Bytes(0) && free->stall == Seconds(0));
        const Bytes limit = scaled(all.peak, 0.5 + 0.05 * upTo(random, 9));
        const Bytes least = leastPagingLimit(graph);
        QVERIFY(playPaging(graph, least, rate, false) && !playPaging(graph, least - Bytes(1), rate, false));
        for (const bool speculative : {false, true}) {
            const auto step = playPaging(graph, limit, rate, speculative);
            if (!step) {
                continue;
            }
            ++paged;
            QVERIFY(step->peak <= limit);
            QVERIFY(step->in >= step->host && step->out >= step->host);
            QVERIFY(std::abs((step->total - step->stall - all.total).value) < 1e-9
                    || step->total > all.total + step->stall);
        }
    }
    QVERIFY(paged > 200);
    const LmsGraph graph = lmsGraph(plainChain(4), {0, 4});
    QVERIFY(!playPaging(graph, Bytes(16), rate, false)); // one level: 10 saved, 4 of output, 3 of workspace
    QVERIFY(playPaging(graph, Bytes(21), rate, false)); // plus 4 of input
}

void LmsTest::speculationSavesWaiting()
{
    std::mt19937 random(8);
    int saved = 0;
    for (int round = 0; round < 300; ++round) {
        const LmsGraph graph = randomGraph(random, 2 + round % 12);
        const Bytes limit = scaled(playLms(graph, off(), rate).peak, 0.7);
        const auto plain = playPaging(graph, limit, rate, false);
        const auto speculative = playPaging(graph, limit, rate, true);
        QCOMPARE(plain.has_value(), speculative.has_value());
        if (plain) {
            QVERIFY(speculative->in == plain->in && speculative->out == plain->out);
            QVERIFY(speculative->stall <= plain->stall * (1 + 1e-12));
            saved += speculative->stall < plain->stall ? 1 : 0;
        }
    }
    QVERIFY(saved > 50);
}

void LmsTest::budgets()
{
    QCOMPARE(lmsBudget(Bytes(1000), Bytes(200), false).value, std::int64_t(720));
    QCOMPARE(lmsBudget(Bytes(1000), Bytes(200), true).value, std::int64_t(640));
    QCOMPARE(lmsBudget(Bytes(100), Bytes(200), true).value, std::int64_t(0));
    QCOMPARE(pagingLimit(Bytes(1000)).value, std::int64_t(950));
}

QTEST_APPLESS_MAIN(LmsTest)
#include "tst_lms.moc"
