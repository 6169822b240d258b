// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/model.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Widths of multi-latent attention (DeepSeek-AI 2024).
struct LatentFacts {
    std::int64_t query_rank = 0; // 0: queries come straight from a block's input
    std::int64_t key_rank = 0; // of keys and values
    std::int64_t still_width = 0; // of each head, what no position turns
    std::int64_t value_width = 0; // of each head

    friend bool operator==(const LatentFacts&, const LatentFacts&) = default;
};

// A decoder of language as launchers describe one: an embedding, blocks of attention and a multi-layer perceptron, and
// a head with the loss over the vocabulary. Read off the layers' operators, so that it holds for any model that is
// built so, whatever its family is called.
struct DecoderFacts {
    int blocks = 0; // layers 1 .. blocks of the chain
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    std::int64_t intermediate = 0; // of dense blocks; 0: there are none
    std::int64_t vocabulary = 0;
    std::int64_t learned_positions = 0; // rows of their table; 0: none
    std::int64_t rotary_width = 0; // of each head; 0: none
    double rotary_base = 10000;
    bool tied = false; // embedding and projection onto the vocabulary are one tensor
    bool rms_norm = false;
    bool norm_around_one = false; // its weight is added to 1
    double norm_epsilon = 1e-5;
    bool gated = false; // multi-layer perceptrons with a gate
    Activation activation = Activation::Gelu;
    bool qkv_bias = false;
    bool output_bias = false; // of attention's last product
    bool mlp_bias = false;
    bool head_norm = false; // of queries and keys
    std::int64_t window = 0; // tokens that a token sees, in the blocks that have one; 0: all
    std::vector<bool> windowed {}; // which blocks these are, where any is
    bool sinks = false; // a learned score a head beside those of tokens
    std::optional<LatentFacts> latent {}; // queries, keys and values out of latent vectors
    double embedding_dropout = 0;
    double attention_dropout = 0;
    double residual_dropout = 0;
    std::optional<Experts> experts {};
    std::int64_t shared_expert = 0; // intermediate width of the expert that every token passes; 0: none
    bool shared_switch = false; // a gate of its own weighs that expert's result
    std::vector<bool> sparse {}; // which blocks have experts, where any has

    friend bool operator==(const DecoderFacts&, const DecoderFacts&) = default;
};

// Else why the model is no such decoder: another chain, norms behind the sums, attention and perceptron
// side by side, scores that fall with the distance, unequal blocks.
tl::expected<DecoderFacts, Message> decoderFacts(const Model& model);

}
