// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/heads.h"

#include <optional>

namespace stagecraft {

// Multi-head latent attention (DeepSeek-AI 2024): widths of the vectors and of a head's parts.
struct LatentSizes {
    std::int64_t query_rank = 0; // 0: queries come by one product
    std::int64_t key_rank = 0;
    std::int64_t still_width = 0; // of a head's queries and keys, which positions do not turn
    std::int64_t rotary_width = 0; // which they do
    std::int64_t value_width = 0;
    bool bias = false; // of the products down to the ranks
};

// What mixes tokens in the place of attention: a gated delta net (Yang et al. 2024).
struct DeltaSizes {
    std::int64_t key_heads = 0;
    std::int64_t value_heads = 0;
    std::int64_t key_width = 0; // of a head
    std::int64_t value_width = 0;
    std::int64_t kernel = 4;
};

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
    double other_rotary_base = 0; // of blocks of another kind, whose table is there too; 0: none
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
    std::optional<LatentSizes> latent; // keys and values out of a latent vector
    std::optional<DeltaSizes> delta; // in the place of attention
    bool output_gate = false; // a gate beside each query scales what its head gives (Qwen3-Next)
    bool rotary_per_sample = false; // positions of several axes
    RotaryForm rotary_form = RotaryForm::TurnedHalves;
    bool rotary_joined = false; // the turned part of a head is joined with the rest always
    bool whole_norm = false; // norms over the queries and the keys of all heads (MiniMax-M2)
    bool plain_norm = false; // norms of queries and keys without weights (Llama 4)
    bool norm_wide = false; // norms multiply in fp32 (gpt-oss)
    bool output_norms = false; // norms behind attention and the multi-layer perceptron too (Gemma 3)
    bool sinks = false;
    bool tempered = false; // queries grow with the logarithm of their position
    std::int64_t chunk = 0; // tokens that see each other; 0: all
    double softcap = 0; // of the scores over the vocabulary; 0: none
    std::optional<Experts> experts;
    bool dense_dispatch = false; // every expert computes every token (Llama 4)
    std::int64_t shared_intermediate = 0; // of an expert that every token passes; 0: none
    bool shared_switch = true; // that expert's result is weighed by a gate of its own
    double attention_dropout = 0;
    double residual_dropout = 0; // of what is added to the residual stream (Phi-3)
    Head head;
};

// Defaults of a family's configuration class in transformers, where they are not those of Llama.
struct LlamaDefaults {
    // 0: the file must say it.
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t intermediate_width = 0;
    std::int64_t vocabulary = 0;
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0; // 0: as many as heads
    std::int64_t head_width = 0; // 0: width / heads
    std::int64_t window = 0;
    std::int64_t positions = 2048;
    bool tied = false;
    double rotary_base = 10000;
    double rotary_share = 1;
    double norm_epsilon = 1e-6;
    const char* intermediate = "intermediate_size"; // the field with the width of dense blocks
};

// The fields that all of these families have under the same names.
LlamaLike readLlamaLike(ConfigFields& fields, const LlamaDefaults& defaults = {});

// The head behind transformers' `prefix`ForCausalLM and its classifiers.
Head readLlamaLikeHead(ConfigFields& fields, Model& model, const std::string& prefix);

// Embedding, blocks and head. `sparse` tells which layers have the experts; all, if they are given.
void buildLlamaLike(const LlamaLike& sizes, Model& model, const std::vector<bool>& sparse = {});
// The same with blocks of another attention where `windowed` says that they have no window.
void buildLlamaLike(const LlamaLike& sizes, const LlamaLike& open, Model& model, const std::vector<bool>& sparse);

// Appends attention with its projections on `hidden`, which is normed, and gives its result.
int attend(ProgramBuilder& block, const LlamaLike& sizes, int hidden);

}
