// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/heads.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;
constexpr std::int64_t positionOffset = 2;

struct Sizes {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    std::int64_t positions = 0;
    std::int64_t embedding_width = 0; // width of the token embedding, projected to and from `hidden` if different
    Activation activation = Activation::Relu;
    bool norm_before = true; // pre-norm; otherwise post-norm
    bool final_norm = true;
    bool affine = true;
    bool bias = true;
    bool tied = true;
    Head head;
    double dropout = 0;
    double attention_dropout = 0;
};

Program embedding(const Sizes& sizes)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    int tokens =
        builder.add("token", Embedding {sizes.vocabulary, sizes.embedding_width, tiedName(sizes.tied)}, {input});
    const int positions = builder.hold(builder.add(
        "position", PositionEmbedding {sizes.positions + positionOffset, sizes.hidden, positionOffset, true}, {input}));
    if (sizes.embedding_width != sizes.hidden) {
        tokens = builder.add("project_in", Linear {sizes.embedding_width, sizes.hidden, false}, {tokens});
    }
    builder.add(Add {}, {tokens, positions});
    return builder.finish();
}

int attend(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    const Linear projection {sizes.hidden, sizes.hidden, sizes.bias};
    Attention attention;
    attention.heads = attention.kv_heads = sizes.heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.dropout = sizes.attention_dropout;
    const int query = block.add("attention.query", projection, {hidden});
    const int scaled = block.add(Scale {1.0}, {query}); // scale of the scores
    const int key = block.add("attention.key", projection, {hidden});
    const int value = block.add("attention.value", projection, {hidden});
    hidden = block.add("attention", attention, {scaled, key, value});
    hidden = block.add("attention.output", projection, {hidden});
    return addDropout(block, sizes.dropout, hidden);
}

Program makeBlock(const Sizes& sizes)
{
    const LayerNorm norm {sizes.hidden, 1e-5, sizes.affine};
    ProgramBuilder block("transformer_block", Feed::Hidden);
    int hidden = sizes.norm_before ? block.add("norm_1", norm, {input}) : input;
    hidden = attend(block, sizes, hidden);
    int residual = block.add(Add {}, {input, hidden});
    if (!sizes.norm_before) {
        residual = block.add("norm_1", norm, {residual});
    }
    hidden = sizes.norm_before ? block.add("norm_2", norm, {residual}) : residual;
    hidden = block.add("mlp.up", Linear {sizes.hidden, sizes.intermediate, sizes.bias}, {hidden});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    hidden = block.add("mlp.down", Linear {sizes.intermediate, sizes.hidden, sizes.bias}, {hidden});
    hidden = addDropout(block, sizes.dropout, hidden);
    hidden = block.add(Add {}, {residual, hidden});
    if (!sizes.norm_before) {
        block.add("norm_2", norm, {hidden});
    }
    return block.finish();
}

Program head(const Sizes& sizes)
{
    ProgramBuilder builder = headBuilder(sizes.head.kind);
    int hidden = input;
    if (sizes.final_norm) {
        hidden = builder.add("norm", LayerNorm {sizes.hidden, 1e-5, sizes.affine}, {hidden});
    }
    if (sizes.embedding_width != sizes.hidden) {
        hidden = builder.add("project_out", Linear {sizes.hidden, sizes.embedding_width, false}, {hidden});
    }
    if (sizes.head.classifies()) {
        return classify(std::move(builder), hidden, sizes.embedding_width, sizes.head);
    }
    Linear projection {sizes.embedding_width, sizes.vocabulary, false};
    projection.shared = tiedName(sizes.tied);
    const int logits = builder.hold(builder.add("projection", projection, {hidden}));
    builder.add("loss", CrossEntropy {sizes.vocabulary, true}, {logits});
    return builder.finish();
}

}

// OPTConfig. Zhang et al. 2022.
void readOpt(ConfigFields& fields, Model& model)
{
    Sizes sizes;
    const std::int64_t layers = fields.integer("num_hidden_layers", 1, maxLayers);
    sizes.hidden = fields.integer("hidden_size", 1, maxDimension);
    sizes.heads = fields.integer("num_attention_heads", 1, maxDimension);
    sizes.intermediate = fields.integer("ffn_dim", 1, maxDimension);
    sizes.vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    sizes.positions = fields.integer("max_position_embeddings", 1, maxVocabulary - positionOffset);
    sizes.embedding_width = fields.integerOr("word_embed_proj_dim", sizes.hidden, 1, maxDimension);
    sizes.activation = fields.activationOr("activation_function", Activation::Relu);
    sizes.norm_before = fields.flagOr("do_layer_norm_before", true);
    sizes.final_norm = sizes.norm_before && !fields.flagOr("_remove_final_layer_norm", false);
    sizes.affine = fields.flagOr("layer_norm_elementwise_affine", true);
    sizes.bias = fields.flagOr("enable_bias", true);
    sizes.tied = fields.flagOr("tie_word_embeddings", true);
    fields.requireMultiple("hidden_size", sizes.hidden, "num_attention_heads", sizes.heads);
    sizes.head = readHead(fields, model, {"OPTForCausalLM", "OPTForSequenceClassification"});
    sizes.tied = sizes.tied && !sizes.head.classifies();
    sizes.dropout = readDropout(fields, "dropout", 0.1);
    sizes.attention_dropout = readDropout(fields, "attention_dropout", 0);
    if (fields.numberOr("layerdrop", 0, 0, 1) > 0) {
        model.notes.emplace_back(words::model::layer_drop);
    }
    if (fields.error()) {
        return;
    }

    setPositions(model, sizes.positions);
    setLayers(model, embedding(sizes), makeBlock(sizes), layers, head(sizes));
}

}
