// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/ledger.h"
#include "core/memory/stagepeaks.h"
#include "core/memory/state.h"
#include "tests/support/chains.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

// The ledger composes layers measured alone; the closed form of the search must agree.
class LedgerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void composesTheReferenceExample();
    void breakdownSumsToThePeak();
    void closedFormEqualsTheWalk();
    void everyMicroBatchHoldsItsInput();
    void noLargerStageIsBelowTheBound();
    void tableFollowsItsDefinition();
    void tiedWeightsCountOnce();
    void laterMicroBatchesAccumulate();
};

// The reference example is GPT-2 with 6 blocks, vocabulary 1,000, micro-batch size 4, sequence length 512, AdamW, fp32:
// bytes of each layer as measured alone (10^6 bytes), and 1,655,895,192 bytes as the measured peak of a whole training
// step (transformers 5, torch 2.11, CPU).
void LedgerTest::composesTheReferenceExample()
{
    const auto mb = [](double amount) { return Bytes(static_cast<std::int64_t>(amount * 1e6)); };
    const auto layer = [&](double parameters, double saved, double output, double input_gradient, double forward,
                           double backward, double change) {
        LayerCost cost;
        cost.memory.parameters = mb(parameters);
        cost.memory.gradients = mb(change + saved - input_gradient);
        cost.memory.saved = mb(saved);
        cost.memory.output = mb(output);
        cost.memory.keeps_input = input_gradient > 0;
        cost.memory.forward_peak = mb(forward);
        cost.memory.backward_peak = mb(backward);
        return cost;
    };
    // 176.333 MB of parameters in total: the embedding has 1,000 x 768 tied and 1,024 x 768, a block 28.351 MB, the
    // head's norm 6 kB.
    ChainCosts chain;
    chain.layers.push_back(layer(6.218, 0.004, 6.291, 0, 14.160, 12.505, 6.214));
    chain.layers.front().shared_parameters = mb(3.072);
    chain.layers.front().shared_gradients = mb(3.072);
    for (int i = 0; i < 6; ++i) {
        chain.layers.push_back(layer(28.3515, 170.000, 6.291, 6.291, 188.875, 66.063, -135.357));
    }
    chain.layers.push_back(layer(3.078, 14.516, 0, 6.291, 22.725, 16.368, -5.147));
    chain.layers.back().shared_parameters = mb(3.072);
    chain.layers.back().shared_gradients = mb(3.072);

    const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, 1);
    const StagePeak peak = walkLedger(chain, {0, 8}, operations);
    const double measured = 1655895192;
    QVERIFY2(std::abs(static_cast<double>(peak.peak.value) - measured) < 1e-4 * measured,
             qPrintable(QString::number(peak.peak.value)));
    QCOMPARE(peak.moment.phase, MemoryPhase::Backward);
    QCOMPARE(peak.moment.layer, 6); // the last block
}

void LedgerTest::breakdownSumsToThePeak()
{
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        const int layers = 1 + static_cast<int>(random() % 9);
        const ChainCosts chain = randomChain(random, layers, round % 2 == 0);
        const int first = static_cast<int>(random() % static_cast<unsigned>(layers));
        const int last = first + 1 + static_cast<int>(random() % static_cast<unsigned>(layers - first));
        const auto operations = operationsOf(ScheduleKind::GPipe, 0, 1, 1 + random() % 4);
        const StagePeak peak = walkLedger(chain, {first, last}, operations, {2, static_cast<int>(random() % 4)});
        QCOMPARE(peak.breakdown.total().value, peak.peak.value);
        QVERIFY(peak.moment.layer >= first && peak.moment.layer < last);
    }
}

namespace {

// Adds a tensor that the first layer creates and every other layer passes on, some after using it.
void addSide(std::mt19937& random, ChainCosts& chain)
{
    const Bytes side(1 + static_cast<std::int64_t>(random() % 100000));
    for (int l = 0; l < chain.size(); ++l) {
        LayerMemory& memory = chain.layers[static_cast<std::size_t>(l)].memory;
        const bool works = random() % 2 == 0;
        const Bytes gradient = works ? side * static_cast<std::int64_t>(1 + random() % 2) : Bytes(0);
        memory.inputs = {{memory.input, memory.input_gradient, memory.keeps_input}};
        if (l > 0) {
            memory.inputs.push_back({side, gradient, works && random() % 2 == 0});
        }
        memory.outputs = {{memory.output, {}, memory.keeps_output}, {side, {}, false, l > 0 ? 1 : -1}};
    }
}

}

namespace {

// Makes FSDP2 as in torchtitan's pipelines.
void pipeline(std::mt19937& random, ChainCosts& chain, Replication& replication, std::int64_t micro_batches)
{
    replication = {replication.data, 1, GradientHandling::Eager, StateOffload::None, 1, true};
    replication.boundary_buffers = micro_batches;
    chain.precision = Precision::Bf16Master;
    chain.layers.back().scores = Bytes(static_cast<std::int64_t>(random() % 100000));
    for (LayerCost& layer : chain.layers) {
        layer.others_gradients = layer.memory.gradients * static_cast<std::int64_t>(random() % 3);
        layer.divided_low = random() % 2 == 0;
    }
}

}

void LedgerTest::closedFormEqualsTheWalk()
{
    std::mt19937 random(2);
    for (int round = 0; round < 5000; ++round) {
        const int layers = 1 + static_cast<int>(random() % 10);
        ChainCosts chain = randomChain(random, layers, round % 3 == 0 && layers > 1);
        chain.layers.front().memory.input = Bytes(static_cast<std::int64_t>(random() % 500));
        if (round % 5 == 0) {
            addSide(random, chain);
        }
        Replication replication;
        if (round % 4 != 0) {
            replication = {1 + static_cast<int>(random() % 4), static_cast<int>(random() % 4),
                           enumNames<GradientHandling>[random() % enumNames<GradientHandling>.size()].first,
                           static_cast<StateOffload>(random() % 4)};
            chain.precision = enumNames<Precision>[random() % enumNames<Precision>.size()].first;
        }
        if (round % 6 == 1 && replication.zero < 2) { // experts that not all replicas share
            replication.expert = 1 + static_cast<int>(random() % static_cast<unsigned>(replication.data));
            for (LayerCost& layer : chain.layers) {
                layer.experts.gradients = (layer.memory.gradients - layer.shared_gradients) / 3;
            }
        } else if (round % 6 == 2) { // FSDP2
            replication = {replication.data, 3, GradientHandling::Eager, StateOffload::None, 1, true};
            chain.precision = Precision::Bf16Master;
            for (LayerCost& layer : chain.layers) { // some layers have experts, and a replica whole ones
                layer.experts.rows = static_cast<std::int64_t>(random() % 4);
                layer.experts.of_parameters = 0.5;
                layer.experts.of_gradients = round % 12 == 2 ? 0.5 : 0.25;
            }
            if (round % 12 == 8) {
                pipeline(random, chain, replication, 1 + static_cast<std::int64_t>(random() % 8));
            }
        }
        const StagePeaks closed(chain, replication);
        const int first = static_cast<int>(random() % static_cast<unsigned>(layers));
        const int last = first + 1 + static_cast<int>(random() % static_cast<unsigned>(layers - first));
        const int stages = 1 + static_cast<int>(random() % 5);
        const int stage = static_cast<int>(random() % static_cast<unsigned>(stages));
        const auto micro_batches = static_cast<std::int64_t>(1 + random() % 8);
        const auto schedule = round % 2 == 0 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::GPipe;
        const Bytes walked =
            walkLedger(chain, {first, last}, operationsOf(schedule, stage, stages, micro_batches), replication).peak;
        const Bytes said = closed.peak({first, last}, inFlight(schedule, stage, stages, micro_batches), micro_batches);
        QVERIFY2(
            walked == said,
            qPrintable(
                QStringLiteral(
                    "round %1: layers [%2,%3) of %4, stage %5 of %6, %7 micro-batches, ZeRO %8 of %9, %10: %11 != %12")
                    .arg(round)
                    .arg(first)
                    .arg(last)
                    .arg(layers)
                    .arg(stage)
                    .arg(stages)
                    .arg(micro_batches)
                    .arg(replication.zero)
                    .arg(replication.data)
                    .arg(QLatin1String(nameOf(replication.gradients).data()))
                    .arg(walked.value)
                    .arg(said.value)));
    }
}

// Every micro-batch in flight has its input on the device from its forward to the end of its backward pass, even if the
// first layer does not save it: GPipe has those of all micro-batches at once.
void LedgerTest::everyMicroBatchHoldsItsInput()
{
    for (const bool keeps : {false, true}) {
        LayerCost layer;
        layer.memory.saved = layer.memory.forward_peak = Bytes(100);
        layer.memory.backward_peak = layer.memory.accumulate_peak = Bytes(10);
        layer.memory.keeps_input = keeps;
        ChainCosts chain;
        chain.layers = {layer, layer};
        const auto peakOf = [&](LayerRange range) {
            return walkLedger(chain, range, operationsOf(ScheduleKind::GPipe, 0, 1, 3)).peak;
        };
        const Bytes first = peakOf({0, 1});
        const Bytes second = peakOf({1, 2});
        chain.layers.front().memory.input = Bytes(1000);
        QCOMPARE(peakOf({0, 1}), first + Bytes(3000));
        QCOMPARE(peakOf({1, 2}), second);
    }
}

// A stage's bound, by which a search prunes, is below the peak of each stage that contains its layers.
void LedgerTest::noLargerStageIsBelowTheBound()
{
    std::mt19937 random(6);
    for (int round = 0; round < 3000; ++round) {
        const int layers = 1 + static_cast<int>(random() % 8);
        const bool table = round % 5 == 0;
        ChainCosts chain = table
            ? CostModel(randomTable(random, layers, false), {}, {}).chain(1, deviceOf(DeviceKind::Cpu)).value()
            : randomChain(random, layers, round % 3 == 0 && layers > 1);
        chain.layers.front().memory.input = Bytes(static_cast<std::int64_t>(random() % 500));
        if (round % 7 == 1) {
            addSide(random, chain);
        }
        Replication replication;
        if (!table && round % 4 != 0) {
            replication = {1 + static_cast<int>(random() % 4), static_cast<int>(random() % 4),
                           enumNames<GradientHandling>[random() % enumNames<GradientHandling>.size()].first,
                           static_cast<StateOffload>(random() % 4)};
        }
        const auto micro_batches = static_cast<std::int64_t>(1 + random() % 5);
        if (!table && round % 6 == 2) {
            pipeline(random, chain, replication, micro_batches);
        }
        const StagePeaks closed(chain, replication);
        const auto in_flight = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(micro_batches));
        const int first = static_cast<int>(random() % static_cast<unsigned>(layers));
        const int last = first + 1 + static_cast<int>(random() % static_cast<unsigned>(layers - first));
        const Bytes bound = closed.least({first, last}, in_flight, micro_batches);
        for (int begin = 0; begin <= first; ++begin) {
            for (int end = last; end <= layers; ++end) {
                const Bytes peak = closed.peak({begin, end}, in_flight, micro_batches);
                QVERIFY2(bound <= peak,
                         qPrintable(QStringLiteral("round %1: [%2,%3) in [%4,%5) of %6, %7 of %8: %9 > %10")
                                        .arg(round)
                                        .arg(first)
                                        .arg(last)
                                        .arg(begin)
                                        .arg(end)
                                        .arg(layers)
                                        .arg(in_flight)
                                        .arg(micro_batches)
                                        .arg(bound.value)
                                        .arg(peak.value)));
            }
        }
    }
}

// The table follows its definition, implemented here a second time from the documentation.
void LedgerTest::tableFollowsItsDefinition()
{
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        const int layers = 1 + static_cast<int>(random() % 9);
        const Model model = randomTable(random, layers, false);
        const auto micro_batch = static_cast<std::int64_t>(1 + random() % 3);
        const ChainCosts chain = CostModel(model, {}, {}).chain(micro_batch, deviceOf(DeviceKind::Cpu)).value();
        const int first = static_cast<int>(random() % static_cast<unsigned>(layers));
        const int last = first + 1 + static_cast<int>(random() % static_cast<unsigned>(layers - first));
        const auto q = static_cast<std::int64_t>(1 + random() % 5);

        const auto row = [&](int l) { return std::get<TableRow>(model.layers[static_cast<std::size_t>(l)].spec); };
        std::int64_t expected = 0;
        std::int64_t transient = 0;
        for (int l = first; l < last; ++l) {
            expected += row(l).state.value + q * micro_batch * row(l).saved.value;
            transient = std::max(transient, micro_batch * row(l).transient.value);
            if (l + 1 < last && (row(l).keeps_output || row(l + 1).keeps_input)) {
                expected += q * micro_batch * row(l).output.value;
            }
        }
        expected += transient;
        if (first > 0) {
            expected += micro_batch * row(first - 1).output.value * (row(first).keeps_input ? q : 1); // received
            expected += micro_batch * row(first - 1).output.value; // its gradient
        }
        if (last < layers) {
            expected += micro_batch * row(last - 1).output.value; // gradient of the sent tensor
        }
        QCOMPARE(StagePeaks(chain).peak({first, last}, q, q).value, expected);
        const auto operations = operationsOf(ScheduleKind::GPipe, 0, 1, q);
        QCOMPARE(walkLedger(chain, {first, last}, operations).peak.value, expected);
    }
}

void LedgerTest::tiedWeightsCountOnce()
{
    ChainCosts chain;
    chain.optimizer = OptimizerKind::AdamW;
    for (int l = 0; l < 2; ++l) {
        LayerCost cost;
        cost.memory.parameters = Bytes(1000);
        cost.shared_parameters = Bytes(800);
        cost.shared_gradients = Bytes(800);
        cost.memory.gradients = Bytes(1000);
        chain.layers.push_back(cost);
    }
    const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, 1);
    // 1,200 bytes of distinct parameters, with two optimizer copies and one gradient of each.
    QCOMPARE(walkLedger(chain, {0, 2}, operations).peak.value, 4 * 1200);
    // On separate stages, each has a copy.
    QCOMPARE(walkLedger(chain, {0, 1}, operations).peak.value, 4 * 1000);
}

// Later micro-batches accumulate: the gradients of the first one exist, so the peak of a stage with one micro-batch in
// flight rises.
void LedgerTest::laterMicroBatchesAccumulate()
{
    ChainCosts chain;
    chain.optimizer = OptimizerKind::Sgd;
    LayerCost cost;
    cost.memory.parameters = Bytes(100);
    cost.memory.gradients = Bytes(100);
    cost.memory.saved = Bytes(50);
    cost.memory.forward_peak = Bytes(60);
    cost.memory.backward_peak = Bytes(120);
    cost.memory.accumulate_peak = Bytes(110); // a temporary gradient, then added in place
    chain.layers.push_back(cost);
    QCOMPARE(walkLedger(chain, {0, 1}, operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, 1)).peak.value,
             100 + 50 + 120);
    QCOMPARE(walkLedger(chain, {0, 1}, operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, 2)).peak.value,
             100 + 100 + 50 + 110);
}

QTEST_APPLESS_MAIN(LedgerTest)
#include "tst_ledger.moc"
