// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Modules of blocks that Megatron-Core recomputes in the backward pass: the saved bytes that they avoid, by hand.
#include "core/cost/prior/layerprior.h"
#include "core/exchange/launcher.h"
#include "core/framework/limits.h"
#include "core/profile/allocationtrace.h"
#include "core/simulation/layercollectives.h"
#include "tests/support/chains.h"
#include "tests/support/frameworkmodels.h"

#include <QTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

class RecomputeModulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachLeavesOutWhatItMakesAgain_data();
    void eachLeavesOutWhatItMakesAgain();
    void clampedHalvesGoWithTheActivation();
    void densePartsKeepTheirInputAlone();
    void partsWithExpertsKeepTheirNorm();
    void whatRunsAgainIsThereInTheBackwardPass();
    void whatRunsAgainIsExchangedAgain();
    void productsHaveTakenInTheNormsOfDenseBlocks();
    void nothingIsLeftBehindPasses();
    void wholeBlocksAreAnotherGranularity();
    void argumentsAreMegatrons();
};

namespace {

constexpr std::int64_t h = 256;
constexpr std::int64_t heads = 4;
constexpr std::int64_t chosen = 2;
constexpr std::int64_t m = 128;
constexpr std::int64_t tokens = 3 * 128;

FrameworkChoice megatron(std::vector<RecomputeModule> modules)
{
    FrameworkChoice framework {Framework::MegatronCore, {}};
    framework.options.recompute_modules = std::move(modules);
    return framework;
}

LayerPrior priorOf(const Model& model, std::size_t layer, std::vector<RecomputeModule> modules, int tensor = 1,
                   bool recompute = false)
{
    Workload workload;
    workload.sequence = 128;
    workload.precision = Precision::Bf16Master;
    const LayerRunOptions run_options {{tensor, 1, tensor > 1}, recompute, megatron(std::move(modules))};
    return layerPrior(chainPoints(model, workload, 3, run_options).value()[layer], DeviceKind::Cuda).value();
}

PlanDocument documentOf(Problem problem, Plan plan)
{
    PlanDocument document;
    document.problem = std::move(problem);
    document.plan = std::move(plan);
    document.created_by = "test";
    return document;
}

const std::vector<RecomputeModule> all {RecomputeModule::LayerNorm, RecomputeModule::ExpertActivation,
                                        RecomputeModule::LatentProjection};
const std::vector<RecomputeModule> wholeParts {RecomputeModule::Mlp, RecomputeModule::MoeLayer,
                                               RecomputeModule::SharedExperts};
constexpr std::int64_t rootOfARow = 4; // bytes that a norm saves per token

}

void RecomputeModulesTest::eachLeavesOutWhatItMakesAgain_data()
{
    QTest::addColumn<RecomputeModule>("module");
    QTest::addColumn<qint64>("numbers"); // 2-byte numbers per token
    QTest::addColumn<int>("kernels"); // recomputed kernels
    QTest::newRow("norms in front of latent vectors and experts") << RecomputeModule::LayerNorm << qint64(2 * h) << 2;
    QTest::newRow("what the second product of experts takes")
        << RecomputeModule::ExpertActivation << qint64(chosen * m) << 1;
    // Queries and keys of 48, values of 24, and the normed latent vectors: two norms, two products, and the kernels
    // that rotate queries and write keys and values.
    QTest::newRow("heads of latent attention")
        << RecomputeModule::LatentProjection << qint64(heads * (48 + 48 + 24) + 96 + 64) << 7;
}

void RecomputeModulesTest::eachLeavesOutWhatItMakesAgain()
{
    QFETCH(RecomputeModule, module);
    QFETCH(qint64, numbers);
    QFETCH(int, kernels);
    const LayerPrior kept = priorOf(smallDeepseek(), 2, {});
    const LayerPrior recomputed_in_backward = priorOf(smallDeepseek(), 2, {module});
    QCOMPARE(recomputed_in_backward.memory.saved.value, kept.memory.saved.value - tokens * 2 * numbers);
    QCOMPARE(recomputed_in_backward.memory.keeps_input, kept.memory.keeps_input);
    QVERIFY(recomputed_in_backward.memory.forward_peak < kept.memory.forward_peak);
    // It is recomputed when needed, on top of the saved bytes.
    QVERIFY(recomputed_in_backward.memory.backward_peak >= kept.memory.backward_peak);
    QVERIFY(recomputed_in_backward.memory.saved + recomputed_in_backward.memory.backward_peak
            <= kept.memory.saved + kept.memory.backward_peak);
    QCOMPARE(recomputed_in_backward.forward.kernels.size(), kept.forward.kernels.size());
    QCOMPARE(recomputed_in_backward.backward.kernels.size(),
             kept.backward.kernels.size() + static_cast<std::size_t>(kernels));
}

// gpt-oss: the recomputed function clamps the halves of the first product.
void RecomputeModulesTest::clampedHalvesGoWithTheActivation()
{
    const Model model = parseConfig(R"({"model_type": "gpt_oss", "num_hidden_layers": 2, "hidden_size": 128,
        "intermediate_size": 96, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 48,
        "num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": 32, "vocab_size": 1000})",
                                    "gpt-oss")
                            .value();
    QCOMPARE(priorOf(model, 1, {RecomputeModule::ExpertActivation}).memory.saved.value,
             priorOf(model, 1, {}).memory.saved.value - tokens * 2 * chosen * (2 * 96 + 96));
}

// Dense parts save only their input. Per token: the normed input of the first product, its two halves, and the input of
// the second one.
void RecomputeModulesTest::densePartsKeepTheirInputAlone()
{
    const Model model = smallLlama();
    const std::int64_t width = 512;
    const std::int64_t inner = 1536;
    QCOMPARE(priorOf(model, 1, {RecomputeModule::Mlp}).memory.saved.value,
             priorOf(model, 1, {}).memory.saved.value - tokens * (2 * (width + 3 * inner) + rootOfARow));
    for (const RecomputeModule other : {RecomputeModule::MoeLayer, RecomputeModule::SharedExperts}) {
        QCOMPARE(priorOf(model, 1, {other}).memory.saved, priorOf(model, 1, {}).memory.saved);
    }
}

// Dense and sparse blocks of one model save the same before the second norm; only that of experts is a separate kernel,
// whose result is the start of the recomputation.
void RecomputeModulesTest::partsWithExpertsKeepTheirNorm()
{
    const Model model = smallDeepseek();
    const auto saved = [&](std::size_t layer, RecomputeModule module) {
        return priorOf(model, layer, {module}).memory.saved.value;
    };
    QCOMPARE(saved(2, RecomputeModule::MoeLayer), saved(1, RecomputeModule::Mlp) + tokens * (2 * h + rootOfARow));
    QCOMPARE(saved(2, RecomputeModule::Mlp), priorOf(model, 2, {}).memory.saved.value);
    // The shared expert: two halves and the input of its second product.
    QCOMPARE(saved(2, RecomputeModule::SharedExperts), priorOf(model, 2, {}).memory.saved.value - tokens * 2 * 3 * m);
}

void RecomputeModulesTest::whatRunsAgainIsThereInTheBackwardPass()
{
    for (const auto& [model, layer] : {std::pair {smallLlama(), 1}, std::pair {smallDeepseek(), 2}}) {
        const auto index = static_cast<std::size_t>(layer);
        const LayerPrior kept = priorOf(model, index, {});
        const LayerPrior again = priorOf(model, index, wholeParts);
        QVERIFY(again.memory.saved < kept.memory.saved);
        QVERIFY(again.memory.backward_peak > kept.memory.backward_peak);
        // All of it at once, as without recomputation, plus the result.
        const Bytes peak = kept.memory.saved + kept.memory.backward_peak;
        QVERIFY(again.memory.saved + again.memory.backward_peak >= peak);
        QVERIFY(again.memory.saved + again.memory.backward_peak <= peak + Bytes(tokens * 2 * h * 2));
        QCOMPARE(again.forward.kernels.size(), kept.forward.kernels.size());
        QVERIFY(again.backward.kernels.size() > kept.backward.kernels.size());
        QVERIFY(again.backward.kernels.size() < kept.backward.kernels.size() + kept.forward.kernels.size());
    }
}

void RecomputeModulesTest::whatRunsAgainIsExchangedAgain()
{
    Workload workload;
    workload.sequence = 128;
    workload.precision = Precision::Bf16Master;
    LayerDegrees degrees;
    degrees.sharding = {2, 1, true};
    const auto counts = [&](std::vector<RecomputeModule> modules) {
        const auto found =
            collectivesOf(smallLlama(), workload, 3, degrees, false, megatron(std::move(modules))).value()[1];
        const auto backward = std::count_if(found.begin(), found.end(), [](const auto& one) { return one.backward; });
        return std::pair {std::ssize(found) - backward, backward};
    };
    const auto kept = counts({});
    QCOMPARE(counts({RecomputeModule::Mlp}), (std::pair {kept.first, kept.second + 2})); // a gather and a scatter
}

void RecomputeModulesTest::productsHaveTakenInTheNormsOfDenseBlocks()
{
    QCOMPARE(priorOf(smallLlama(), 1, all).memory.saved, priorOf(smallLlama(), 1, {}).memory.saved);
    // In DeepSeek's dense block the first one precedes latent vectors.
    QCOMPARE(priorOf(smallDeepseek(), 1, {RecomputeModule::LayerNorm}).memory.saved.value,
             priorOf(smallDeepseek(), 1, {}).memory.saved.value - tokens * 2 * h);
}

void RecomputeModulesTest::nothingIsLeftBehindPasses()
{
    for (const Model& model : {smallDeepseek(), smallLlama()}) {
        for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
            for (const int tensor : {1, 2}) {
                for (const auto& modules : {all, wholeParts}) {
                    QCOMPARE(replay(priorOf(model, layer, modules, tensor).later_trace).left, std::int64_t(0));
                }
            }
        }
    }
    // A fully recomputed pass is unchanged.
    QCOMPARE(priorOf(smallDeepseek(), 2, all, 1, true).memory.backward_peak,
             priorOf(smallDeepseek(), 2, {}, 1, true).memory.backward_peak);
}

void RecomputeModulesTest::wholeBlocksAreAnotherGranularity()
{
    Constraints fixed;
    fixed.zero = 1;
    fixed.framework = megatron(all);
    QVERIFY(requirePossible(fixed));
    fixed.policies.usual = LayerPolicy::Full;
    QVERIFY(!requirePossible(fixed));
    fixed.framework = megatron({});
    QVERIFY(requirePossible(fixed));
}

void RecomputeModulesTest::argumentsAreMegatrons()
{
    Problem problem = problemFor(smallDeepseek(), "1x8xH100-80GB", 16, 1);
    problem.workload.sequence = 128;
    problem.workload.precision = Precision::Bf16Master;
    problem.constraints.framework = megatron({RecomputeModule::LayerNorm, RecomputeModule::ExpertActivation});
    const int layers = static_cast<int>(problem.model.layers.size());
    const PlanDocument document = documentOf(problem, uniformPlan({0, layers}, 8, 1, 2, ScheduleKind::Sequential, 1));
    const auto settings = launcherSettings(document, Target::Megatron);
    QVERIFY2(settings, qPrintable(errorOf(settings)));
    const QString text = QString::fromStdString(settings->text);
    QVERIFY2(
        text.contains(QStringLiteral("--recompute-granularity selective\n--recompute-modules layernorm moe_act\n")),
        qPrintable(text));
}

QTEST_GUILESS_MAIN(RecomputeModulesTest)
#include "tst_recomputemodules.moc"
