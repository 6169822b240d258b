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

// Widths of multi-head latent attention (DeepSeek-AI 2024).
struct LatentFacts {
    std::int64_t query_rank = 0; // 0: queries are projected directly from the block's input
    std::int64_t key_rank = 0; // for keys and values
    std::int64_t still_width = 0; // per head, without rotary positions
    std::int64_t value_width = 0; // per head

    friend bool operator==(const LatentFacts&, const LatentFacts&) = default;
};

// Language-model decoder in the terms of training launchers: an embedding, blocks of attention and MLP, and a head with
// the loss over the vocabulary. Derived from the layers' operators, so it covers any model of that structure,
// regardless of its family.
struct DecoderFacts {
    int blocks = 0; // layers 1 .. blocks of the chain
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    std::int64_t intermediate = 0; // dense blocks only; 0: no dense block
    std::int64_t vocabulary = 0;
    std::int64_t learned_positions = 0; // rows of the position table; 0: none
    std::int64_t rotary_width = 0; // per head; 0: none
    double rotary_base = 10000;
    bool tied = false; // embedding and output projection share one tensor
    bool rms_norm = false;
    bool norm_around_one = false; // adds the norm's weight to 1
    double norm_epsilon = 1e-5;
    bool gated = false; // gated MLPs
    Activation activation = Activation::Gelu;
    bool qkv_bias = false;
    bool output_bias = false; // bias in attention's output projection
    bool mlp_bias = false;
    bool head_norm = false; // norms of queries and keys
    std::int64_t window = 0; // tokens visible to a token in windowed blocks; 0: all
    std::vector<bool> windowed {}; // by block; empty if no block is windowed
    bool sinks = false; // one learned score per head in addition to those of tokens
    std::optional<LatentFacts> latent {}; // queries, keys and values from latent vectors
    double embedding_dropout = 0;
    double attention_dropout = 0;
    double residual_dropout = 0;
    std::optional<Experts> experts {};
    std::int64_t shared_expert = 0; // intermediate width of the shared expert; 0: none
    bool shared_switch = false; // a gate scales the shared expert's output
    std::vector<bool> sparse {}; // by block, true if it has experts; empty if none has

    friend bool operator==(const DecoderFacts&, const DecoderFacts&) = default;
};

// Returns the facts of a decoder, or the reason why the model is not one: another chain, post-norm blocks, parallel
// attention and MLP, linear biases (ALiBi), unequal blocks.
tl::expected<DecoderFacts, Message> decoderFacts(const Model& model);

}
