// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/heads.h"

#include <optional>

namespace stagecraft {

// What decoders built like Llama (Touvron et al. 2023) have in common and where they differ: pre-norm blocks of root
// mean square norms, attention with rotary positions, and a gated multi-layer perceptron or experts.
struct LlamaLike {
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    std::int64_t positions = 0;
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    double norm_epsilon = 1e-6;
    double rotary_base = 10000;
    double rotary_share = 1; // of a head's width
    Activation activation = Activation::Silu;
    std::int64_t window = 0; // tokens that a token sees; 0: all
    std::vector<bool> windowed; // blocks that have it; empty: all of them
    bool causal = true;
    bool qkv_bias = false;
    bool output_bias = false;
    bool mlp_bias = false;
    bool tied = false;
    bool head_norm = false;
    bool norm_around_one = false;
    bool scaled_embedding = false; // times the root of the width (Gemma)
    bool packed = false; // one projection for queries, keys and values, one for gate and up (Phi-3)
    std::optional<Experts> experts;
    std::int64_t shared_intermediate = 0; // of an expert that every token passes; 0: none
    double attention_dropout = 0;
    double residual_dropout = 0; // of what is added to the residual stream (Phi-3)
    Head head;
};

// Defaults of a family's configuration class in transformers, where they are not those of Llama.
struct LlamaDefaults {
    std::int64_t kv_heads = 0; // 0: as many as heads
    std::int64_t head_width = 0; // 0: width / heads
    std::int64_t window = 0;
    std::int64_t positions = 2048;
    bool tied = false;
    double rotary_base = 10000;
};

// The fields that all of these families have under the same names.
LlamaLike readLlamaLike(ConfigFields& fields, const LlamaDefaults& defaults = {});

// The head behind transformers' `prefix`ForCausalLM and its classifiers.
Head readLlamaLikeHead(ConfigFields& fields, Model& model, const std::string& prefix);

// Embedding, blocks and head. `sparse` tells which layers have the experts; all, if they are given.
void buildLlamaLike(const LlamaLike& sizes, Model& model, const std::vector<bool>& sparse = {});

}
