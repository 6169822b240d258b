// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/blocks.h"
#include "core/model/zoo/zoo.h"
#include "core/profile/measurement.h"

// Single layers of any size, and devices to measure them on. No Qt.
namespace stagecraft::testing {

// A device with unknown properties except its kind.
inline DeviceType deviceOf(DeviceKind kind)
{
    DeviceType device;
    device.kind = kind;
    return device;
}

inline Gpt2Sizes gptSizes(std::int64_t hidden, std::int64_t heads, std::int64_t vocabulary, std::int64_t positions)
{
    Gpt2Sizes sizes;
    sizes.hidden = hidden;
    sizes.heads = heads;
    sizes.intermediate = 4 * hidden;
    sizes.vocabulary = vocabulary;
    sizes.positions = positions;
    return sizes;
}

inline Program embeddingOf(std::int64_t vocabulary, std::int64_t positions, std::int64_t hidden)
{
    return gpt2Embedding(gptSizes(hidden, 1, vocabulary, positions));
}

inline Program blockOf(std::int64_t hidden, std::int64_t heads, std::int64_t intermediate,
                       Activation activation = Activation::GeluNew)
{
    Gpt2Sizes sizes = gptSizes(hidden, heads, 1, 1);
    sizes.intermediate = intermediate;
    sizes.activation = activation;
    return gpt2Block(sizes);
}

inline Program headOf(std::int64_t hidden, std::int64_t vocabulary, bool tied = true)
{
    Gpt2Sizes sizes = gptSizes(hidden, 1, vocabulary, 1);
    sizes.tied = tied;
    return gpt2Head(sizes);
}

// GPT-2 with the given sizes and tied weights.
inline Model gptChain(std::int64_t blocks, std::int64_t hidden, std::int64_t heads, std::int64_t vocabulary,
                      std::int64_t positions)
{
    const Gpt2Sizes sizes = gptSizes(hidden, heads, vocabulary, positions);
    Model model;
    model.name = "gpt2 with " + std::to_string(blocks) + " blocks";
    model.family = "gpt2";
    model.source = model.name;
    setPositions(model, positions);
    setLayers(model, gpt2Embedding(sizes), gpt2Block(sizes), blocks, gpt2Head(sizes));
    return model;
}

// Default training settings of a layer with this input.
inline ProfilePoint pointOf(LayerSpec spec, std::vector<std::int64_t> input, std::int64_t micro_batch,
                            std::int64_t sequence)
{
    ProfilePoint point;
    point.spec = std::move(spec);
    point.input = std::move(input);
    point.micro_batch = micro_batch;
    point.sequence = sequence;
    return point;
}

}
