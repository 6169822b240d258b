// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/families.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Key and value heads and rotary base of one block type.
struct Gemma4Heads {
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    double base = 10000;
};

// Sizes of a Gemma 4 language model.
struct Gemma4Sizes {
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    std::int64_t heads = 0;
    Gemma4Heads sliding; // windowed blocks
    Gemma4Heads full; // blocks with full attention
    std::vector<bool> is_full; // by block
    std::int64_t window = 0;
    double norm_epsilon = 1e-6;
    Activation activation = Activation::GeluTanh;
    bool causal = true;
    bool bias = false; // bias in attention's projections
    double dropout = 0; // attention dropout
    double softcap = 0; // limit of the logits; 0: none
    bool tied = true;
    bool keys_as_values = false; // in blocks with full attention
    std::int64_t sharing = 0; // last blocks that reuse keys and values of earlier ones
    bool wider = false; // doubles the MLP width of those blocks
    std::int64_t own_width = 0; // per-layer input embedding, computed from the tokens; 0: none
    std::int64_t own_vocabulary = 0;
    std::optional<Experts> experts; // in addition to the MLP
};

// Builds embedding, blocks and head.
void buildGemma4(const Gemma4Sizes& sizes, std::int64_t positions, Model& model);

}
