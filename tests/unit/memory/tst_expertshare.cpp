// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Share of a layer's state that belongs to experts, and its sharding by FSDP2.
#include "core/cost/costmodel.h"
#include "core/estimate/plancosts.h"
#include "core/framework/framework.h"
#include "core/hardware/catalogue.h"
#include "core/memory/replication.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// 4 experts of 3 x 64 x 32 parameters, attention with 2 x 64 x 64 + 2 x 64 x 32, a router of 4 x 64, and norms of 64.
Model mixture()
{
    return parseConfig(
               R"({"model_type": "qwen3_moe", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "head_dim": 16, "moe_intermediate_size": 32, "num_experts": 4, "num_experts_per_tok": 2,
        "norm_topk_prob": true, "intermediate_size": 128, "vocab_size": 1000, "tie_word_embeddings": false})",
               "mixture")
        .value();
}

constexpr double expertNumbers = 4 * 3 * 64 * 32;
constexpr double otherNumbers = 2 * 64 * 64 + 2 * 64 * 32 + 4 * 64 + 2 * 64 + 2 * 16;

ExpertShare shareIn(const Workload& workload, const Model& model = mixture())
{
    return CostModel(model, workload, {}).chain(1, catalogue().find("H100-80GB")->device)->layers[1].experts;
}

Workload workloadOf(const Trainable& trainable)
{
    Workload workload;
    workload.sequence = 64;
    workload.precision = Precision::Bf16Master;
    workload.trainable = trainable;
    return workload;
}

}

class ExpertShareTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRouterIsNoExpert();
    void frozenExpertsAreParametersAlone();
    void ofDenseModelsThereIsNone();
};

void ExpertShareTest::theRouterIsNoExpert()
{
    const ExpertShare share = shareIn(workloadOf({}));
    QCOMPARE(share.rows, std::int64_t(4));
    QCOMPARE(share.of_parameters, expertNumbers / (expertNumbers + otherNumbers));
    QCOMPARE(share.of_gradients, share.of_parameters);
    QCOMPARE(share.gradients, Bytes(0)); // all replicas have the same experts
}

// Frozen experts only have parameters: the gathered ones are padded to whole experts.
void ExpertShareTest::frozenExpertsAreParametersAlone()
{
    const ExpertShare share = shareIn(workloadOf({TrainableKind::Lora, "", 4}));
    QCOMPARE(share.rows, std::int64_t(4));
    QVERIFY(share.of_parameters > 0.6);
    QCOMPARE(share.of_gradients, 0.0);
    Problem problem;
    useFramework(problem, Framework::Fsdp2);
    const Replication replication = replicationOf(problem.constraints, 16, 1);
    const Bytes parameters(1 << 20);
    const LayerShare mixed = shareOf(replication, Precision::Bf16Master, parameters, parameters, share);
    const LayerShare even = shareOf(replication, Precision::Bf16Master, parameters, parameters);
    QVERIFY(mixed.gathered > even.gathered * 2);
    QCOMPARE(mixed.divided, even.divided);
}

void ExpertShareTest::ofDenseModelsThereIsNone()
{
    QCOMPARE(shareIn(workloadOf({}), gptChain(2, 64, 4, 1000, 64)), ExpertShare {});
}

QTEST_APPLESS_MAIN(ExpertShareTest)
#include "tst_expertshare.moc"
