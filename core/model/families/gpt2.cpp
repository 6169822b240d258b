// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/heads.h"

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

}

Program gpt2Embedding(const Gpt2Sizes& sizes)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    const int tokens =
        builder.hold(builder.add("token", Embedding {sizes.vocabulary, sizes.hidden, tiedName(sizes.tied)}, {input}));
    const int positions =
        builder.hold(builder.add("position", PositionEmbedding {sizes.positions, sizes.hidden}, {input}));
    addDropout(builder, sizes.embedding_dropout, builder.add(Add {}, {tokens, positions}));
    return builder.finish();
}

Program gpt2Block(const Gpt2Sizes& sizes)
{
    const LayerNorm norm {sizes.hidden, sizes.norm_epsilon};
    const auto projection = [](std::int64_t in, std::int64_t out) { return Linear {in, out, true, true}; };
    Attention attention;
    attention.heads = attention.kv_heads = sizes.heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.packing = HeadPacking::Blocks;
    attention.dropout = sizes.attention_dropout;

    ProgramBuilder block("transformer_block", Feed::Hidden);
    int hidden = block.add("norm_1", norm, {input});
    const int qkv = block.add("attention.qkv", projection(sizes.hidden, 3 * sizes.hidden), {hidden});
    hidden = block.add("attention", attention, {qkv});
    hidden = block.add("attention.output", projection(sizes.hidden, sizes.hidden), {hidden});
    hidden = block.hold(addDropout(block, sizes.residual_dropout, hidden));
    const int residual = block.add(Add {}, {hidden, input});
    hidden = block.add("norm_2", norm, {residual});
    hidden = block.add("mlp.up", projection(sizes.hidden, sizes.intermediate), {hidden});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    hidden = block.add("mlp.down", projection(sizes.intermediate, sizes.hidden), {hidden});
    hidden = addDropout(block, sizes.residual_dropout, hidden);
    block.add(Add {}, {residual, hidden});
    return block.finish();
}

Program gpt2Head(const Gpt2Sizes& sizes)
{
    return languageModelHead({sizes.hidden, sizes.norm_epsilon}, sizes.vocabulary, sizes.tied);
}

// GPT2Config. Radford et al. 2019.
void readGpt2(ConfigFields& fields, Model& model)
{
    Gpt2Sizes sizes;
    const char* hidden = fields.either("hidden_size", "n_embd");
    const char* heads = fields.either("num_attention_heads", "n_head");
    const std::int64_t layers = fields.integer(fields.either("num_hidden_layers", "n_layer"), 1, maxLayers);
    sizes.hidden = fields.integer(hidden, 1, maxDimension);
    sizes.heads = fields.integer(heads, 1, maxDimension);
    sizes.vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    sizes.positions = fields.integer(fields.either("max_position_embeddings", "n_positions"), 1, maxVocabulary);
    sizes.intermediate = fields.integerOr("n_inner", 4 * sizes.hidden, 1, maxDimension);
    sizes.norm_epsilon = fields.numberOr("layer_norm_epsilon", 1e-5, 0, 1);
    sizes.activation = fields.activationOr("activation_function", Activation::GeluNew);
    sizes.tied = fields.flagOr("tie_word_embeddings", true);
    fields.requireMultiple(hidden, sizes.hidden, heads, sizes.heads);
    refuse(fields, {"scale_attn_by_inverse_layer_idx", "reorder_and_upcast_attn", "add_cross_attention"});
    const Head head =
        readHead(fields, model, {"GPT2LMHeadModel", "GPT2ForSequenceClassification", "GPT2ForTokenClassification"});
    sizes.tied = sizes.tied && !head.classifies();
    sizes.embedding_dropout = readDropout(fields, "embd_pdrop", 0.1);
    sizes.attention_dropout = readDropout(fields, "attn_pdrop", 0.1);
    sizes.residual_dropout = readDropout(fields, "resid_pdrop", 0.1);
    if (fields.error()) {
        return;
    }

    setPositions(model, sizes.positions);
    setLayers(model, gpt2Embedding(sizes), gpt2Block(sizes), layers,
              decoderHead({sizes.hidden, sizes.norm_epsilon}, sizes.vocabulary, sizes.tied, head));
}

}
