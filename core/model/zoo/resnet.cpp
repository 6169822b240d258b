// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

// ResNet (He et al. 2015) in torchvision's variant: the stride is in the 3x3 convolution.
struct Resnet {
    std::array<int, 4> blocks; // number of blocks per group
    bool bottleneck = true;
    std::int64_t inner_factor = 1; // factor of a bottleneck's inner width (Zagoruyko, Komodakis 2016)
};

int normed(ProgramBuilder& block, const std::string& name, std::int64_t in, std::int64_t out, std::int64_t kernel,
           std::int64_t stride, int value)
{
    value = block.add(name, Convolution {in, out, kernel, stride, kernel / 2}, {value});
    return block.add(name + ".norm", BatchNorm {out}, {value});
}

int shortcut(ProgramBuilder& block, std::int64_t in, std::int64_t out, std::int64_t stride)
{
    return stride != 1 || in != out ? normed(block, "projection", in, out, 1, stride, input) : input;
}

Program basicBlock(std::int64_t in, std::int64_t out, std::int64_t stride)
{
    ProgramBuilder block("residual_block", Feed::Hidden);
    int value = normed(block, "convolution_1", in, out, 3, stride, input);
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = normed(block, "convolution_2", out, out, 3, 1, value);
    value = block.add(Add {true}, {value, shortcut(block, in, out, stride)});
    block.add(Activate {Activation::Relu, true}, {value});
    return block.finish();
}

Model build(const Resnet& net)
{
    constexpr std::int64_t stem_channels = 64;
    Model model = imageModel();
    model.layers.push_back({"stem", convolutionStem(stem_channels)});
    std::int64_t channels = stem_channels;
    for (int group = 0; group < 4; ++group) {
        const std::int64_t width = stem_channels << group;
        for (int index = 0; index < net.blocks[static_cast<std::size_t>(group)]; ++index) {
            const std::int64_t stride = index == 0 && group > 0 ? 2 : 1;
            const std::int64_t out = net.bottleneck ? 4 * width : width;
            model.layers.push_back({"group " + std::to_string(group + 1) + " block " + std::to_string(index),
                                    net.bottleneck ? bottleneck(channels, width * net.inner_factor, out, stride)
                                                   : basicBlock(channels, out, stride)});
            channels = out;
        }
    }
    model.layers.push_back({"head", pooledImageHead({channels})});
    return model;
}

const std::array all {
    ZooModel {"resnet18",
              [](ZooOptions&) {
                  return build({{2, 2, 2, 2}, false});
              }},
    ZooModel {"resnet34",
              [](ZooOptions&) {
                  return build({{3, 4, 6, 3}, false});
              }},
    ZooModel {"resnet50",
              [](ZooOptions&) {
                  return build({{3, 4, 6, 3}});
              }},
    ZooModel {"resnet101",
              [](ZooOptions&) {
                  return build({{3, 4, 23, 3}});
              }},
    ZooModel {"resnet152",
              [](ZooOptions&) {
                  return build({{3, 8, 36, 3}});
              }},
    // Depths of ResNet-200 (He et al. 2016, table 5), also in torchvision's variant.
    ZooModel {"resnet200",
              [](ZooOptions&) {
                  return build({{3, 24, 36, 3}});
              }},
    ZooModel {"wide_resnet50_2",
              [](ZooOptions&) {
                  return build({{3, 4, 6, 3}, true, 2});
              }},
    ZooModel {"wide_resnet101_2",
              [](ZooOptions&) {
                  return build({{3, 4, 23, 3}, true, 2});
              }},
};

}

Program convolutionStem(std::int64_t channels)
{
    ProgramBuilder block("convolution_stem", Feed::Image);
    int value = normed(block, "convolution", 3, channels, 7, 2, input);
    value = block.add(Activate {Activation::Relu, true}, {value});
    block.add(MaxPool {3, 2, 1}, {value});
    return block.finish();
}

Program bottleneck(std::int64_t in, std::int64_t inner, std::int64_t out, std::int64_t stride)
{
    ProgramBuilder block("bottleneck", Feed::Hidden);
    int value = normed(block, "convolution_1", in, inner, 1, 1, input);
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = normed(block, "convolution_2", inner, inner, 3, stride, value);
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = normed(block, "convolution_3", inner, out, 1, 1, value);
    value = block.add(Add {true}, {value, shortcut(block, in, out, stride)});
    block.add(Activate {Activation::Relu, true}, {value});
    return block.finish();
}

std::span<const ZooModel> resnets()
{
    return all;
}

}
