// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <cstdint>
#include <string_view>

// Attention operator, see operators.h.
namespace stagecraft {

// Layout of the query, key and value inputs: separate values, or parts of one value.
enum class HeadPacking {
    Separate, // three values
    Blocks, // all queries, all keys, all values
    PerHead, // query, key and value of each head side by side (GPT-NeoX)
    Groups, // queries of each group of heads, then its key and value, copied to each head (Falcon)
    // Three values: queries; key (without rotary part) and value of each head side by side; rotary part of the key,
    // shared by all heads.
    Latent
};

template <>
inline constexpr auto enumNames<HeadPacking> = std::array {
    std::pair {HeadPacking::Separate, std::string_view("separate")},
    std::pair {HeadPacking::Blocks, std::string_view("blocks")},
    std::pair {HeadPacking::PerHead, std::string_view("per_head")},
    std::pair {HeadPacking::Groups, std::string_view("groups")},
    std::pair {HeadPacking::Latent, std::string_view("latent")},
};

// Implementations of rotary position embedding (Su et al. 2021). All give the same result up to the order of a head's
// elements, but save different tensors.
enum class RotaryForm {
    TurnedHalves, // times the cosine, plus swapped halves times the sine (Llama)
    EachHalf, // each half times cosine and sine, then concatenated (gpt-oss)
    Pairs, // as EachHalf, with even and odd elements instead of halves (DeepSeek-V3)
    Complex, // adjacent elements as complex numbers (Llama 4)
    Fused, // one kernel, which saves nothing (Transformer Engine)
};

template <>
inline constexpr auto enumNames<RotaryForm> = std::array {
    std::pair {RotaryForm::TurnedHalves, std::string_view("turned_halves")},
    std::pair {RotaryForm::EachHalf, std::string_view("each_half")},
    std::pair {RotaryForm::Pairs, std::string_view("pairs")},
    std::pair {RotaryForm::Complex, std::string_view("complex")},
    std::pair {RotaryForm::Fused, std::string_view("fused")},
};

// Scaled dot-product attention over heads, between the projections: [b, s, heads x value width]. The workload chooses
// the kernel (fused or eager).
struct Attention {
    static constexpr std::string_view name = "attention";
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    bool causal = true;
    HeadPacking packing = HeadPacking::Separate;
    std::int64_t window = 0; // tokens visible to a token, itself included; 0: all
    std::int64_t rotary_width = 0; // elements of each head with rotary positions; 0: none
    double rotary_base = 10000;
    bool alibi = false; // linear biases: scores fall with the distance
    bool explicit_mask = false; // fused kernels get an explicit causal mask and unexpanded keys (Falcon)
    bool head_norm = false; // RMS norms of queries and keys, per head
    double norm_epsilon = 1e-6;
    bool scaled = true; // divides scores by the square root of the head's width
    bool biased = false; // takes one more value, a bias added to the scores
    double dropout = 0; // probability that an attention weight is set to 0
    std::int64_t value_width = 0; // width of a head's values; 0: as queries and keys
    RotaryForm rotary_form = RotaryForm::TurnedHalves;
    bool joined = false; // concatenates the rotary part into a new tensor even if nothing else is left
    bool norm_around_one = false; // adds the weights of the head norms to 1 (Gemma 3)
    bool plain_norm = false; // norms of queries and keys without weights, after the rotary embedding (Llama 4)
    // One learned score per head that takes part in the softmax (gpt-oss). libtorch has no fused kernel for it.
    bool sinks = false;
    std::int64_t chunk = 0; // tokens per chunk, which attend only to each other; 0: all
    bool tempered = false; // queries scale with the logarithm of their position (Llama 4)
    bool rotary_per_sample = false; // one rotary table per sample (positions in time, height and width)
    // base of the rotary table of another block type, built at the same time (Gemma 3); 0: none
    double other_rotary_base = 0;
    std::int64_t other_rotary_width = 0; // width of that table; 0: rotary_width
    bool gated = false; // a gate per query, whose sigmoid scales the head's output (Qwen3-Next)
    bool value_norm = false; // also a norm of values, without a weight (Gemma 4)
    bool powered_norm = false; // the norms compute in fp32 with a power, as RmsNorm::powered
    bool gives_keys = false; // also returns keys and values, before expansion to all heads, for later layers
    bool takes_keys = false; // takes keys and values of an earlier layer: [b, s, kv_heads, head_width] each
    // One image per sample: 2D rotary positions (rows, columns) in fp32; queries, keys and values are split by image,
    // and the outputs concatenated (Qwen3-VL).
    bool per_image = false;
    bool fused_norm = false; // one kernel for each norm of queries and keys
    bool unpacked = false; // copies values that are a view of another tensor for the kernel (Transformer Engine)
    bool stored = false; // recomputation of the layer keeps the fused kernel's output
    bool fused_scores = false; // the fused kernel supports windows and sinks (Transformer Engine)
    // FlexAttention: the kernel masks windows and returns the log-sum-exp by which sinks scale its result; each layer
    // casts its own copy of the rotary tables (torchtitan's gpt-oss).
    bool flexible = false;
    bool recomputed_in_backward =
        false; // latent attention: rotates and concatenates heads again in the backward pass instead of saving them

    // True if the rotary part of each head is concatenated with the rest into a new tensor. Models with these packed
    // projections (Phi-3, GPT-NeoX) concatenate even if nothing else is left.
    bool joinsRotated() const
    {
        const bool always = packing == HeadPacking::Blocks || packing == HeadPacking::PerHead
            || packing == HeadPacking::Latent || joined;
        return !per_image && rotary_form != RotaryForm::Fused && rotary_width > 0
            && (always || rotary_width < head_width);
    }
    // Width of a head's values, and of the output of all heads.
    std::int64_t valueWidth() const { return value_width > 0 ? value_width : head_width; }
    std::int64_t resultWidth() const { return heads * valueWidth(); }
    // Width of the first input, if it contains only queries.
    std::int64_t queryWidth() const { return heads * head_width * (gated ? 2 : 1); }
    // Latent attention: width of a head's key without its rotary part, plus its value.
    std::int64_t latentWidth() const { return head_width - rotary_width + valueWidth(); }
    // True if queries, keys and values are three separate inputs.
    bool takesThree() const { return packing == HeadPacking::Separate || packing == HeadPacking::Latent; }

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("heads", op.heads);
        visit("kv_heads", op.kv_heads);
        visit("head_width", op.head_width);
        visit("causal", op.causal);
        visit("packing", op.packing);
        visit("window", op.window);
        visit("rotary_width", op.rotary_width);
        visit("rotary_base", op.rotary_base);
        visit("alibi", op.alibi);
        visit("explicit_mask", op.explicit_mask);
        visit("head_norm", op.head_norm);
        visit("norm_epsilon", op.norm_epsilon);
        visit("scaled", op.scaled);
        visit("biased", op.biased);
        visit("dropout", op.dropout);
        visit("value_width", op.value_width);
        visit("rotary_form", op.rotary_form);
        visit("joined", op.joined);
        visit("norm_around_one", op.norm_around_one);
        visit("plain_norm", op.plain_norm);
        visit("sinks", op.sinks);
        visit("chunk", op.chunk);
        visit("tempered", op.tempered);
        visit("gated", op.gated);
        visit("rotary_per_sample", op.rotary_per_sample);
        visit("other_rotary_base", op.other_rotary_base);
        visit("other_rotary_width", op.other_rotary_width);
        visit("value_norm", op.value_norm);
        visit("powered_norm", op.powered_norm);
        visit("gives_keys", op.gives_keys);
        visit("takes_keys", op.takes_keys);
        visit("per_image", op.per_image);
        visit("fused_norm", op.fused_norm);
        visit("unpacked", op.unpacked);
        visit("stored", op.stored);
        visit("fused_scores", op.fused_scores);
        visit("flexible", op.flexible);
        visit("remade", op.recomputed_in_backward);
    }
    friend bool operator==(const Attention&, const Attention&) = default;
};

}
