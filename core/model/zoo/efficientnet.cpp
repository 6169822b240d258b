// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

int normed(ProgramBuilder& block, const std::string& name, const Convolution& op, int value)
{
    value = block.add(name, op, {value});
    return block.add(name + ".norm", BatchNorm {op.out}, {value});
}

int activated(ProgramBuilder& block, const std::string& name, const Convolution& op, int value)
{
    value = normed(block, name, op, value);
    return block.add(Activate {Activation::Silu, true}, {value});
}

// Squeeze-and-excitation: weights channels by features of the whole image (Hu et al. 2017).
int squeezed(ProgramBuilder& block, std::int64_t channels, std::int64_t inner, int value)
{
    Convolution down {channels, inner};
    Convolution up {inner, channels};
    down.bias = up.bias = true;
    int weight = block.add(AdaptivePool {1}, {value});
    weight = block.add("squeeze.down", down, {weight});
    weight = block.add(Activate {Activation::Silu, true}, {weight});
    weight = block.add("squeeze.up", up, {weight});
    weight = block.add(Activate {Activation::Sigmoid}, {weight});
    return block.add(Multiply {}, {weight, value});
}

struct Group {
    std::int64_t expansion;
    std::int64_t kernel;
    std::int64_t stride;
    std::int64_t channels;
    int blocks;
};

// Inverted residual with depthwise convolution (Sandler et al. 2018); the branch is dropped with a probability.
Program invertedResidual(std::int64_t in, const Group& group, std::int64_t stride, double left_out)
{
    const std::int64_t inner = in * group.expansion;
    ProgramBuilder block("inverted_residual", Feed::Hidden);
    int value = input;
    if (group.expansion != 1) {
        value = activated(block, "expand", Convolution {in, inner}, value);
    }
    value =
        activated(block, "depthwise", Convolution {inner, inner, group.kernel, stride, group.kernel / 2, inner}, value);
    value = squeezed(block, inner, std::max<std::int64_t>(1, in / 4), value);
    value = normed(block, "project", Convolution {inner, group.channels}, value);
    if (stride == 1 && in == group.channels) {
        value = block.add(Dropout {left_out, true}, {value});
        block.add(Add {true}, {value, input});
    }
    return block.finish();
}

// Tan, Le 2019, as in torchvision.
Model efficientnetB0(ZooOptions&)
{
    constexpr std::array groups {Group {1, 3, 1, 16, 1}, Group {6, 3, 2, 24, 2},  Group {6, 5, 2, 40, 2},
                                 Group {6, 3, 2, 80, 3}, Group {6, 5, 1, 112, 3}, Group {6, 5, 2, 192, 4},
                                 Group {6, 3, 1, 320, 1}};
    constexpr std::int64_t last = 1280;
    constexpr std::int64_t classes = 1000;
    Model model = imageModel();
    constexpr double left_out = 0.2; // drop probability of the last block; 0 for the first
    int blocks = 0;
    for (const Group& group : groups) {
        blocks += group.blocks;
    }
    int number = 0;
    std::int64_t channels = 32;
    ProgramBuilder stem("convolution_stem", Feed::Image);
    activated(stem, "convolution", Convolution {3, channels, 3, 2, 1}, input);
    model.layers.push_back({"stem", stem.finish()});
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (int i = 0; i < groups[g].blocks; ++i) {
            model.layers.push_back(
                {"group " + std::to_string(g + 1) + " block " + std::to_string(i),
                 invertedResidual(channels, groups[g], i == 0 ? groups[g].stride : 1, left_out * number++ / blocks)});
            channels = groups[g].channels;
        }
    }
    ProgramBuilder head("image_classifier_head", Feed::Hidden);
    int value = activated(head, "convolution", Convolution {channels, last}, input);
    value = head.add(AdaptivePool {1}, {value});
    value = head.add(Flatten {}, {value});
    value = head.add(Dropout {0.2, false, true}, {value});
    value = head.add("linear", Linear {last, classes}, {value});
    head.add("loss", CrossEntropy {classes}, {value});
    model.layers.push_back({"head", head.finish()});
    return model;
}

const std::array all {ZooModel {"efficientnet_b0", efficientnetB0}};

}

std::span<const ZooModel> efficientnets()
{
    return all;
}

}
