// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/families.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Heads of keys and values, and the turning of blocks of a type.
struct Gemma4Heads {
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    double base = 10000;
};

// What a language model of Gemma 4 is built from.
struct Gemma4Sizes {
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    std::int64_t heads = 0;
    Gemma4Heads sliding; // of blocks that see a window
    Gemma4Heads full; // of blocks that see all tokens
    std::vector<bool> is_full; // of each block
    std::int64_t window = 0;
    double norm_epsilon = 1e-6;
    Activation activation = Activation::GeluTanh;
    bool causal = true;
    bool bias = false; // of attention's projections
    double dropout = 0; // of attention
    double softcap = 0; // of the scores over the vocabulary; 0: none
    bool tied = true;
    bool keys_as_values = false; // in blocks that see all tokens
    std::int64_t sharing = 0; // blocks at the end that take keys and values of earlier ones
    bool wider = false; // the perceptron of such a block is twice as wide
    std::int64_t own_width = 0; // of an input for each block, out of the tokens; 0: none
    std::int64_t own_vocabulary = 0;
    std::optional<Experts> experts; // beside the perceptron
};

// Embedding, blocks and head.
void buildGemma4(const Gemma4Sizes& sizes, std::int64_t positions, Model& model);

}
