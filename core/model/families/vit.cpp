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
    std::int64_t side = 0;
    std::int64_t patch = 0;
    std::int64_t channels = 3;
    std::int64_t labels = 2;
    double norm_epsilon = 1e-12;
    Activation activation = Activation::Gelu;
    bool qkv_bias = true;
    double dropout = 0;
    double attention_dropout = 0;
};

Program embedding(const Sizes& sizes)
{
    const std::int64_t patches = (sizes.side / sizes.patch) * (sizes.side / sizes.patch);
    ProgramBuilder builder("patch_embedding", Feed::Image);
    Convolution projection {sizes.channels, sizes.hidden, sizes.patch, sizes.patch};
    projection.bias = true;
    int hidden = builder.add("projection", projection, {input});
    hidden = builder.add(Patches {}, {hidden});
    hidden = builder.add("class", ClassToken {sizes.hidden}, {hidden});
    hidden = builder.add("position", LearnedOffset {patches + 1, sizes.hidden}, {hidden});
    addDropout(builder, sizes.dropout, hidden);
    return builder.finish();
}

Program makeBlock(const Sizes& sizes)
{
    const LayerNorm norm {sizes.hidden, sizes.norm_epsilon};
    const Linear projection {sizes.hidden, sizes.hidden, sizes.qkv_bias};
    Attention attention;
    attention.heads = attention.kv_heads = sizes.heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.causal = false;
    attention.dropout = sizes.attention_dropout;

    ProgramBuilder block("transformer_block", Feed::Hidden);
    int hidden = block.add("norm_1", norm, {input});
    const int query = block.add("attention.query", projection, {hidden});
    const int key = block.add("attention.key", projection, {hidden});
    const int value = block.add("attention.value", projection, {hidden});
    hidden = block.add("attention", attention, {query, key, value});
    hidden = block.add("attention.output", Linear {sizes.hidden, sizes.hidden}, {hidden});
    hidden = addDropout(block, sizes.dropout, hidden);
    const int residual = block.add(Add {}, {hidden, input});
    hidden = block.add("norm_2", norm, {residual});
    hidden = block.add("mlp.up", Linear {sizes.hidden, sizes.intermediate}, {hidden});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    hidden = block.add("mlp.down", Linear {sizes.intermediate, sizes.hidden}, {hidden});
    hidden = addDropout(block, sizes.dropout, hidden);
    block.add(Add {}, {hidden, residual});
    return block.finish();
}

Program head(const Sizes& sizes)
{
    ProgramBuilder builder("image_classifier_head", Feed::Hidden);
    int hidden = builder.hold(builder.add("norm", LayerNorm {sizes.hidden, sizes.norm_epsilon}, {input}));
    hidden = builder.add(FirstToken {}, {hidden});
    const int logits = builder.hold(builder.add("classifier", Linear {sizes.hidden, sizes.labels}, {hidden}));
    builder.add("loss", CrossEntropy {sizes.labels}, {logits});
    return builder.finish();
}

}

// ViTConfig. Dosovitskiy et al. 2020.
void readVit(ConfigFields& fields, Model& model)
{
    Sizes sizes;
    const std::int64_t layers = fields.integer("num_hidden_layers", 1, maxLayers);
    sizes.hidden = fields.integer("hidden_size", 1, maxDimension);
    sizes.heads = fields.integer("num_attention_heads", 1, maxDimension);
    sizes.intermediate = fields.integer("intermediate_size", 1, maxDimension);
    sizes.side = fields.sideOr("image_size", 224, 1, maxDimension);
    sizes.patch = fields.sideOr("patch_size", 16, 1, maxDimension);
    sizes.channels = fields.integerOr("num_channels", 3, 1, maxDimension);
    sizes.labels = readLabels(fields, model);
    sizes.norm_epsilon = fields.numberOr("layer_norm_eps", 1e-12, 0, 1);
    sizes.activation = fields.activationOr("hidden_act", Activation::Gelu);
    sizes.qkv_bias = fields.flagOr("qkv_bias", true);
    fields.requireMultiple("hidden_size", sizes.hidden, "num_attention_heads", sizes.heads);
    fields.requireMultiple("image_size", sizes.side, "patch_size", sizes.patch);
    requireArchitecture(fields, {"ViTForImageClassification"});
    sizes.dropout = readDropout(fields, "hidden_dropout_prob", 0);
    sizes.attention_dropout = readDropout(fields, "attention_probs_dropout_prob", 0);
    if (fields.error()) {
        return;
    }

    model.sample = SampleKind::Image;
    model.default_sequence = model.longest_sequence = sizes.side;
    setLayers(model, embedding(sizes), makeBlock(sizes), layers, head(sizes));
}

}
