// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/heads.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

struct Sizes {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t intermediate = 0;
    double norm_epsilon = 1e-5;
    double rotary_base = 10000;
    Activation activation = Activation::Gelu;
    HeadPacking packing = HeadPacking::Blocks;
    bool alibi = false;
    bool parallel = true; // attention and MLP in parallel
    bool two_norms = false; // separate norms for attention and MLP
    bool bias = false;
    double dropout = 0; // applied to each branch before its residual addition
    double attention_dropout = 0;
};

int attend(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    Attention attention;
    attention.heads = sizes.heads;
    attention.kv_heads = sizes.kv_heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.packing = sizes.packing;
    attention.alibi = sizes.alibi;
    attention.explicit_mask = true;
    attention.rotary_width = sizes.alibi ? 0 : attention.head_width;
    attention.rotary_base = sizes.rotary_base;
    // transformers applies it only with linear biases (ALiBi)
    attention.dropout = sizes.alibi ? sizes.attention_dropout : 0;
    const std::int64_t width = (sizes.heads + 2 * sizes.kv_heads) * attention.head_width;
    hidden = block.add("attention.qkv", Linear {sizes.hidden, width, sizes.bias}, {hidden});
    hidden = block.add("attention", attention, {hidden});
    return block.hold(block.add("attention.output", Linear {sizes.hidden, sizes.hidden, sizes.bias}, {hidden}));
}

int mlp(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    hidden = block.add("mlp.up", Linear {sizes.hidden, sizes.intermediate, sizes.bias}, {hidden});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    return block.add("mlp.down", Linear {sizes.intermediate, sizes.hidden, sizes.bias}, {hidden});
}

// Appends a dropout; the caller keeps its input alive.
int dropped(ProgramBuilder& block, double probability, int value)
{
    return probability > 0 ? addDropout(block, probability, block.hold(value)) : value;
}

Program makeBlock(const Sizes& sizes)
{
    const LayerNorm norm {sizes.hidden, sizes.norm_epsilon};
    ProgramBuilder block("transformer_block", Feed::Hidden);
    const int normed = block.hold(block.add("norm_1", norm, {input}));
    const int second = sizes.two_norms ? block.hold(block.add("norm_2", norm, {input})) : normed;
    const int attended = attend(block, sizes, normed);
    if (sizes.parallel) {
        const int both = block.add(Add {true}, {mlp(block, sizes, second), attended});
        block.add(Add {}, {input, dropped(block, sizes.dropout, both)});
    } else {
        const int residual = block.add(Add {}, {input, addDropout(block, sizes.attention_dropout, attended)});
        int hidden = block.add("norm_2", norm, {residual});
        hidden = mlp(block, sizes, hidden);
        block.add(Add {}, {residual, dropped(block, sizes.dropout, hidden)});
    }
    return block.finish();
}

}

// FalconConfig. Almazrouei et al. 2023.
void readFalcon(ConfigFields& fields, Model& model)
{
    Sizes sizes;
    const std::int64_t layers = fields.integer("num_hidden_layers", 1, maxLayers);
    const std::int64_t vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    const std::int64_t positions = fields.integerOr("max_position_embeddings", 2048, 1, maxVocabulary);
    const char* hidden = fields.either("n_embed", "hidden_size");
    sizes.hidden = fields.integer(hidden, 1, maxDimension);
    sizes.heads = fields.integer("num_attention_heads", 1, maxDimension);
    fields.requireMultiple(hidden, sizes.hidden, "num_attention_heads", sizes.heads);
    sizes.intermediate = fields.integerOr("ffn_hidden_size", 4 * sizes.hidden, 1, maxDimension);
    sizes.norm_epsilon = fields.numberOr("layer_norm_epsilon", 1e-5, 0, 1);
    sizes.activation = fields.activationOr("activation", Activation::Gelu);
    sizes.rotary_base = readRotary(fields, 10000).base;
    sizes.alibi = fields.flagOr("alibi", false);
    sizes.bias = fields.flagOr("bias", false);
    sizes.parallel = fields.flagOr("parallel_attn", true);
    const bool grouped = fields.flagOr("new_decoder_architecture", false);
    const bool multi_query = fields.flagOr("multi_query", true);
    if (grouped) {
        sizes.kv_heads = fields.integerOr("num_kv_heads", sizes.heads, 1, maxDimension);
        sizes.packing = HeadPacking::Groups;
        sizes.parallel = true;
        sizes.two_norms = fields.integerOr("num_ln_in_parallel_attn", 2, 1, 2) == 2;
    } else {
        sizes.kv_heads = multi_query ? 1 : sizes.heads;
        sizes.packing = multi_query ? HeadPacking::Blocks : HeadPacking::PerHead;
        // transformers then creates two norms, and fails where it uses the single one.
        if (sizes.parallel && fields.integerOr("num_ln_in_parallel_attn", 1, 0, 2) == 2) {
            fields.fail(ErrorCode::FieldInconsistent,
                        {std::string("num_ln_in_parallel_attn"), words::model::two_norms});
        }
    }
    fields.requireMultiple("num_attention_heads", sizes.heads, "num_kv_heads", sizes.kv_heads);
    const bool tied = fields.flagOr("tie_word_embeddings", true);
    sizes.dropout = readDropout(fields, "hidden_dropout", 0);
    const Head head = readHead(
        fields, model,
        {"FalconForCausalLM", "RWForCausalLM", "FalconForSequenceClassification", "FalconForTokenClassification"},
        {"hidden_dropout", 0});
    sizes.attention_dropout = readDropout(fields, "attention_dropout", 0);
    if (fields.error()) {
        return;
    }

    setPositions(model, positions);
    setLayers(model, plainEmbedding(vocabulary, sizes.hidden, tied && !head.classifies()), makeBlock(sizes), layers,
              decoderHead({sizes.hidden, sizes.norm_epsilon}, vocabulary, tied, head));
}

}
