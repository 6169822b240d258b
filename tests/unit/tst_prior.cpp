// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/analyticcost.h"
#include "core/cost/prior/layerprior.h"
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
};

// GPT-2's block of width h, fused attention, in fp32, for each token: two norms keep their inputs (one is the layer's
// own) and two numbers each; products keep what the norms give; attention the 3h of its projection, its result, which
// the next product keeps too, and a number a head; the activation five tensors of 4h: what it is given, the hyperbolic
// tangent, that plus one, half of its input, and its result for the next product.
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

// What a step's first micro-batch leaves are the gradients of all parameters that learn; a later one leaves nothing.
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

QTEST_GUILESS_MAIN(PriorTest)
#include "tst_prior.moc"
