// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

#include <array>

namespace stagecraft {

// GPT-2 with the given sizes and tied weights.
inline Model gptChain(std::int64_t blocks, std::int64_t hidden, std::int64_t heads, std::int64_t vocabulary,
                      std::int64_t positions)
{
    Model model;
    model.name = "gpt2 with " + std::to_string(blocks) + " blocks";
    model.family = "gpt2";
    model.source = model.name;
    model.longest_sequence = positions;
    model.layers.push_back({"embedding", TokenEmbedding {vocabulary, positions, hidden}});
    for (std::int64_t block = 0; block < blocks; ++block) {
        model.layers.push_back({"block " + std::to_string(block), TransformerBlock {hidden, heads, 4 * hidden}});
    }
    model.layers.push_back({"head", LanguageModelHead {hidden, vocabulary}});
    return model;
}

// ResNet with bottleneck blocks: {3, 4, 6, 3} has 50 layers, {3, 4, 23, 3} has 101.
inline Model resnetChain(const std::array<int, 4>& blocks)
{
    Model model;
    model.name = "resnet";
    model.sample = SampleKind::Image;
    model.layers.push_back({"stem", ConvolutionStem {64}});
    std::int64_t channels = 64;
    std::int64_t reduction = 4;
    for (int group = 0; group < 4; ++group) {
        const std::int64_t width = std::int64_t(64) << group;
        for (int block = 0; block < blocks[group]; ++block) {
            const std::int64_t stride = block == 0 && group > 0 ? 2 : 1;
            model.layers.push_back({"block", Bottleneck {channels, width, stride, reduction, block == 0}});
            channels = 4 * width;
            reduction *= stride;
        }
    }
    model.layers.push_back({"head", ImageClassifierHead {channels, 1000, reduction}});
    return model;
}

}
