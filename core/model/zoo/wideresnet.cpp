// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;
constexpr std::int64_t stemChannels = 16;
constexpr std::int64_t classes = 10;

// Wide ResNet (Zagoruyko and Komodakis 2016): three groups of basic blocks on images of 32 pixels, norm and activation
// before each convolution (He et al. 2016), without dropout.
struct WideResnet {
    int blocks = 4; // number of blocks per group
    std::int64_t factor = 10; // factor of the widths
};

int activated(ProgramBuilder& block, const std::string& name, std::int64_t channels, int value)
{
    value = block.add(name, BatchNorm {channels}, {value});
    return block.add(Activate {Activation::Relu, true}, {value});
}

// If shapes differ, the shortcut is a projection of the activated input.
Program residualBlock(std::int64_t in, std::int64_t out, std::int64_t stride)
{
    ProgramBuilder block("preactivation_block", Feed::Hidden);
    const int first = activated(block, "norm_1", in, input);
    int value = block.add("convolution_1", Convolution {in, out, 3, stride, 1}, {first});
    value = activated(block, "norm_2", out, value);
    value = block.add("convolution_2", Convolution {out, out, 3, 1, 1}, {value});
    const bool projects = stride != 1 || in != out;
    const int shortcut = projects ? block.add("projection", Convolution {in, out, 1, stride, 0}, {first}) : input;
    block.add(Add {}, {value, shortcut});
    return block.finish();
}

Program head(std::int64_t channels)
{
    ProgramBuilder builder("image_classifier_head", Feed::Hidden);
    int hidden = activated(builder, "norm", channels, input);
    hidden = builder.add(AdaptivePool {1}, {hidden});
    hidden = builder.add(Flatten {}, {hidden});
    hidden = builder.add("linear", Linear {channels, classes}, {hidden});
    builder.add("loss", CrossEntropy {classes}, {hidden});
    return builder.finish();
}

Model build(const WideResnet& net)
{
    Model model = imageModel();
    model.default_sequence = 32;
    ProgramBuilder stem("convolution", Feed::Image);
    stem.add("convolution", Convolution {3, stemChannels, 3, 1, 1}, {input});
    model.layers.push_back({"stem", stem.finish()});
    std::int64_t channels = stemChannels;
    for (int group = 0; group < 3; ++group) {
        const std::int64_t width = (stemChannels << group) * net.factor;
        for (int index = 0; index < net.blocks; ++index) {
            const std::int64_t stride = index == 0 && group > 0 ? 2 : 1;
            model.layers.push_back({"group " + std::to_string(group + 1) + " block " + std::to_string(index),
                                    residualBlock(channels, width, stride)});
            channels = width;
        }
    }
    model.layers.push_back({"head", head(channels)});
    return model;
}

const std::array all {
    ZooModel {"wrn28_10",
              [](ZooOptions&) {
                  return build({4, 10});
              }},
};

}

std::span<const ZooModel> wideResnets()
{
    return all;
}

}
