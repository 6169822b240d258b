// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/heads.h"

#include <optional>

namespace stagecraft {

// Multi-head latent attention (DeepSeek-AI 2024): widths of the latent vectors and of a head's parts.
struct LatentSizes {
    std::int64_t query_rank = 0; // 0: queries by a single projection
    std::int64_t key_rank = 0;
    std::int64_t still_width = 0; // part of a head's queries and keys without rotary positions
    std::int64_t rotary_width = 0; // part with rotary positions
    std::int64_t value_width = 0;
    bool bias = false; // bias in the down-projections
};

// Gated delta net (Yang et al. 2024), which replaces attention.
struct DeltaSizes {
    std::int64_t key_heads = 0;
    std::int64_t value_heads = 0;
    std::int64_t key_width = 0; // per head
    std::int64_t value_width = 0;
    std::int64_t kernel = 4;
};

// Sizes and options of decoders built like Llama (Touvron et al. 2023): pre-norm blocks with RMS norms, attention with
// rotary positions, and a gated MLP or experts.
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
    double other_rotary_base = 0; // base of the other block type, whose table exists too; 0: none
    double rotary_share = 1; // fraction of a head's width
    Activation activation = Activation::Silu;
    std::int64_t window = 0; // tokens visible to a token; 0: all
    std::vector<bool> windowed; // by block; empty: all blocks
    bool causal = true;
    bool qkv_bias = false;
    bool output_bias = false;
    bool mlp_bias = false;
    bool tied = false;
    bool head_norm = false;
    bool norm_around_one = false;
    bool scaled_embedding = false; // times the square root of the width (Gemma)
    bool packed = false; // one projection for queries, keys and values, one for gate and up (Phi-3)
    std::optional<LatentSizes> latent; // keys and values from a latent vector
    std::optional<DeltaSizes> delta; // replaces attention
    bool output_gate = false; // a gate per query scales its head's output (Qwen3-Next)
    bool rotary_per_sample = false; // positions along several axes
    RotaryForm rotary_form = RotaryForm::TurnedHalves;
    bool rotary_joined = false; // always concatenates the rotary part of a head with the rest
    bool whole_norm = false; // norms over queries and keys of all heads together (MiniMax-M2)
    bool plain_norm = false; // norms of queries and keys without weights (Llama 4)
    bool norm_wide = false; // norms multiply by the weight in fp32 (gpt-oss)
    bool output_norms = false; // norms also after attention and MLP (Gemma 3)
    bool sinks = false;
    bool tempered = false; // queries scale with the logarithm of their position
    std::int64_t chunk = 0; // tokens per attention chunk; 0: all
    double softcap = 0; // limit of the logits; 0: none
    std::optional<Experts> experts;
    bool dense_dispatch = false; // every expert computes every token (Llama 4)
    std::int64_t shared_intermediate = 0; // width of the shared expert; 0: none
    bool shared_switch = true; // a gate scales the shared expert's output
    double attention_dropout = 0;
    double residual_dropout = 0; // applied to each branch before its residual addition (Phi-3)
    Head head;
};

// Defaults of a family's configuration class in transformers, if they differ from Llama's.
struct LlamaDefaults {
    // 0: the file must contain the field.
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t intermediate_width = 0;
    std::int64_t vocabulary = 0;
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0; // 0: same as heads
    std::int64_t head_width = 0; // 0: hidden / heads
    std::int64_t window = 0;
    std::int64_t positions = 2048;
    bool tied = false;
    double rotary_base = 10000;
    double rotary_share = 1;
    double norm_epsilon = 1e-6;
    const char* intermediate = "intermediate_size"; // field name of the dense blocks' width
};

// Reads the fields that all of these families share.
LlamaLike readLlamaLike(ConfigFields& fields, const LlamaDefaults& defaults = {});

// Reads the head of transformers' `prefix`ForCausalLM or of its classifiers.
Head readLlamaLikeHead(ConfigFields& fields, Model& model, const std::string& prefix);

// Builds embedding, blocks and head. `sparse`: by layer, true if it has experts; empty: all, if experts are given.
void buildLlamaLike(const LlamaLike& sizes, Model& model, const std::vector<bool>& sparse = {});
// Overload in which blocks without a window (`windowed`) use the attention of `open`.
void buildLlamaLike(const LlamaLike& sizes, const LlamaLike& open, Model& model, const std::vector<bool>& sparse);

// Appends attention and its projections to the normed `hidden`; returns its result.
int attend(ProgramBuilder& block, const LlamaLike& sizes, int hidden);

}
