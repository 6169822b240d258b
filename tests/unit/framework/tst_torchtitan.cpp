// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Layers and sharded state of torchtitan, by hand from its sources, and the parts that are not modeled.
#include "core/base/english.h"
#include "core/cost/prior/layerprior.h"
#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "core/memory/replication.h"
#include "core/plan/plan.h"
#include "core/search/searchspace.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"
#include "tests/support/frameworkmodels.h"

#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class TorchtitanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dividesExperts();
    void dividesLowUnits();
    void isRefusedBesideExperts();
    void blockByHand();
    void compiledBlockByHand();
    void expertsByHand();
    void gptOssByHand();
    void gptOssSelects();
    void isRefusedWhereUnknown();
    void isRefusedForGptOss();
    void keepsItsHead();
    void pipelinesKeepUnitsWhole();
    void pipelinesAreZeroOne();
    void needsReplicas();
};

// Among four replicas two share two of four experts: whole ones, or half of each if there are more replicas than
// experts.
void TorchtitanTest::dividesExperts()
{
    Problem problem;
    useFramework(problem, Framework::Torchtitan);
    problem.constraints.degrees.sharding.expert = 2;
    const Bytes parameters(2000); // half of them in experts
    const auto shareOfExperts = [&](int replicas, std::int64_t rows) {
        return shareOf(replicationOf(problem.constraints, replicas, 1), Precision::Bf16Master, parameters, parameters,
                       {{}, rows, 0.5, 0.5});
    };
    const LayerShare whole = shareOfExperts(4, 2);
    QCOMPARE(whole.parameters, Bytes(2 * (1000 / 4 + 1000 / 2)));
    QCOMPARE(whole.gathered, Bytes(1000 + 1000));
    // Experts are reduced first; their gradients are freed while the others are reduced.
    QCOMPARE(whole.bucket, Bytes(2 * 1000));
    QCOMPARE(whole.leaving, Bytes(1000 + 2 * 1000 + 2 * 500));
    QCOMPARE(whole.again, Bytes(1000));
    QCOMPARE(whole.divided, whole.parameters);
    const LayerShare parts = shareOfExperts(16, 2); // an eighth of each of two experts
    QCOMPARE(parts.parameters, Bytes(2 * (2 * 32 + 2 * 63))); // 500 numbers in 16 and 8 parts, padded
    QCOMPARE(parts.gathered, Bytes(2 * 32 * 16 + 2 * 63 * 8));
}

// A thousand 16-bit numbers over four data-parallel ranks, which shard them: 250 each of parameters, gradients and both
// moments, in 16 bits. All gradients are reduced in fp32, and the result is fp32 until the cast.
void TorchtitanTest::dividesLowUnits()
{
    Problem problem;
    useFramework(problem, Framework::Torchtitan);
    const Replication replication = replicationOf(problem.constraints, 4, 1);
    const Bytes parameters(2000);
    const LayerShare share = shareOf(replication, Precision::Bf16Master, parameters, parameters, {}, Bytes(0), true);
    QCOMPARE(share.parameters, Bytes(500));
    QCOMPARE(share.gathered, parameters);
    QCOMPARE(share.gradients, Bytes(500));
    QCOMPARE(share.divided, Bytes(500));
    QCOMPARE(optimizerShare(replication, OptimizerKind::AdamW, Precision::Bf16Master, share.divided), Bytes(1000));
    QCOMPARE(share.bucket, Bytes(4000));
    QCOMPARE(share.reduced, Bytes(500));
    QCOMPARE(share.leaving, Bytes(2000 + 4000 + 1000));
}

// With expert parallelism neither tensor parallelism, nor selective recomputation, nor compiled blocks are supported,
// and ZeRO 3 only by torchtitan itself.
void TorchtitanTest::isRefusedBesideExperts()
{
    Constraints fixed;
    fixed.framework.name = Framework::Torchtitan;
    fixed.zero = 3;
    fixed.degrees.sharding.expert = 8;
    QVERIFY(requirePossible(fixed));
    QVERIFY(requireKnown(fixed.framework, 1, fixed.degrees));
    Constraints other = fixed;
    other.policies.usual = LayerPolicy::Full;
    QVERIFY(requirePossible(other));
    other.policies.usual = LayerPolicy::Selective;
    QVERIFY(!requirePossible(other));
    other = fixed;
    other.framework.options.compile = true;
    QVERIFY(!requirePossible(other));
    QVERIFY(!requireKnown(fixed.framework, 1, {{2, 8, true}}));
    QVERIFY(requireKnown({Framework::MegatronCore}, 1, {{2, 8, true}}));
    QVERIFY(knowsZeroWithExperts(Framework::Torchtitan, 3) && !knowsZeroWithExperts(Framework::Fsdp2, 3));
    QVERIFY(knowsZeroWithExperts(Framework::MegatronCore, 1) && !knowsZeroWithExperts(Framework::Libtorch, 2));
}

// A block saves the bytes counted by hand. With selected operators, it saves per token the outputs of its 1st, 3rd, 5th
// and 7th product (queries, values, the gate, the last one) and of attention, in 16 bits, and one log-sum per head, in
// 32. The work of its three other products is recomputed.
void TorchtitanTest::blockByHand()
{
    const auto points = chainPoints(smallLlama(), halfPrecision(128), 2, {{}, true, {Framework::Torchtitan}, true});
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerPrior prior = layerPrior((*points)[1], DeviceKind::Cuda).value();
    QCOMPARE(prior.memory.saved, Bytes(2 * 128 * (2 * (512 + 128 + 1536 + 512 + 512) + 4 * 8)));
    QVERIFY(prior.memory.keeps_input);
    QVERIFY(!prior.memory.keeps_output);
    QCOMPARE(replay(prior.later_trace).left, std::int64_t(0));
    const double again = 512 * (128 + 512 + 1536);
    const double all = again + 512 * (512 + 128 + 1536 + 1536) + 128 * 8 * (64 + 64);
    QCOMPARE(prior.rerun, again / all);

    const auto whole = chainPoints(smallLlama(), halfPrecision(128), 2, {{}, true, {Framework::Torchtitan}});
    const LayerPrior full = layerPrior((*whole)[1], DeviceKind::Cuda).value();
    QCOMPARE(full.memory.saved, Bytes(0));
    QCOMPARE(full.rerun, 1.0);
}

// A compiled block saves the bytes counted by hand: outputs of both norms and the sum between them, queries, keys,
// values, the output of attention, the inputs of the gate and their product, in 16 bits; one factor per norm and one
// log-sum per head, in 32. With selected operators, nothing of the last product.
void TorchtitanTest::compiledBlockByHand()
{
    FrameworkChoice titan {Framework::Torchtitan};
    titan.options.compile = true;
    const auto saved = [&](const LayerRunOptions& run_options) {
        const auto points = chainPoints(smallLlama(), halfPrecision(128), 2, run_options);
        return layerPrior((*points)[1], DeviceKind::Cuda).value().memory.saved;
    };
    const std::int64_t tokens = 2 * 128;
    QCOMPARE(saved({{}, false, titan}), Bytes(tokens * (2 * (5 * 512 + 2 * 128 + 3 * 1536) + 4 * (2 + 8))));
    QCOMPARE(saved({{}, true, titan, true}), Bytes(tokens * (2 * (512 + 128 + 512 + 1536) + 4 * 8)));
    // With two tensor-parallel ranks, half of it each, and the reduced output of attention's projection.
    QCOMPARE(saved({{2, 1, true}, true, titan, true}),
             Bytes(tokens * (2 * (512 + 128 + 512 + 1536 + 512) + 4 * 8) / 2));
}

// torchtitan's Qwen3 with experts saves the bytes counted by hand, per token, in 16 bits: outputs of both norms and the
// sum between them; queries and keys before and after rotation, values, and the output of attention. Per row of a
// chosen expert, including rows that pad an expert's to a multiple of 8: its input, the gate before and after
// activation, the other half, their product, and one number. In 32 bits: one factor per norm and per head of queries or
// keys, one log-sum per head, the scores of all experts, those of the chosen ones and their sum, their weights, and the
// outputs of the experts. Three numbers per chosen expert.
void TorchtitanTest::expertsByHand()
{
    const Model model =
        parseConfig(
            R"({"model_type": "qwen3_moe", "hidden_size": 256, "num_hidden_layers": 2, "num_attention_heads": 8,
        "num_key_value_heads": 2, "head_dim": 64, "moe_intermediate_size": 96, "num_experts": 16, "num_experts_per_tok": 4,
        "norm_topk_prob": true, "intermediate_size": 512, "vocab_size": 1000, "tie_word_embeddings": false})",
            "moe")
            .value();
    const FrameworkChoice titan {Framework::Torchtitan};
    QVERIFY(requireKnown(titan, model, halfPrecision(128)));
    const auto points = chainPoints(model, halfPrecision(128), 3, {{}, false, titan});
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory memory = layerPrior((*points)[1], DeviceKind::Cuda).value().memory;
    constexpr std::int64_t h = 256;
    constexpr std::int64_t heads = 8;
    constexpr std::int64_t keys = 2;
    constexpr std::int64_t d = 64;
    constexpr std::int64_t m = 96;
    constexpr std::int64_t experts = 16;
    constexpr std::int64_t chosen = 4;
    constexpr std::int64_t tokens = 3 * 128;
    const std::int64_t filled = tokens * chosen + 8 * experts;
    const std::int64_t narrow = 3 * h + (2 * (heads + keys) + keys + heads) * d;
    const std::int64_t wide = 2 + (heads + keys) + heads + experts + chosen + 1 + chosen + chosen * h;
    QCOMPARE(memory.saved.value, tokens * (2 * narrow + 4 * wide + 3 * 8 * chosen) + filled * (2 * (h + 4 * m) + 8));
    QVERIFY(memory.keeps_input);
}

namespace {

Model smallGptOss()
{
    return parseConfig(R"({"model_type": "gpt_oss", "hidden_size": 256, "num_hidden_layers": 2,
        "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 64, "intermediate_size": 96,
        "num_local_experts": 16, "num_experts_per_tok": 4, "sliding_window": 32, "vocab_size": 1000,
        "tie_word_embeddings": false})",
                       "gpt-oss")
        .value();
}

}

// torchtitan's gpt-oss saves the bytes counted by hand, per token, in 16 bits: the results of both norms and the sum
// between them; rotated queries and keys, values, the result of attention before and after it is scaled by the sinks,
// and a scale per head. In 32: a factor per norm, a logarithm and a scale per head, the scores of all experts, those of
// the chosen ones, their sum and their quotients, and the results of the experts. Per row of an expert, including rows
// that pad an expert's to a multiple of 8: its input, both halves of the first product before clamping, then the
// clamped gate, its sigmoid, their product, the other half plus 1 and the product of both, in 16 bits, and an index.
// Three indices per chosen expert, and one more for each of its two biases. Cosines and sines once for all samples.
void TorchtitanTest::gptOssByHand()
{
    const FrameworkChoice titan {Framework::Torchtitan};
    const Model model = smallGptOss();
    QVERIFY(requireKnown(titan, model, halfPrecision(128)));
    const auto points = chainPoints(model, halfPrecision(128), 3, {{}, false, titan});
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory memory = layerPrior((*points)[1], DeviceKind::Cuda).value().memory;
    constexpr std::int64_t h = 256;
    constexpr std::int64_t heads = 8;
    constexpr std::int64_t keys = 2;
    constexpr std::int64_t d = 64;
    constexpr std::int64_t m = 96;
    constexpr std::int64_t experts = 16;
    constexpr std::int64_t chosen = 4;
    constexpr std::int64_t tokens = 3 * 128;
    const std::int64_t filled = tokens * chosen + 8 * experts;
    const std::int64_t narrow = 3 * h + (3 * heads + 2 * keys) * d + heads;
    const std::int64_t wide = 2 + 2 * heads + experts + chosen + 1 + chosen + chosen * h;
    QCOMPARE(memory.saved.value,
             tokens * (2 * narrow + 4 * wide + 5 * 8 * chosen) + filled * (2 * (h + 7 * m) + 8) + 128 * 2 * d * 2);
    QVERIFY(memory.keeps_input);
}

// Products with a bias are not among the operators with saved results (aten.mm), but the compiled attention is: per
// token its queries, keys, values and result are saved in 16 bits, and two logarithms per head in 32. Cosines and sines
// are saved with any recomputation.
void TorchtitanTest::gptOssSelects()
{
    const FrameworkChoice titan {Framework::Torchtitan};
    const auto saved = [&](bool selective) {
        const auto points = chainPoints(smallGptOss(), halfPrecision(128), 3, {{}, true, titan, selective});
        return layerPrior((*points)[1], DeviceKind::Cuda).value().memory.saved.value;
    };
    constexpr std::int64_t heads = 8;
    constexpr std::int64_t keys = 2;
    constexpr std::int64_t turns = 128 * 2 * 64 * 2;
    QCOMPARE(saved(true), 3 * 128 * (2 * 64 * (2 * heads + 2 * keys) + 2 * 4 * heads) + turns);
    QCOMPARE(saved(false), turns);
}

// torchtitan trains only its own Llama, Qwen3, DeepSeek-V3 and gpt-oss, without stages and context parallelism, and
// with tensor parallelism only if it shards tokens.
void TorchtitanTest::isRefusedWhereUnknown()
{
    const FrameworkChoice titan {Framework::Torchtitan};
    QVERIFY(requireKnown(titan, smallLlama(), halfPrecision(128)));
    for (const SmallFamily& family : smallFamilies()) {
        const Model model = parseConfig(family.config, family.name).value();
        const bool known =
            std::set<std::string> {"llama", "qwen3", "qwen3_moe", "deepseek_v3", "gpt_oss"}.contains(family.name);
        QVERIFY2(requireKnown(titan, model, halfPrecision(32)).has_value() == known, family.name);
    }
    Workload eager = halfPrecision(128);
    eager.attention = AttentionKind::Eager;
    QVERIFY(!requireKnown(titan, smallLlama(), eager));
    Workload adapted = halfPrecision(128);
    adapted.trainable = *parseTrainable("lora:8");
    const auto refused = requireKnown(titan, withTrainable(smallLlama(), adapted.trainable).value(), adapted);
    QVERIFY(!refused
            && describe(refused.error()).find("LoRA adapters") != std::string::npos); // not an operator of them
    QVERIFY(requireKnown(titan, 1, {{2, 1, true}}));
    const Model latent = readModel(TEST_DATA "/configs/deepseek-v3.json").value();
    QVERIFY(requireKnown(titan, latent, halfPrecision(128)));
    QVERIFY(!requireKnown(titan, latent, halfPrecision(128), {2, 1, true}));
    QVERIFY(!requireKnown(titan, 1, {{2, 1, false}}));
    QVERIFY(requireKnown(titan, 1, {{}, 2}) && !requireKnown(titan, 1, {{}, 2, ContextKind::Ulysses}));
    QVERIFY(!requireKnown(titan, 2, {{}, 2}));
    QVERIFY(requireContext(titan, smallLlama()) && !requireContext(titan, latent));
    QVERIFY(requireContext({Framework::MegatronCore}, latent));
    QVERIFY(requireKnown(titan, 2, {}));
    QVERIFY(!requireZeroStage(titan, 3, 2) && requireZeroStage(titan, 1, 2));
    QVERIFY(!requireZeroStage(titan, 1, 1) && requireZeroStage(titan, 3, 1));
    QVERIFY(requireKnown({Framework::Fsdp2}, 1, {{2, 1, false}}));
    QVERIFY(!requireKnown({Framework::Fsdp2}, 1, {{}, 2}));
    QVERIFY(!requireKnown({Framework::Fsdp2}, 2, {}));
}

// torchtitan has no pipelines for gpt-oss; compiled blocks and tensor parallelism are not modeled.
void TorchtitanTest::isRefusedForGptOss()
{
    FrameworkChoice titan {Framework::Torchtitan};
    const Model model = smallGptOss();
    QVERIFY(!requireKnown(titan, model, halfPrecision(128), {2, 1, true}));
    QVERIFY(requireKnown(titan, model, halfPrecision(128), {1, 8}));
    QVERIFY(requirePipelineRanks(titan, model, 1) && !requirePipelineRanks(titan, model, 2));
    QVERIFY(requirePipelineRanks(titan, smallLlama(), 2) && requirePipelineRanks({Framework::MegatronCore}, model, 2));
    titan.options.compile = true;
    QVERIFY(!requireKnown(titan, model, halfPrecision(128)));
    Problem problem;
    problem.model = model;
    problem.workload = halfPrecision(128);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1x4xH100-80GB").value();
    useFramework(problem, Framework::Torchtitan);
    const auto config_groups = configurationGroups(problem);
    QVERIFY(!config_groups.empty());
    for (const ConfigurationGroup& config_group : config_groups) {
        QCOMPARE(config_group.deepest, 1);
    }
}

// The parameters of norm and head stay gathered during the loss.
void TorchtitanTest::keepsItsHead()
{
    Problem problem;
    useFramework(problem, Framework::Torchtitan);
    QCOMPARE(problem.constraints.zero, 3);
    QCOMPARE(problem.target, Target::Torchtitan);
    QVERIFY(replicationOf(problem.constraints, 4, 1).keeps_head);
    useFramework(problem, Framework::Fsdp2);
    QVERIFY(!replicationOf(problem.constraints, 4, 1).keeps_head);
}

// Pipelines keep units whole. A thousand numbers over four data-parallel ranks: a quarter of the fp32 parameters and
// all in 16 bits, throughout; from the first backward pass on all gradients in fp32, in addition to those in 16 bits
// from which they are made. For a table whose rows are on two tensor-parallel ranks, also the gradients of the other
// rank's rows.
void TorchtitanTest::pipelinesKeepUnitsWhole()
{
    Constraints fixed;
    fixed.framework.name = Framework::Torchtitan;
    fixed.zero = 1;
    const Replication replication = replicationOf(fixed, 4, 8);
    QCOMPARE(replication.boundary_buffers, std::int64_t(8));
    const Bytes parameters(2000);
    const LayerShare share = shareOf(replication, Precision::Bf16Master, parameters, parameters);
    QCOMPARE(share.parameters, Bytes(1000 + 2000));
    QCOMPARE(share.gathered, Bytes(0));
    QCOMPARE(share.gradients, Bytes(4000));
    QCOMPARE(share.leaving, Bytes(2000));
    QCOMPARE(share.widened, Bytes(4000));
    QCOMPARE(optimizerShare(replication, OptimizerKind::AdamW, Precision::Bf16Master, share.divided), Bytes(2000));
    // The unit's gradients to be reduced and the result, without its 16-bit parameters.
    QCOMPARE(share.update, Bytes(4000 + 1000 - 2000));
    const LayerShare table = shareOf(replication, Precision::Bf16Master, parameters, parameters, {}, parameters);
    QCOMPARE(table.gradients, Bytes(8000));
    QCOMPARE(table.leaving, Bytes(4000));
    QCOMPARE(table.divided, share.divided);
}

// A search has plans of one stage with ZeRO 3 and pipelines with ZeRO 1, regardless of the requested stage.
void TorchtitanTest::pipelinesAreZeroOne()
{
    Problem problem;
    problem.model = smallLlama();
    problem.workload = halfPrecision(128);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1x4xH100-80GB").value();
    useFramework(problem, Framework::Torchtitan);
    for (const bool varies : {false, true}) {
        problem.constraints.vary = varies ? std::vector {Dimension::Zero} : std::vector<Dimension>();
        std::set<std::pair<bool, int>> found;
        for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
            QVERIFY(config_group.deepest == 1 || config_group.shallowest > 1);
            found.insert({config_group.deepest > 1, config_group.fixed.zero});
        }
        QCOMPARE(found, (std::set<std::pair<bool, int>> {{false, 3}, {true, 1}}));
    }
    QCOMPARE(constrainedPlan({0, 2, 4}, 2, 4, problem.constraints).zero_stage, 1);
    QCOMPARE(constrainedPlan({0, 4}, 4, 2, problem.constraints).zero_stage, 3);
}

// torchtitan needs replicas: without them it has no FSDP, and trains in fp32.
void TorchtitanTest::needsReplicas()
{
    const FrameworkChoice titan {Framework::Torchtitan};
    QVERIFY(!requireReplicas(titan, 1) && requireReplicas(titan, 2));
    QVERIFY(requireReplicas({Framework::Fsdp2}, 1));
    Problem problem;
    problem.model = smallLlama();
    problem.workload = halfPrecision(128);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1x4xH100-80GB").value();
    useFramework(problem, Framework::Torchtitan);
    for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
        QVERIFY(config_group.data() > 1);
    }
}

QTEST_APPLESS_MAIN(TorchtitanTest)
#include "tst_torchtitan.moc"
