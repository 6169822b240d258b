// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;
constexpr double epsilon = 1e-6;

struct Sizes {
    std::int64_t layers;
    std::int64_t hidden;
    std::int64_t heads;
    std::int64_t intermediate;
    std::int64_t patch;
    std::int64_t side = 224;
    std::int64_t classes = 1000;
};

Program embedding(const Sizes& sizes)
{
    const std::int64_t patches = (sizes.side / sizes.patch) * (sizes.side / sizes.patch);
    ProgramBuilder builder("patch_embedding", Feed::Image);
    Convolution projection {3, sizes.hidden, sizes.patch, sizes.patch};
    projection.bias = true;
    int value = builder.add("projection", projection, {input});
    value = builder.add(Patches {}, {value});
    value = builder.add("class", ClassToken {sizes.hidden}, {value});
    builder.add("position", LearnedOffset {patches + 1, sizes.hidden}, {value});
    return builder.finish();
}

Program makeBlock(const Sizes& sizes)
{
    const LayerNorm norm {sizes.hidden, epsilon};
    Attention attention;
    attention.heads = attention.kv_heads = sizes.heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.causal = false;
    attention.packing = HeadPacking::Blocks;

    ProgramBuilder block("transformer_block", Feed::Hidden);
    int value = block.add("norm_1", norm, {input});
    value = block.add("attention.qkv", Linear {sizes.hidden, 3 * sizes.hidden}, {value});
    value = block.add("attention", attention, {value});
    value = block.add("attention.output", Linear {sizes.hidden, sizes.hidden}, {value});
    const int residual = block.add(Add {}, {value, input});
    value = block.add("norm_2", norm, {residual});
    value = block.add("mlp.up", Linear {sizes.hidden, sizes.intermediate}, {value});
    value = block.add(Activate {Activation::Gelu}, {value});
    value = block.add("mlp.down", Linear {sizes.intermediate, sizes.hidden}, {value});
    block.add(Add {}, {residual, value});
    return block.finish();
}

Program head(const Sizes& sizes)
{
    ProgramBuilder builder("image_classifier_head", Feed::Hidden);
    int value = builder.add("norm", LayerNorm {sizes.hidden, epsilon}, {input});
    value = builder.add(FirstToken {}, {value});
    value = builder.add("linear", Linear {sizes.hidden, sizes.classes}, {value});
    builder.add("loss", CrossEntropy {sizes.classes}, {value});
    return builder.finish();
}

// Dosovitskiy et al. 2020, as in torchvision.
Model build(const Sizes& sizes)
{
    Model model = imageModel();
    model.longest_sequence = sizes.side;
    setLayers(model, embedding(sizes), makeBlock(sizes), sizes.layers, head(sizes));
    return model;
}

const std::array all {
    ZooModel {"vit_b_16",
              [](ZooOptions&) {
                  return build({12, 768, 12, 3072, 16});
              }},
};

}

std::span<const ZooModel> visionTransformers()
{
    return all;
}

}
