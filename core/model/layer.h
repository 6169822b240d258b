// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <variant>

namespace stagecraft {

enum class Activation { GeluNew, Gelu, Relu };

template <>
inline constexpr auto enumNames<Activation> = std::array {
    std::pair {Activation::GeluNew, std::string_view("gelu_new")},
    std::pair {Activation::Gelu, std::string_view("gelu")},
    std::pair {Activation::Relu, std::string_view("relu")},
};

// Token and learned position embeddings, added. Input: int64 [b, s]. Output: [b, s, hidden].
struct TokenEmbedding {
    std::int64_t vocabulary = 0;
    std::int64_t positions = 0;
    std::int64_t hidden = 0;

    friend bool operator==(const TokenEmbedding&, const TokenEmbedding&) = default;
};

// Pre-norm transformer block: x + attention(norm(x)), then x + mlp(norm(x)). All linears with bias, causal attention.
// Input and output: [b, s, hidden].
struct TransformerBlock {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    Activation activation = Activation::GeluNew;
    double norm_epsilon = 1e-5;

    friend bool operator==(const TransformerBlock&, const TransformerBlock&) = default;
};

// Final norm, projection onto the vocabulary without bias, shifted cross-entropy. Input: [b, s, hidden]. Output: the
// loss.
struct LanguageModelHead {
    std::int64_t hidden = 0;
    std::int64_t vocabulary = 0;
    double norm_epsilon = 1e-5;
    bool tied = true; // the projection is the token embedding's weight

    friend bool operator==(const LanguageModelHead&, const LanguageModelHead&) = default;
};

// Convolution 7x7 stride 2, batch norm, ReLU in place, max pooling 3x3 stride 2. Input: [b, 3, side, side].
struct ConvolutionStem {
    std::int64_t channels = 0;

    friend bool operator==(const ConvolutionStem&, const ConvolutionStem&) = default;
};

// Residual bottleneck: 1x1, 3x3 with the stride, 1x1 convolutions with batch norm; 1x1 projection of the shortcut where
// shapes differ. `reduction`: the input's side is ceil(image side / reduction).
struct Bottleneck {
    std::int64_t in_channels = 0;
    std::int64_t width = 0; // of the inner convolutions; the output has 4 x width channels
    std::int64_t stride = 1;
    std::int64_t reduction = 1;
    bool projection = false;

    friend bool operator==(const Bottleneck&, const Bottleneck&) = default;
};

// Global average pooling, linear, cross-entropy. Input: [b, features, side / reduction, side / reduction]. Output: the
// loss.
struct ImageClassifierHead {
    std::int64_t features = 0;
    std::int64_t classes = 0;
    std::int64_t reduction = 1;

    friend bool operator==(const ImageClassifierHead&, const ImageClassifierHead&) = default;
};

// A row of a layer table: costs given by the user for one micro-batch of one sample; never built or measured.
struct TableRow {
    std::int64_t parameters = 0;
    Bytes state;
    Bytes saved; // without boundaries
    Bytes transient;
    Bytes output;
    bool keeps_input = false;
    bool keeps_output = false;
    Seconds forward;
    Seconds backward;

    friend bool operator==(const TableRow&, const TableRow&) = default;
};

using LayerSpec = std::variant<TokenEmbedding, TransformerBlock, LanguageModelHead, ConvolutionStem, Bottleneck,
                               ImageClassifierHead, TableRow>;

// A layer of the chain: a block that is never split.
struct Layer {
    std::string name;
    LayerSpec spec;

    friend bool operator==(const Layer&, const Layer&) = default;
};

// "token_embedding", "transformer_block", ...: the name of the kind in files and signatures.
std::string kindName(const LayerSpec& spec);

}
