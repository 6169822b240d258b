// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/ledger.h"
#include "core/memory/state.h"
#include "core/model/blocks.h"
#include "core/model/parameters.h"
#include "core/model/trainable.h"
#include "tests/support/chains.h"

#include <QTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

// Bytes of parameters, gradients and optimizer state, by arithmetic and sharded over data-parallel ranks.
class StateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recipesOfTheTable_data();
    void recipesOfTheTable();
    void workloadsTakeTheTablesBytes_data();
    void workloadsTakeTheTablesBytes();
    void sharesAreWholeAndEqual();
    void onlyWhatLearnsHasGradients();
    void tiedWeightsAreCountedOnce();
    void ledgerHoldsTheState_data();
    void ledgerHoldsTheState();
    void gradientsOfOneLayerAreWholeAtATime();
    void twoLayersAreGathered();
    void buffersAreThereFromTheBeginning();
    void gradientsAreWidenedForTheStep();
};

namespace {

// Makes a chain of equal layers with the given number of parameters.
std::vector<Layer> layersOf(int count, std::int64_t rows)
{
    std::vector<Layer> layers;
    for (int i = 0; i < count; ++i) {
        layers.push_back({"layer " + std::to_string(i), plainEmbedding(rows, 64, false)});
    }
    return layers;
}

constexpr std::int64_t million = 1 << 20; // parameters of four layers of 4,096 x 64

StateBytes stateOf(const StateRecipe& recipe, int zero, int data)
{
    return stateBytes(layersOf(4, 4096), recipe, zero, data);
}

}

// Recipes of ../shared/reference/techniques.md 7.2, "Model-state bytes per parameter": replicated, and with ZeRO 1 over
// d data-parallel ranks (a constant and a part over d). Its sources: the ZeRO paper, Megatron-LM's documentation of the
// distributed optimizer.
void StateTest::recipesOfTheTable_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("replicated");
    QTest::addColumn<int>("constant");
    QTest::addColumn<int>("over_d");
    QTest::newRow("ZeRO paper, mixed precision Adam") << "zero-mixed-adam" << 16 << 4 << 12;
    QTest::newRow("Megatron, 16-bit gradients") << "megatron-16bit-gradients" << 20 << 4 << 16;
    QTest::newRow("Megatron, fp32 gradients") << "megatron-fp32-gradients" << 18 << 6 << 12;
    QTest::newRow("fp32 parameters and gradients") << "megatron-fp32" << 16 << 8 << 8;
    QTest::newRow("8-bit Adam") << "adam-8bit" << 10 << 4 << 6;
    QTest::newRow("precision-aware, bf16 moments") << "precision-aware-bf16" << 12 << 4 << 8;
    QTest::newRow("precision-aware, fp8 moments") << "precision-aware-fp8" << 10 << 4 << 6;
    QTest::newRow("Muon") << "muon" << 12 << 4 << 8;
}

void StateTest::recipesOfTheTable()
{
    QFETCH(QString, name);
    QFETCH(int, replicated);
    QFETCH(int, constant);
    QFETCH(int, over_d);
    const auto recipes = namedRecipes();
    const auto named = std::find_if(recipes.begin(), recipes.end(),
                                    [&](const NamedRecipe& recipe) { return recipe.name == name.toStdString(); });
    QVERIFY(named != recipes.end());
    QVERIFY(!named->source.empty());
    QCOMPARE(stateOf(named->recipe, 0, 1).total().value, replicated * million);
    for (const int d : {2, 8, 64}) {
        QCOMPARE(stateOf(named->recipe, 0, d).total().value, replicated * million);
        QCOMPARE(stateOf(named->recipe, 1, d).total().value, constant * million + over_d * million / d);
    }
    if (name == "zero-mixed-adam") { // 2 + 14/d and 16/d with ZeRO 2 and 3
        QCOMPARE(stateOf(named->recipe, 2, 8).total().value, 2 * million + 14 * million / 8);
        QCOMPARE(stateOf(named->recipe, 3, 8).total().value, 16 * million / 8);
    }
}

// Workloads of the product need the bytes of the same table. L-BFGS: 8 bytes more for each step of its history.
void StateTest::workloadsTakeTheTablesBytes_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<OptimizerKind>("optimizer");
    QTest::addColumn<int>("bytes");
    QTest::newRow("fp32 adamw") << Precision::Fp32 << OptimizerKind::AdamW << 16;
    QTest::newRow("fp32 adam") << Precision::Fp32 << OptimizerKind::Adam << 16;
    QTest::newRow("fp32 momentum") << Precision::Fp32 << OptimizerKind::Momentum << 12;
    QTest::newRow("fp32 sgd") << Precision::Fp32 << OptimizerKind::Sgd << 8;
    QTest::newRow("autocast keeps fp32") << Precision::Bf16Autocast << OptimizerKind::AdamW << 16;
    QTest::newRow("bf16 with master weights") << Precision::Bf16Master << OptimizerKind::AdamW << 2 + 2 + 12;
    QTest::newRow("bf16 momentum") << Precision::Bf16Master << OptimizerKind::Momentum << 2 + 2 + 4 + 4;
    QTest::newRow("fp16 adam") << Precision::Fp16 << OptimizerKind::Adam << 2 + 2 + 12;
    QTest::newRow("fp16 sgd") << Precision::Fp16 << OptimizerKind::Sgd << 2 + 2 + 4;
}

void StateTest::workloadsTakeTheTablesBytes()
{
    QFETCH(Precision, precision);
    QFETCH(OptimizerKind, optimizer);
    QFETCH(int, bytes);
    QCOMPARE(recipeOf(precision, optimizer).total(), bytes);
    QCOMPARE(lbfgsRecipe(10).total() - recipeOf(Precision::Fp32, OptimizerKind::Sgd).total(), 80);
}

void StateTest::sharesAreWholeAndEqual()
{
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const auto elements = static_cast<std::int64_t>(random() % 5000);
        const int data = 1 + static_cast<int>(random() % 70);
        const std::int64_t share = shardElements(elements, data);
        QVERIFY(share * data >= elements && (share - 1) * data < elements);
        const std::int64_t even = stageShardElements(elements, data);
        QVERIFY(even % 2 == 0 && even * data >= elements && (even - 2) * data < elements);
    }
}

void StateTest::onlyWhatLearnsHasGradients()
{
    const Model gpt = readModel("zoo:gpt2").value();
    const Model adapted = withTrainable(gpt, *parseTrainable("lora:8")).value();
    std::int64_t learning = 0;
    std::int64_t all = 0;
    for (const Layer& layer : adapted.layers) {
        for (const ParameterTensor& tensor : parameterTensors(layer.spec)) {
            learning += tensor.trainable ? elementCount(tensor.shape) : 0;
        }
        all += parameterCount(layer.spec) - (&layer == &adapted.layers.back() ? sharedParameterCount(layer.spec) : 0);
    }
    const StateBytes state = stateBytes(adapted.layers, recipeOf(Precision::Bf16Master, OptimizerKind::AdamW), 0, 1);
    QVERIFY(learning > 0 && learning < all / 10);
    QCOMPARE(state.parameters.value, 2 * all);
    QCOMPARE(state.gradients.value, 2 * learning);
    QCOMPARE(state.optimizer.value, 12 * learning);
}

void StateTest::tiedWeightsAreCountedOnce()
{
    const Model gpt = readModel("zoo:gpt2").value();
    const StateBytes state = stateBytes(gpt.layers, recipeOf(Precision::Fp32, OptimizerKind::AdamW), 0, 1);
    QCOMPARE(state.parameters.value, std::int64_t(4) * 124'439'808); // GPT-2 small in transformers
    QCOMPARE(state.total().value, std::int64_t(16) * 124'439'808);
}

void StateTest::ledgerHoldsTheState_data()
{
    QTest::addColumn<int>("zero");
    for (int zero = 0; zero <= 3; ++zero) {
        QTest::addRow("ZeRO %d", zero) << zero;
    }
}

// The ledger contains the state: a chain without activations and temporaries has its peak at the optimizer step, where
// the whole state exists.
void StateTest::ledgerHoldsTheState()
{
    QFETCH(int, zero);
    const std::vector<Layer> layers = layersOf(5, 33);
    ChainCosts chain;
    chain.precision = Precision::Bf16Master;
    for (const Layer& layer : layers) {
        LayerCost cost;
        cost.memory.parameters = cost.memory.gradients = Bytes(2 * parameterCount(layer.spec));
        chain.layers.push_back(cost);
    }
    const Replication replicas {7, zero, GradientHandling::Eager};
    const StagePhases phases = phasesOf(chain, {0, 5}, replicas);
    const StateBytes state = stateBytes(layers, recipeOf(chain.precision, chain.optimizer), zero, 7);
    QCOMPARE((phases.state + phases.gradients).value, state.total().value);
}

namespace {

ChainCosts plainChain(int layers, std::int64_t bytes)
{
    ChainCosts chain;
    chain.optimizer = OptimizerKind::Sgd;
    for (int l = 0; l < layers; ++l) {
        LayerCost cost;
        cost.memory.parameters = cost.memory.gradients = cost.memory.backward_peak = Bytes(bytes);
        cost.memory.owned_backward_peak = cost.memory.accumulate_peak = cost.memory.owned_accumulate_peak =
            Bytes(bytes);
        chain.layers.push_back(cost);
    }
    return chain;
}

StagePeak peakOf(const ChainCosts& chain, int micro_batches, const Replication& replication)
{
    return walkLedger(chain, {0, chain.size()}, operationsOf(ScheduleKind::GPipe, 0, 1, micro_batches), replication);
}

}

// Only one layer has whole gradients at a time. ZeRO 2 over 4 data-parallel ranks with 6 layers of 400 bytes: while the
// first layer runs backward there are its 400 bytes of gradients, those of the next layer being reduced, and a quarter
// of each of five layers; in later micro-batches a quarter of all six, and the output of the reduction.
void StateTest::gradientsOfOneLayerAreWholeAtATime()
{
    const ChainCosts chain = plainChain(6, 400);
    const StagePeak first = peakOf(chain, 1, {4, 2});
    QCOMPARE(first.peak.value, 6 * 400 + 400 + 400 + 5 * 100);
    QCOMPARE(first.breakdown.communication.value, 400);
    QCOMPARE(first.breakdown.gradients.value, 500);
    QCOMPARE(peakOf(chain, 2, {4, 2}).peak.value, 6 * 400 + 400 + 400 + 6 * 100 + 100);
    QCOMPARE(peakOf(chain, 1, {4, 0}).peak.value, 6 * 400 + 6 * 400);
    QCOMPARE(peakOf(chain, 1, {1, 2}).peak.value, 6 * 400 + 6 * 400); // no other replica
}

// ZeRO 3 over 4 ranks: each rank always keeps its quarter of the parameters, and in forward and backward the gathered
// parameters of two layers, the current one and its neighbor.
void StateTest::twoLayersAreGathered()
{
    ChainCosts chain = plainChain(6, 400);
    for (LayerCost& layer : chain.layers) {
        layer.memory.gradients = layer.memory.backward_peak = layer.memory.owned_backward_peak = Bytes(0);
    }
    const StagePeak peak = peakOf(chain, 1, {4, 3});
    QCOMPARE(peak.peak.value, 6 * 100 + 2 * 400);
    QCOMPARE(peak.breakdown.communication.value, 800);
    QCOMPARE(walkLedger(chain, {0, 1}, operationsOf(ScheduleKind::GPipe, 0, 1, 1), {4, 3}).peak.value, 100 + 400);
}

void StateTest::buffersAreThereFromTheBeginning()
{
    ChainCosts chain = plainChain(6, 400);
    for (LayerCost& layer : chain.layers) {
        layer.memory.forward_peak = Bytes(5000); // the peak is in the first forward pass
        layer.memory.saved = Bytes(1);
    }
    const auto forward = [&](GradientHandling gradients) {
        return peakOf(chain, 1, {2, 0, gradients}).peak.value - peakOf(chain, 1, {2, 0}).peak.value;
    };
    QCOMPARE(forward(GradientHandling::BucketCopies), 6 * 400);
    QCOMPARE(forward(GradientHandling::BucketViews), 6 * 400);
    chain.precision = Precision::Bf16Master;
    QCOMPARE(forward(GradientHandling::WideBuffers), 2 * 6 * 400);
    QCOMPARE(peakOf(chain, 1, {2, 0, GradientHandling::BucketCopies}).breakdown.communication.value, 6 * 400);
}

// The optimizer step makes fp32 copies of the replica's gradients: four bytes for each of its parameters, in addition
// to the rest.
void StateTest::gradientsAreWidenedForTheStep()
{
    ChainCosts chain = plainChain(6, 400);
    chain.precision = Precision::Bf16Master;
    for (LayerCost& layer : chain.layers) {
        layer.memory.saved = layer.memory.forward_peak = Bytes(0);
        layer.memory.backward_peak = layer.memory.owned_backward_peak = Bytes(0);
    }
    Replication replication {2, 1, GradientHandling::BucketViews};
    replication.widens_gradients = true;
    QCOMPARE(peakOf(chain, 1, replication).breakdown.workspace.value, 2 * 6 * 400 / 2);
    replication.zero = 0;
    QCOMPARE(peakOf(chain, 1, replication).breakdown.workspace.value, 2 * 6 * 400);
}

QTEST_APPLESS_MAIN(StateTest)
#include "tst_state.moc"
