// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;
constexpr std::array<std::int64_t, 5> widths {64, 128, 256, 512, 512};

// Convolution with its activation, and the pooling at the end of a group.
Program convolution(std::int64_t in, std::int64_t out, bool pools, Feed feed)
{
    ProgramBuilder block("convolution", feed);
    Convolution op {in, out, 3, 1, 1};
    op.bias = true;
    int value = block.add("convolution", op, {input});
    value = block.add(Activate {Activation::Relu, true}, {value});
    if (pools) {
        block.add(MaxPool {2, 2, 0}, {value});
    }
    return block.finish();
}

Program linear(std::int64_t in, std::int64_t out, bool pools)
{
    ProgramBuilder block("linear", Feed::Hidden);
    int value = input;
    if (pools) {
        value = block.add(AdaptivePool {7}, {value});
        value = block.add(Flatten {}, {value});
    }
    value = block.add("linear", Linear {in, out}, {value});
    value = block.add(Activate {Activation::Relu, true}, {value});
    block.add(Dropout {0.5}, {value});
    return block.finish();
}

// Simonyan, Zisserman 2014, as in torchvision without batch norm.
Model build(const std::array<int, 5>& convolutions)
{
    constexpr std::int64_t wide = 4096;
    constexpr std::int64_t classes = 1000;
    Model model = imageModel();
    std::int64_t channels = 3;
    for (std::size_t group = 0; group < widths.size(); ++group) {
        for (int i = 0; i < convolutions[group]; ++i) {
            const bool last = i + 1 == convolutions[group];
            model.layers.push_back(
                {"group " + std::to_string(group + 1) + " convolution " + std::to_string(i),
                 convolution(channels, widths[group], last, channels == 3 ? Feed::Image : Feed::Hidden)});
            channels = widths[group];
        }
    }
    model.layers.push_back({"linear 0", linear(channels * 49, wide, true)});
    model.layers.push_back({"linear 1", linear(wide, wide, false)});
    ProgramBuilder head("image_classifier_head", Feed::Hidden);
    const int logits = head.add("linear", Linear {wide, classes}, {input});
    head.add("loss", CrossEntropy {classes}, {logits});
    model.layers.push_back({"head", head.finish()});
    return model;
}

const std::array all {
    ZooModel {"vgg11",
              [](ZooOptions&) {
                  return build({1, 1, 2, 2, 2});
              }},
    ZooModel {"vgg13",
              [](ZooOptions&) {
                  return build({2, 2, 2, 2, 2});
              }},
    ZooModel {"vgg16",
              [](ZooOptions&) {
                  return build({2, 2, 3, 3, 3});
              }},
    ZooModel {"vgg19",
              [](ZooOptions&) {
                  return build({2, 2, 4, 4, 4});
              }},
};

}

std::span<const ZooModel> vggs()
{
    return all;
}

}
