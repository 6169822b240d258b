// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

Program stem(std::int64_t channels)
{
    ProgramBuilder block("convolution_stem", Feed::Image);
    int value = block.add("convolution", Convolution {3, channels, 7, 2, 3}, {input});
    value = block.add("norm", BatchNorm {channels}, {value});
    value = block.add(Activate {Activation::Relu, true}, {value});
    block.add(MaxPool {3, 2, 1}, {value});
    return block.finish();
}

// Appends `growth` channels to the input: the boundary contains all features so far.
Program denseLayer(std::int64_t in, std::int64_t growth)
{
    constexpr std::int64_t bottleneck = 4;
    ProgramBuilder block("dense_layer", Feed::Hidden);
    int value = block.add("norm_1", BatchNorm {in}, {input});
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = block.add("convolution_1", Convolution {in, bottleneck * growth}, {value});
    value = block.add("norm_2", BatchNorm {bottleneck * growth}, {value});
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = block.add("convolution_2", Convolution {bottleneck * growth, growth, 3, 1, 1}, {value});
    block.add(Concatenate {}, {input, value});
    return block.finish();
}

Program transition(std::int64_t in)
{
    ProgramBuilder block("transition", Feed::Hidden);
    int value = block.add("norm", BatchNorm {in}, {input});
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = block.add("convolution", Convolution {in, in / 2}, {value});
    block.add(AveragePool {2, 2}, {value});
    return block.finish();
}

Program head(std::int64_t features)
{
    constexpr std::int64_t classes = 1000;
    ProgramBuilder block("image_classifier_head", Feed::Hidden);
    int value = block.add("norm", BatchNorm {features}, {input});
    value = block.add(Activate {Activation::Relu, true}, {value});
    value = block.add(AdaptivePool {1}, {value});
    value = block.add(Flatten {}, {value});
    value = block.add("linear", Linear {features, classes}, {value});
    block.add("loss", CrossEntropy {classes}, {value});
    return block.finish();
}

// Huang et al. 2016, as in torchvision.
Model densenet121(ZooOptions&)
{
    constexpr std::array groups {6, 12, 24, 16};
    constexpr std::int64_t growth = 32;
    Model model = imageModel();
    std::int64_t channels = 64;
    model.layers.push_back({"stem", stem(channels)});
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const std::string name = "group " + std::to_string(group + 1);
        for (int i = 0; i < groups[group]; ++i) {
            model.layers.push_back({name + " layer " + std::to_string(i), denseLayer(channels, growth)});
            channels += growth;
        }
        if (group + 1 < groups.size()) {
            model.layers.push_back({name + " transition", transition(channels)});
            channels /= 2;
        }
    }
    model.layers.push_back({"head", head(channels)});
    return model;
}

const std::array all {ZooModel {"densenet121", densenet121}};

}

std::span<const ZooModel> densenets()
{
    return all;
}

}
