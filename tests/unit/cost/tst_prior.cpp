// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/analyticcost.h"
#include "core/cost/prior/layerprior.h"
#include "core/model/flops.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class PriorTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void gptBlockByHand();
    void allButGradientsIsFreed_data();
    void allButGradientsIsFreed();
    void kernelsAddUpToTheFlops_data();
    void kernelsAddUpToTheFlops();
    void backwardOfWhatLearnsIsTwiceForward();
    void adaptersMoveWhatTheirKernelsMove();
    void onlyMatricesThatLearnHaveAProductOfTheirOwn();
    void frozenProductsHaveOneGradient();
    void trainingLessNeverTakesLonger_data();
    void trainingLessNeverTakesLonger();
    void moreNumbersThanCanBeCountedAreRefused();
};

// The prior's saved bytes equal those counted by hand for GPT-2's block of width h, fused attention, in fp32, per
// token: two norms save their inputs (one is the layer's input) and two numbers each; products save the outputs of the
// norms; attention saves the 3h of its projection, its result, which the next product also saves, and one number per
// head; the activation five tensors of 4h: its input, the hyperbolic tangent, that plus one, half of its input, and its
// result for the next product.
void PriorTest::gptBlockByHand()
{
    constexpr std::int64_t h = 64;
    constexpr std::int64_t tokens = 3 * 32;
    constexpr std::int64_t heads = 4;
    Workload workload;
    workload.sequence = 32;
    const auto points = chainPoints(gptChain(1, h, heads, 100, 64), workload, 3).value();
    const LayerMemory memory = layerPrior(points[1], DeviceKind::Cpu).value().memory;
    const std::int64_t norms = h + 2 * 2;
    const std::int64_t products = 2 * h;
    const std::int64_t attention = 4 * h + heads;
    const std::int64_t activation = 5 * 4 * h;
    QVERIFY(memory.keeps_input && !memory.keeps_output);
    QCOMPARE(memory.saved.value, 4 * tokens * (norms + products + attention + activation));
}

void PriorTest::allButGradientsIsFreed_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

// The first micro-batch of a step leaves the gradients of all trainable parameters; later ones leave nothing.
void PriorTest::allButGradientsIsFreed()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    for (const AttentionKind attention : {AttentionKind::Sdpa, AttentionKind::Eager}) {
        for (const Precision precision : {Precision::Fp32, Precision::Bf16Autocast, Precision::Bf16Master}) {
            for (const bool recompute : {false, true}) {
                Workload workload;
                workload.sequence = model.sample == SampleKind::Image ? model.longest_sequence : 32;
                workload.attention = attention;
                workload.precision = precision;
                const auto points = chainPoints(model, workload, 2, {{}, recompute});
                QVERIFY2(points, qPrintable(errorOf(points)));
                for (const ProfilePoint& point : *points) {
                    const auto prior = layerPrior(point, DeviceKind::Cuda);
                    QVERIFY2(prior, qPrintable(errorOf(prior)));
                    const auto cost = analyticCost(point, {});
                    QVERIFY2(cost, qPrintable(errorOf(cost)));
                    QCOMPARE(replay(prior->trace).left, cost->memory.gradients.value);
                    QCOMPARE(replay(prior->later_trace).left, std::int64_t(0));
                    const LayerMemory& memory = prior->memory;
                    QVERIFY(memory.forward_peak >= memory.saved && memory.backward_peak >= Bytes(0));
                    QVERIFY(memory.backward_peak >= memory.owned_backward_peak);
                    QVERIFY(cost->basis == Basis::Analytic && cost->forward.median > Seconds(0));
                }
            }
        }
    }
}

void PriorTest::kernelsAddUpToTheFlops_data()
{
    allButGradientsIsFreed_data();
}

// The kernels add up to the FLOPs of flops.h; the last chunk of state-space and delta-rule layers is padded.
void PriorTest::kernelsAddUpToTheFlops()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    for (const AttentionKind attention : {AttentionKind::Sdpa, AttentionKind::Eager}) {
        Workload workload;
        workload.sequence = model.longest_sequence > 0 ? std::min<std::int64_t>(model.longest_sequence, 256) : 256;
        workload.attention = attention;
        const auto points = chainPoints(model, workload, 2);
        QVERIFY2(points, qPrintable(errorOf(points)));
        for (const ProfilePoint& point : *points) {
            const auto prior = layerPrior(point, DeviceKind::Cuda);
            QVERIFY2(prior, qPrintable(errorOf(prior)));
            const auto& program = std::get<Program>(point.spec);
            const auto inputs = inputShapes(point);
            const auto is = [&](const Statement& s) {
                return std::holds_alternative<Mamba2>(s.op) || std::holds_alternative<GatedDeltaRule>(s.op);
            };
            const bool chunked = std::any_of(program.statements().begin(), program.statements().end(), is);
            const double forward = forwardFlops(program, inputs).value;
            const double all = prior->forward.flops().value;
            QVERIFY2(
                std::abs(all - forward) <= (chunked ? 0.1 : 1e-9) * forward,
                qPrintable(QStringLiteral("%1: %2 of %3").arg(kindName(point.spec).c_str()).arg(all).arg(forward)));
            std::vector<bool> learning {program.feed() == Feed::Hidden && point.input_gradient};
            for (const SideInput& side : point.sides) {
                learning.push_back(side.gradient);
            }
            const double backward = backwardFlops(program, inputs, learning).value;
            const double gradients = prior->backward.flops().value;
            QVERIFY2(std::abs(gradients - backward) <= (chunked ? 0.1 : 1e-9) * backward,
                     qPrintable(QStringLiteral("%1, backward: %2 of %3")
                                    .arg(kindName(point.spec).c_str())
                                    .arg(gradients)
                                    .arg(backward)));
        }
    }
}

namespace {

// Points of GPT-2 medium with the given trainable parameters.
std::vector<ProfilePoint> pointsOf(const char* model, const char* trainable)
{
    Workload workload;
    workload.sequence = 512;
    workload.precision = Precision::Bf16Master;
    workload.trainable = parseTrainable(trainable).value();
    return chainPoints(readModel(model).value(), workload, 4).value();
}

}

void PriorTest::backwardOfWhatLearnsIsTwiceForward()
{
    const auto points = pointsOf("zoo:gpt2-medium", "all");
    const LayerPrior block = layerPrior(points[1], DeviceKind::Cuda).value();
    QCOMPARE(block.backward.flops().value, 2 * block.forward.flops().value);
    QVERIFY(block.backward.traffic() > 1.5 * block.forward.traffic()
            && block.backward.traffic() < 2.5 * block.forward.traffic());
}

// Adapters of rank r move the bytes of their kernels in addition to each product, in units of its input, which is as
// wide as its result: products read and write their input and result once per gradient, the factor one tensor each way;
// the sum passes its gradient on, and two gradients of the input are added. PyTorch's dispatcher counts the same
// (docs/cost.md).
void PriorTest::adaptersMoveWhatTheirKernelsMove()
{
    constexpr std::int64_t h = 64;
    constexpr std::int64_t r = 4;
    ProgramBuilder builder("product", Feed::Hidden);
    const int product = builder.add(Statement {"up", Linear {h, h, false}, {ProgramBuilder::input}, false, {"weight"}});
    const int narrow = builder.add("up.lora_a", Linear {h, r, false}, {ProgramBuilder::input});
    const int wide = builder.add("up.lora_b", Linear {r, h, false}, {narrow});
    builder.add(Add {}, {product, builder.add(Scale {1}, {wide})});
    ProfilePoint point;
    point.spec = builder.finish();
    point.input = {32, h};
    point.sequence = 32;
    const LayerPrior prior = layerPrior(point, DeviceKind::Cuda).value();
    const double u = 4.0 * 32 * h;
    const double s = 4.0 * 32 * r;
    QCOMPARE(prior.forward.traffic(), 2 * u + 2 * (u + s) + 2 * u + 3 * u);
    QCOMPARE(prior.forward.operations(), 5);
    QCOMPARE(prior.backward.traffic(), 2 * u + 4 * (u + s) + 2 * u + 3 * u);
    QCOMPARE(prior.backward.operations(), 7);
    QCOMPARE(prior.backward.flops().value, 2.0 * 32 * h * h + 2 * 2.0 * 2 * 32 * h * r);
}

// Only trainable matrices have a product for their gradient: weights are frozen if only biases are trainable, and
// experts if only the router is.
void PriorTest::onlyMatricesThatLearnHaveAProductOfTheirOwn()
{
    const LayerPrior norms = layerPrior(pointsOf("zoo:gpt2-medium", "*norm*")[2], DeviceKind::Cuda).value();
    const LayerPrior biases = layerPrior(pointsOf("zoo:gpt2-medium", "*.bias")[2], DeviceKind::Cuda).value();
    QCOMPARE(biases.backward.flops().value, norms.backward.flops().value);
    const auto mixtral = TEST_DATA "/configs/mixtral-8x7b.json";
    const auto flops = [&](const char* trainable) {
        return layerPrior(pointsOf(mixtral, trainable)[2], DeviceKind::Cuda).value().backward.flops().value;
    };
    const double router = 2.0 * 4 * 512 * 4096 * 8;
    const double expert = 2.0 * 4 * 512 * 2 * 4096 * 14336; // one matrix of two experts per token
    const double none = flops("*norm*");
    QVERIFY(std::abs(flops("*router.weight") - none - router) < 1e-12 * none);
    QVERIFY(std::abs(flops("*down.weight") - none - expert) < 1e-12 * none);
    QVERIFY(std::abs(flops("*gate_up.weight") - none - 2 * expert) < 1e-12 * none);
}

// Frozen products have one gradient. The block follows others whose norms alone are trainable: the gradient of each
// product's input remains, that of its weight does not; attention has both. In the first trainable block no gradient
// flows on from its first norm.
void PriorTest::frozenProductsHaveOneGradient()
{
    constexpr std::int64_t h = 1024;
    constexpr std::int64_t tokens = 4 * 512;
    const auto points = pointsOf("zoo:gpt2-medium", "*norm*.bias");
    const LayerPrior second = layerPrior(points[2], DeviceKind::Cuda).value();
    const double attention = 4.0 * tokens * 512 * h;
    const double products = second.forward.flops().value - attention;
    QCOMPARE(products, 2.0 * tokens * 12 * h * h);
    QCOMPARE(second.backward.flops().value, products + 2 * attention);
    const auto frozen = pointsOf("zoo:gpt2-medium", "head.norm*");
    const LayerPrior block = layerPrior(frozen[1], DeviceKind::Cuda).value();
    QCOMPARE(block.backward.flops().value, 0.0);
    QCOMPARE(block.backward.operations(), 0);
}

void PriorTest::trainingLessNeverTakesLonger_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("less");
    for (const char* model : {"zoo:gpt2", "zoo:gpt2-medium", "zoo:gpt3-175b"}) {
        for (const char* less : {"*.bias", "*.weight", "*norm*", "head*", "embedding*"}) {
            QTest::addRow("%s, %s", model, less) << QByteArray(model) << QByteArray(less);
        }
    }
    // Adapters add operations, which are small compared with wide products.
    for (const char* less : {"lora:1", "lora:8", "lora:64"}) {
        QTest::addRow("GPT-3, %s", less) << QByteArray("zoo:gpt3-175b") << QByteArray(less);
    }
}

// Fewer trainable parameters never take longer with the same plan, without any measurement, on GPU and CPU.
void PriorTest::trainingLessNeverTakesLonger()
{
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, less);
    for (const char* cluster : {"1xA100-80GB", "1xcpu:64GiB"}) {
        const DeviceType device = parseCluster(cluster).value().groups.front().device;
        const auto stepOf = [&](const char* trainable) {
            Seconds step;
            for (const ProfilePoint& point : pointsOf(model, trainable)) {
                const LayerCost cost = analyticCost(point, device).value();
                step += cost.forward.median + cost.backward.median + cost.optimizer.median;
            }
            return step;
        };
        const Seconds all = stepOf("all");
        const Seconds part = stepOf(less);
        QVERIFY2(part <= all, qPrintable(QStringLiteral("%1 of %2 s").arg(part.value).arg(all.value)));
        QVERIFY(part > all * 0.3); // the forward pass remains
    }
}

void PriorTest::moreNumbersThanCanBeCountedAreRefused()
{
    Workload workload;
    workload.sequence = 1 << 20;
    workload.attention = AttentionKind::Eager;
    const Model model = parseConfig(R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008,
                                       "num_hidden_layers": 1, "num_attention_heads": 32, "vocab_size": 32000,
                                       "max_position_embeddings": 1048576})",
                                    "long")
                            .value();
    const auto points = chainPoints(model, workload, 1 << 20).value();
    const auto refused = layerPrior(points[1], DeviceKind::Cuda);
    QVERIFY(!refused && refused.error().code == ErrorCode::OptionOutOfRange);
}

QTEST_GUILESS_MAIN(PriorTest)
#include "tst_prior.moc"
