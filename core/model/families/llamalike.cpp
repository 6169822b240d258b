// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"

#include "core/model/blocks.h"

#include <array>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

RmsNorm norm(const LlamaLike& sizes)
{
    return {sizes.hidden, sizes.norm_epsilon, sizes.norm_around_one};
}

Attention attention(const LlamaLike& sizes)
{
    Attention op;
    op.heads = sizes.heads;
    op.kv_heads = sizes.kv_heads;
    op.head_width = sizes.head_width;
    op.packing = sizes.packed ? HeadPacking::Blocks : HeadPacking::Separate;
    op.causal = sizes.causal;
    op.window = sizes.window;
    op.rotary_width = static_cast<std::int64_t>(static_cast<double>(sizes.head_width) * sizes.rotary_share) / 2 * 2;
    op.rotary_base = sizes.rotary_base;
    op.head_norm = sizes.head_norm;
    op.norm_epsilon = sizes.head_norm ? sizes.norm_epsilon : op.norm_epsilon;
    op.dropout = sizes.attention_dropout;
    return op;
}

int attend(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    const std::int64_t queries = sizes.heads * sizes.head_width;
    const std::int64_t keys = sizes.kv_heads * sizes.head_width;
    std::vector<int> projected;
    if (sizes.packed) {
        projected = {block.add("attention.qkv", Linear {sizes.hidden, queries + 2 * keys, sizes.qkv_bias}, {hidden})};
    } else {
        projected = {block.add("attention.query", Linear {sizes.hidden, queries, sizes.qkv_bias}, {hidden}),
                     block.add("attention.key", Linear {sizes.hidden, keys, sizes.qkv_bias}, {hidden}),
                     block.add("attention.value", Linear {sizes.hidden, keys, sizes.qkv_bias}, {hidden})};
    }
    const int attended = block.add("attention", attention(sizes), projected);
    return block.add("attention.output", Linear {queries, sizes.hidden, sizes.output_bias}, {attended});
}

int gatedMlp(ProgramBuilder& block, const LlamaLike& sizes, const std::string& name, std::int64_t intermediate,
             int hidden)
{
    int gate = 0;
    int up = 0;
    if (sizes.packed) {
        const int both =
            block.add(name + ".gate_up", Linear {sizes.hidden, 2 * intermediate, sizes.mlp_bias}, {hidden});
        gate = block.add(Split {2}, {both});
        up = gate + 1;
        gate = block.add(Activate {sizes.activation}, {gate});
    } else {
        gate = block.add(name + ".gate", Linear {sizes.hidden, intermediate, sizes.mlp_bias}, {hidden});
        gate = block.add(Activate {sizes.activation}, {gate});
        up = block.add(name + ".up", Linear {sizes.hidden, intermediate, sizes.mlp_bias}, {hidden});
    }
    const int inner = block.add(Multiply {}, {gate, up});
    return block.add(name + ".down", Linear {intermediate, sizes.hidden, sizes.mlp_bias}, {inner});
}

int expertsWithShared(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    if (sizes.shared_intermediate == 0) {
        return block.add("experts", *sizes.experts, {hidden});
    }
    const int shared = gatedMlp(block, sizes, "shared_expert", sizes.shared_intermediate, hidden);
    const int routed = block.add("experts", *sizes.experts, {hidden});
    int gate = block.add("shared_expert.switch", Linear {sizes.hidden, 1, false}, {hidden});
    gate = block.add(Activate {Activation::Sigmoid}, {gate});
    const int weighed = block.add(Multiply {}, {gate, shared});
    return block.add(Add {}, {routed, weighed});
}

Program block(const LlamaLike& sizes, bool sparse)
{
    ProgramBuilder block("transformer_block", Feed::Hidden);
    int hidden = block.add("norm_1", norm(sizes), {input});
    hidden = attend(block, sizes, hidden);
    hidden = addDropout(block, sizes.residual_dropout, hidden);
    const int residual = block.add(Add {}, {input, hidden});
    hidden = block.add("norm_2", norm(sizes), {residual});
    hidden =
        sparse ? expertsWithShared(block, sizes, hidden) : gatedMlp(block, sizes, "mlp", sizes.intermediate, hidden);
    hidden = addDropout(block, sizes.residual_dropout, hidden);
    block.add(Add {}, {residual, hidden});
    return block.finish();
}

Program embedding(const LlamaLike& sizes)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    const std::string shared = tiedName(sizes.tied && !sizes.head.classifies());
    const int tokens = builder.add("token", Embedding {sizes.vocabulary, sizes.hidden, shared}, {input});
    if (sizes.scaled_embedding) {
        builder.add(Scale {std::sqrt(static_cast<double>(sizes.hidden))}, {tokens});
    }
    return builder.finish();
}

Program head(const LlamaLike& sizes)
{
    if (sizes.head.classifies()) {
        return classifierHead(norm(sizes), sizes.hidden, sizes.head);
    }
    ProgramBuilder builder = headBuilder(sizes.head.kind);
    const int hidden = builder.add("norm", norm(sizes), {input});
    Linear projection {sizes.hidden, sizes.vocabulary, false};
    projection.shared = tiedName(sizes.tied);
    const int logits = builder.add("projection", projection, {hidden});
    builder.add("loss", CrossEntropy {sizes.vocabulary, true}, {logits});
    return builder.finish();
}

}

LlamaLike readLlamaLike(ConfigFields& fields, const LlamaDefaults& defaults)
{
    LlamaLike sizes;
    sizes.layers = fields.integer("num_hidden_layers", 1, maxLayers);
    sizes.hidden = fields.integer("hidden_size", 1, maxDimension);
    sizes.intermediate = fields.integer("intermediate_size", 1, maxDimension);
    sizes.vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    sizes.positions = fields.integerOr("max_position_embeddings", defaults.positions, 1, maxVocabulary);
    sizes.heads = fields.integer("num_attention_heads", 1, maxDimension);
    // null says the same as in Llama.
    const bool as_many = defaults.kv_heads == 0 || fields.isWritten("num_key_value_heads");
    const std::int64_t usual_kv_heads = as_many ? sizes.heads : defaults.kv_heads;
    sizes.kv_heads = fields.integerOr("num_key_value_heads", usual_kv_heads, 1, maxDimension);
    const std::string key_heads = fields.hasValue("num_key_value_heads")
        ? "num_key_value_heads"
        : "num_key_value_heads, which is absent: by default " + std::to_string(sizes.kv_heads);
    fields.requireMultiple("num_attention_heads", sizes.heads, key_heads.c_str(), sizes.kv_heads);
    if (!fields.hasValue("head_dim") && defaults.head_width == 0) {
        fields.requireMultiple("hidden_size", sizes.hidden, "num_attention_heads", sizes.heads);
    }
    const std::int64_t usual_width = defaults.head_width > 0 ? defaults.head_width : sizes.hidden / sizes.heads;
    sizes.head_width = fields.integerOr("head_dim", usual_width, 1, maxDimension);
    sizes.norm_epsilon = fields.numberOr("rms_norm_eps", 1e-6, 0, 1);
    sizes.activation = fields.activationOr("hidden_act", Activation::Silu);
    sizes.tied = fields.flagOr("tie_word_embeddings", defaults.tied);
    if (sizes.head_width % 2 != 0) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string(fields.hasValue("head_dim") ? "head_dim" : "hidden_size / num_attention_heads"),
                     std::to_string(sizes.head_width), std::string("even numbers: rotary positions turn pairs")});
    }
    const RotaryFields rotary = readRotary(fields, defaults.rotary_base);
    sizes.rotary_base = rotary.base;
    sizes.rotary_share = rotary.share;
    sizes.window = fields.integerOr("sliding_window", defaults.window, 0, maxVocabulary);
    sizes.attention_dropout = readDropout(fields, "attention_dropout", 0);
    return sizes;
}

Head readLlamaLikeHead(ConfigFields& fields, Model& model, const std::string& prefix)
{
    const std::string language = prefix + "ForCausalLM";
    const std::string sequences = prefix + "ForSequenceClassification";
    const std::string tokens = prefix + "ForTokenClassification";
    Head head = readHead(fields, model, {language.c_str(), sequences.c_str(), tokens.c_str()});
    if (head.kind == HeadKind::TokenClassifier) {
        // The classifier that these families have in common knows this field, those of others do not.
        head.bias = fields.flagOr("token_classification_bias", true);
    }
    return head;
}

void buildLlamaLike(const LlamaLike& sizes, Model& model, const std::vector<bool>& sparse)
{
    setPositions(model, sizes.positions);
    // Equal blocks are one program: [attention over all or a window][dense or sparse].
    LlamaLike open = sizes;
    open.window = 0;
    const std::array<std::array<Program, 2>, 2> blocks {
        {{block(open, false), block(open, sizes.experts.has_value())},
         {block(sizes, false), block(sizes, sizes.experts.has_value())}}};
    model.layers.push_back({"embedding", embedding(sizes)});
    for (std::int64_t i = 0; i < sizes.layers; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const bool windowed = sizes.windowed.empty() || sizes.windowed[index];
        const bool has_experts = sparse.empty() || sparse[index];
        model.layers.push_back({"block " + std::to_string(i), blocks[windowed ? 1 : 0][has_experts ? 1 : 0]});
    }
    model.layers.push_back({"head", head(sizes)});
}

}
