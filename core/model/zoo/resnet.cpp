// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

// He et al. 2015, in torchvision's variant: the stride is in the 3x3 convolution.
Model bottleneckResnet(const std::array<int, 4>& blocks_per_group)
{
    constexpr std::int64_t stem_channels = 64;
    constexpr std::int64_t expansion = 4;
    Model model;
    model.sample = SampleKind::Image;
    model.default_sequence = 224;
    model.longest_sequence = 4096;
    model.layers.push_back({"stem", ConvolutionStem {stem_channels}});
    std::int64_t channels = stem_channels;
    std::int64_t reduction = 4;
    for (int group = 0; group < 4; ++group) {
        const std::int64_t width = stem_channels << group;
        for (int block = 0; block < blocks_per_group[group]; ++block) {
            const std::int64_t stride = block == 0 && group > 0 ? 2 : 1;
            const bool projection = stride != 1 || channels != width * expansion;
            model.layers.push_back({"group " + std::to_string(group + 1) + " block " + std::to_string(block),
                                    Bottleneck {channels, width, stride, reduction, projection}});
            channels = width * expansion;
            reduction *= stride;
        }
    }
    model.layers.push_back({"head", ImageClassifierHead {channels, 1000, reduction}});
    return model;
}

}

Model resnet50()
{
    return bottleneckResnet({3, 4, 6, 3});
}

}
