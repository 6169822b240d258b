// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/flops.h"
#include "core/model/parameters.h"
#include "core/model/shards.h"
#include "core/problem/precision.h"
#include "core/profile/measurement.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

class ShardsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void gptBlockByHand();
    void ranksTogetherHoldTheModel_data();
    void ranksTogetherHoldTheModel();
    void sequenceParallelBoundariesAreParts();
    void t5ByHand();
    void biasesAreSplitByHeads();
    void decodersReadAllTokens();
    void fewerKeyHeadsThanRanksAreCopied();
    void expertsAreSpread();
    void adaptersFollowTheirLayer();
    void whatDoesNotDivideIsRefused();
    void boundariesKnowTheirNumberType();
};

namespace {

Model small(const char* name)
{
    for (const SmallFamily& family : smallFamilies()) {
        if (std::string_view(family.name) == name) {
            return parseConfig(family.config, family.name).value();
        }
    }
    qFatal("no such family");
}

const Program& programOf(const Model& model, std::size_t layer)
{
    return std::get<Program>(model.layers[layer].spec);
}

// Halves the heads of attention biases that cross boundaries, for each of two ranks.
std::vector<Boundary> withHalvedBiases(std::vector<Boundary> boundaries)
{
    for (Boundary& boundary : boundaries) {
        for (Shape& shape : boundary) {
            if (shape.size() == 4 && shape[0] == 1 && shape[2] == shape[3]) {
                shape[1] /= 2;
            } else if (shape.size() == 4 && shape[2] == 2) { // two heads of keys or values for later layers
                shape[2] = 1;
            }
        }
    }
    return boundaries;
}

template <typename Op>
std::vector<Op> allOf(const Program& program)
{
    std::vector<Op> found;
    for (const Statement& statement : program.statements()) {
        if (const auto* op = std::get_if<Op>(&statement.op)) {
            found.push_back(*op);
        }
    }
    return found;
}

}

// Shards of a GPT block have the sizes calculated by hand. GPT-2 of width 48, inner width 80, 4 heads: one of two ranks
// has half of the query, key and value columns, of the rows of the projection, and of both sides of the multi-layer
// perceptron; norms and the biases of sums are whole.
void ShardsTest::gptBlockByHand()
{
    const Model shard = shardOf(small("gpt2"), {2, 1, false}).value();
    constexpr std::int64_t h = 48;
    constexpr std::int64_t i = 80;
    const std::int64_t norms = 4 * h;
    const std::int64_t attention = (3 * h * h + 3 * h) / 2 + h * h / 2 + h;
    const std::int64_t perceptron = h * i / 2 + i / 2 + i * h / 2 + h;
    QCOMPARE(parameterCount(shard.layers[1].spec), norms + attention + perceptron);
    // Vocabulary of 120 and 64 unsharded positions; the head is tied and has a norm.
    QCOMPARE(parameterCount(shard.layers[0].spec), (60 + 64) * h);
    QCOMPARE(parameterCount(shard.layers.back().spec), 60 * h + 2 * h);
    QCOMPARE(allOf<CrossEntropy>(programOf(shard, 4)).front().shards, std::int64_t(2));
}

void ShardsTest::ranksTogetherHoldTheModel_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

// Ranks together have the model: sharded parts exist once over the ranks, others once on each. The count of a shard is
// between the two, products are split evenly, and other layers cannot distinguish a shard from the whole.
void ShardsTest::ranksTogetherHoldTheModel()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    const auto sharded = shardOf(model, {2, 1, false});
    QVERIFY2(sharded, qPrintable(errorOf(sharded)));
    const std::int64_t length = model.sample == SampleKind::Image ? model.longest_sequence : 48;
    const auto shapes = boundaryShapes(*sharded, 3, length);
    QVERIFY2(shapes, qPrintable(errorOf(shapes)));
    QCOMPARE(*shapes, withHalvedBiases(boundaryShapes(model, 3, length).value()));
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        const std::int64_t whole = parameterCount(model.layers[l].spec);
        const std::int64_t shard = parameterCount(sharded->layers[l].spec);
        QVERIFY(shard <= whole && 2 * shard >= whole);
        const auto& before = programOf(model, l);
        const auto& after = programOf(*sharded, l);
        if (!allOf<Attention>(before).empty()) {
            QVERIFY(2 * shard < whole + whole / 5); // a block consists almost entirely of products
            const Boundary input = boundaryShapes(model, 3, length).value()[l];
            QVERIFY(2 * forwardFlops(after, input).value < 1.1 * forwardFlops(before, input).value);
        }
    }
}

void ShardsTest::sequenceParallelBoundariesAreParts()
{
    for (const char* name : {"gpt2", "llama", "gpt_neox", "opt"}) {
        const Model model = small(name);
        const Model shard = shardOf(model, {2, 1, true}).value();
        const auto whole = boundaryShapes(model, 3, 48).value();
        const auto parts = boundaryShapes(shard, 3, 48).value();
        for (std::size_t l = 1; l + 1 < whole.size(); ++l) {
            const Shape& state = whole[l].front();
            QCOMPARE(parts[l], (Boundary {{state[0], state[1] / 2, state[2]}}));
        }
        QCOMPARE(parts.back(), whole.back());
        // One gather before each pair of products, one scatter after it.
        QCOMPARE(allOf<ScatterTokens>(programOf(shard, 1)).size(), std::size_t(2));
        QVERIFY(!boundaryShapes(shard, 3, 47)); // an odd number of tokens
    }
    QVERIFY(!shardOf(small("gemma4_text, shared keys"), {2, 1, true})); // inputs for each layer need all tokens
}

// Shards of T5 have the sizes calculated by hand: width 48, 4 heads of 10, inner width 80. One of two ranks has half of
// the heads of both attentions, of the bias table and of the multi-layer perceptron, gated or not; norms are whole.
void ShardsTest::t5ByHand()
{
    constexpr std::int64_t h = 48;
    constexpr std::int64_t attention = 4 * h * 40 / 2;
    constexpr std::int64_t bias = 8 * 4 / 2;
    for (const bool gated : {false, true}) {
        const std::string config = R"({"model_type": "t5", "num_layers": 2, "num_decoder_layers": 2, "d_model": 48,
            "d_kv": 10, "num_heads": 4, "d_ff": 80, "vocab_size": 121, "n_positions": 64,
            "relative_attention_num_buckets": 8, "feed_forward_proj": ")"
            + std::string(gated ? "gated-gelu" : "relu") + "\"}";
        const std::int64_t perceptron = (gated ? 3 : 2) * h * 80 / 2;
        const std::int64_t encoder = attention + perceptron + 2 * h;
        const std::int64_t decoder = 2 * attention + perceptron + 3 * h;
        const std::int64_t vocabulary = 61 * h; // padded to a multiple
        const std::vector<std::int64_t> expected {vocabulary,     encoder + bias, encoder,       vocabulary + h,
                                                  decoder + bias, decoder,        vocabulary + h};
        const Model shard = shardOf(parseConfig(config, "t5").value(), {2, 1, false}).value();
        std::vector<std::int64_t> counts;
        for (const Layer& layer : shard.layers) {
            counts.push_back(parameterCount(layer.spec));
        }
        QCOMPARE(counts, expected);
    }
}

// T5's biases are split by heads: the block that creates the bias and the blocks that use it have the same heads.
void ShardsTest::biasesAreSplitByHeads()
{
    const Model model = small("t5");
    const Model shard = shardOf(model, {2, 1, false}).value();
    const auto boundaries = boundaryShapes(shard, 3, 48).value();
    int biases = 0;
    for (std::size_t l = 0; l < shard.layers.size(); ++l) {
        const Program& before = programOf(model, l);
        const Program& after = programOf(shard, l);
        const auto attention = allOf<Attention>(after);
        for (const RelativeBias& bias : allOf<RelativeBias>(after)) {
            QCOMPARE(2 * bias.heads, allOf<RelativeBias>(before).front().heads);
            QCOMPARE(bias.heads, attention.front().heads);
            biases += 1;
        }
        for (const ZeroBias& bias : allOf<ZeroBias>(after)) {
            QCOMPARE(bias.heads, attention.front().heads);
            biases += 1;
        }
        for (std::size_t i = 1; i < boundaries[l].size() && !attention.empty(); ++i) {
            const Shape& side = boundaries[l][i];
            QVERIFY(side.size() != 4 || side[1] == attention.front().heads);
        }
    }
    QCOMPARE(biases, 3); // those of the encoder and of the decoder, and the decoder's zeros
}

// Decoders read all tokens: with sequence parallelism, the decoder's embedding and the biases still contain all tokens.
void ShardsTest::decodersReadAllTokens()
{
    const Model model = small("t5");
    const Model shard = shardOf(model, {2, 1, true}).value();
    const auto whole = boundaryShapes(model, 3, 48).value();
    const auto parts = boundaryShapes(shard, 3, 48).value();
    for (std::size_t l = 1; l + 1 < whole.size(); ++l) {
        QCOMPARE(parts[l].size(), whole[l].size());
        for (std::size_t i = 0; i < whole[l].size(); ++i) {
            Shape expected = whole[l][i];
            expected[1] /= 2; // heads of a bias, tokens of a state
            QCOMPARE(parts[l][i], expected);
        }
        for (const TargetIds& ids : allOf<TargetIds>(programOf(shard, l))) {
            QCOMPARE(ids.parts, std::int64_t(2));
            const auto shapes = valueShapes(programOf(shard, l), parts[l]).value();
            QVERIFY(std::find(shapes.begin(), shapes.end(), Shape({3, 48})) != shapes.end());
        }
    }
}

void ShardsTest::fewerKeyHeadsThanRanksAreCopied()
{
    const Model model = small("llama"); // 4 heads, 2 key heads
    const Program block = shardOf(programOf(model, 1), {4, 1, false}).value();
    QCOMPARE(allOf<Attention>(block).front().heads, std::int64_t(1));
    QCOMPARE(allOf<Attention>(block).front().kv_heads, std::int64_t(1));
}

void ShardsTest::expertsAreSpread()
{
    const Model model = small("qwen3_moe"); // 4 experts of 24
    const Program block = shardOf(programOf(model, 1), {2, 2, false}).value();
    const Experts experts = allOf<Experts>(block).front();
    QCOMPARE(experts.count, std::int64_t(2));
    QCOMPARE(experts.ranks, std::int64_t(2));
    QCOMPARE(experts.intermediate, std::int64_t(12));
    QVERIFY(!shardOf(programOf(model, 1), {1, 3, false}));
}

// Adapters follow their layer (Hu et al. 2021): if the product is split by columns, the second factor is split; if by
// rows, the first.
void ShardsTest::adaptersFollowTheirLayer()
{
    const Model adapted = withTrainable(small("gpt2"), *parseTrainable("lora:4")).value();
    const Model shard = shardOf(adapted, {2, 1, false}).value();
    std::vector<std::pair<std::int64_t, std::int64_t>> sides;
    for (const Statement& statement : programOf(shard, 1).statements()) {
        if (isAdapter(statement.name)) {
            const auto& linear = std::get<Linear>(statement.op);
            sides.emplace_back(linear.in, linear.out);
        }
    }
    const std::vector<std::pair<std::int64_t, std::int64_t>> expected {{48, 4}, {4, 72}, {24, 4}, {4, 48},
                                                                       {48, 4}, {4, 40}, {40, 4}, {4, 48}};
    QCOMPARE(sides, expected);
    QVERIFY(boundaryShapes(shard, 2, 16));
}

void ShardsTest::whatDoesNotDivideIsRefused()
{
    const auto heads = shardOf(small("gpt2"), {3, 1, false});
    QVERIFY(!heads);
    QCOMPARE(heads.error().code, ErrorCode::OptionUnsupported);
    QVERIFY(errorOf(heads).contains(QStringLiteral("heads")));
    const auto images = shardOf(readModel("zoo:resnet18").value(), {2, 1, false});
    QVERIFY(!images);
    QVERIFY(errorOf(images).contains(QStringLiteral("nothing")));
}

// Boundaries have a number type: the residual stream stays in fp32 under autocast; convolutions output 16 bits.
void ShardsTest::boundariesKnowTheirNumberType()
{
    for (const SmallFamily& family : smallFamilies()) {
        const Model model = parseConfig(family.config, family.name).value();
        Workload workload;
        workload.sequence = model.sample == SampleKind::Image ? model.longest_sequence : 48;
        workload.precision = Precision::Bf16Autocast;
        const auto points = chainPoints(model, workload, 1);
        QVERIFY2(points, qPrintable(errorOf(points)));
        const bool patches = kindName((*points)[1].spec) == "vision_block";
        QCOMPARE((*points)[1].input_type, patches ? NumberType::Bf16 : NumberType::Fp32);
        QCOMPARE(points->back().input_type, NumberType::Fp32);
        workload.precision = Precision::Bf16Master;
        QCOMPARE((*chainPoints(model, workload, 1))[1].input_type, NumberType::Bf16);
    }
    Workload workload;
    workload.sequence = 64;
    workload.precision = Precision::Bf16Autocast;
    const auto images = chainPoints(readModel("zoo:resnet18").value(), workload, 1).value();
    QCOMPARE(images[0].input_type, NumberType::Fp32);
    QCOMPARE(images[2].input_type, NumberType::Bf16);
}

QTEST_GUILESS_MAIN(ShardsTest)
#include "tst_shards.moc"
