// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/heads.h"

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

struct Sizes {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    double norm_epsilon = 1e-5;
    Activation activation = Activation::Gelu;
    RotaryFields rotary;
    bool bias = true; // for the attention's projections
    bool parallel = true; // attention and MLP in parallel
    double dropout = 0;
    double attention_dropout = 0;
};

int mlp(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    hidden = block.add("norm_2", LayerNorm {sizes.hidden, sizes.norm_epsilon}, {hidden});
    hidden = block.add("mlp.up", Linear {sizes.hidden, sizes.intermediate}, {hidden});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    hidden = block.add("mlp.down", Linear {sizes.intermediate, sizes.hidden}, {hidden});
    return addDropout(block, sizes.dropout, hidden);
}

Program makeBlock(const Sizes& sizes)
{
    Attention attention;
    attention.heads = attention.kv_heads = sizes.heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.packing = HeadPacking::PerHead;
    attention.rotary_width =
        static_cast<std::int64_t>(static_cast<double>(attention.head_width) * sizes.rotary.share) / 2 * 2;
    attention.rotary_base = sizes.rotary.base;
    attention.dropout = sizes.attention_dropout;

    ProgramBuilder block("transformer_block", Feed::Hidden);
    int hidden = block.add("norm_1", LayerNorm {sizes.hidden, sizes.norm_epsilon}, {input});
    hidden = block.add("attention.qkv", Linear {sizes.hidden, 3 * sizes.hidden, sizes.bias}, {hidden});
    hidden = block.add("attention", attention, {hidden});
    hidden = block.add("attention.output", Linear {sizes.hidden, sizes.hidden, sizes.bias}, {hidden});
    hidden = block.hold(addDropout(block, sizes.dropout, hidden));
    if (sizes.parallel) {
        const int both = block.add(Add {}, {mlp(block, sizes, input), hidden});
        block.add(Add {}, {both, input});
    } else {
        const int residual = block.add(Add {}, {hidden, input});
        block.add(Add {}, {mlp(block, sizes, residual), residual});
    }
    return block.finish();
}

}

// GPTNeoXConfig. Black et al. 2022.
void readGptNeoX(ConfigFields& fields, Model& model)
{
    Sizes sizes;
    const std::int64_t layers = fields.integer("num_hidden_layers", 1, maxLayers);
    const std::int64_t vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    const std::int64_t positions = fields.integerOr("max_position_embeddings", 2048, 1, maxVocabulary);
    sizes.hidden = fields.integer("hidden_size", 1, maxDimension);
    sizes.heads = fields.integer("num_attention_heads", 1, maxDimension);
    sizes.intermediate = fields.integer("intermediate_size", 1, maxDimension);
    sizes.norm_epsilon = fields.numberOr("layer_norm_eps", 1e-5, 0, 1);
    sizes.activation = fields.activationOr("hidden_act", Activation::Gelu);
    sizes.rotary = readRotary(fields, fields.numberOr("rotary_emb_base", 10000, 1, 1e12),
                              fields.numberOr("rotary_pct", 0.25, 0, 1));
    sizes.bias = fields.flagOr("attention_bias", true);
    sizes.parallel = fields.flagOr("use_parallel_residual", true);
    const bool tied = fields.flagOr("tie_word_embeddings", false);
    fields.requireMultiple("hidden_size", sizes.hidden, "num_attention_heads", sizes.heads);
    const Head head = readHead(
        fields, model, {"GPTNeoXForCausalLM", "GPTNeoXForSequenceClassification", "GPTNeoXForTokenClassification"},
        {"classifier_dropout", 0.1});
    sizes.dropout = readDropout(fields, "hidden_dropout", 0);
    sizes.attention_dropout = readDropout(fields, "attention_dropout", 0);
    if (fields.error()) {
        return;
    }

    setPositions(model, positions);
    setLayers(model, plainEmbedding(vocabulary, sizes.hidden, tied && !head.classifies(), sizes.dropout),
              makeBlock(sizes), layers, decoderHead({sizes.hidden, sizes.norm_epsilon}, vocabulary, tied, head));
}

}
