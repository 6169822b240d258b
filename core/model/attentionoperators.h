// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <cstdint>
#include <string_view>

// The operator of attention, see operators.h.
namespace stagecraft {

// How queries, keys and values come: as three values, or as parts of one.
enum class HeadPacking {
    Separate, // three values
    Blocks, // all queries, all keys, all values
    PerHead, // query, key and value of a head side by side (GPT-NeoX)
    Groups, // the queries of a group of heads, then its key and value, copied to each head (Falcon)
    Latent // three values: queries; key and value of a head side by side; the turned part of the key, one for all heads
};

template <>
inline constexpr auto enumNames<HeadPacking> = std::array {
    std::pair {HeadPacking::Separate, std::string_view("separate")},
    std::pair {HeadPacking::Blocks, std::string_view("blocks")},
    std::pair {HeadPacking::PerHead, std::string_view("per_head")},
    std::pair {HeadPacking::Groups, std::string_view("groups")},
    std::pair {HeadPacking::Latent, std::string_view("latent")},
};

// How queries and keys are turned by their positions (Su et al. 2021). All give the same up to the order of a head's
// numbers, and keep other tensors on the way.
enum class RotaryForm {
    TurnedHalves, // times the cosine, and with exchanged halves times the sine (Llama)
    EachHalf, // each half times cosine and sine, then joined (gpt-oss)
    Pairs, // the same with every other number in place of the halves (DeepSeek-V3)
    Complex, // neighbors as complex numbers (Llama 4)
    Fused, // by one kernel, which keeps nothing (Transformer Engine)
};

template <>
inline constexpr auto enumNames<RotaryForm> = std::array {
    std::pair {RotaryForm::TurnedHalves, std::string_view("turned_halves")},
    std::pair {RotaryForm::EachHalf, std::string_view("each_half")},
    std::pair {RotaryForm::Pairs, std::string_view("pairs")},
    std::pair {RotaryForm::Complex, std::string_view("complex")},
    std::pair {RotaryForm::Fused, std::string_view("fused")},
};

// Scaled dot-product attention of heads, between the projections: [b, s, heads x value width]. Which kernel runs (fused
// or eager) is the workload's choice.
struct Attention {
    static constexpr std::string_view name = "attention";
    std::int64_t heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t head_width = 0;
    bool causal = true;
    HeadPacking packing = HeadPacking::Separate;
    std::int64_t window = 0; // tokens that a token sees, itself included; 0: all
    std::int64_t rotary_width = 0; // of each head, turned by its position; 0: none
    double rotary_base = 10000;
    bool alibi = false; // scores fall with the distance
    bool explicit_mask = false; // fused kernels are given the causal mask too, and keys as they come (Falcon)
    bool head_norm = false; // root mean square norms of queries and keys, a head at a time
    double norm_epsilon = 1e-6;
    bool scaled = true; // scores by the root of the head's width
    bool biased = false; // takes one value more, which is added to the scores
    double dropout = 0; // probability with which a weight is set to 0
    std::int64_t value_width = 0; // of a head's values; 0: as queries and keys
    RotaryForm rotary_form = RotaryForm::TurnedHalves;
    bool joined = false; // the turned part is joined with the rest into a new tensor even where nothing is left
    bool norm_around_one = false; // the weights of the head norms are added to 1 (Gemma 3)
    bool plain_norm = false; // norms of queries and keys without weights, behind the turning (Llama 4)
    bool sinks = false; // a learned score a head that takes its share of the weights (gpt-oss); libtorch has no fused
                        // kernel for it
    std::int64_t chunk = 0; // tokens that see each other: those of one chunk; 0: all
    bool tempered = false; // queries grow with the logarithm of their position (Llama 4)
    bool rotary_per_sample = false; // a table of turns for each sample (positions of time, height and width)
    double other_rotary_base = 0; // of the table that blocks of another kind take, made at once (Gemma 3); 0: none
    std::int64_t other_rotary_width = 0; // of that table; 0: as this one's
    bool gated = false; // a gate beside each query, whose sigmoid scales what the head gives (Qwen3-Next)
    bool value_norm = false; // a norm of values without a weight, too (Gemma 4)
    bool powered_norm = false; // the norms multiply in fp32 by a power, as RmsNorm::powered says
    bool gives_keys = false; // gives keys and values, as the heads take them, to later layers too
    bool takes_keys = false; // takes keys and values of an earlier layer: [b, s, kv_heads, head_width] each
    bool per_image = false; // each sample is an image: rows and columns turn queries and keys in fp32; these and values
                            // are split by image, and what they give joined (Qwen3-VL)
    bool fused_norm = false; // the norms of queries and keys run by one kernel each
    bool unpacked = false; // values that are a part of another are copied for the kernel (Transformer Engine)
    bool stored = false; // where its layer is run again, what the fused kernel gave is not
    bool fused_scores = false; // windows and sinks are the fused kernel's own (Transformer Engine)
    bool flexible = false; // FlexAttention: the kernel masks windows and returns the logarithms by which sinks scale
                           // its result; each layer casts rotary tables of its own (torchtitan's gpt-oss)
    bool recomputed_in_backward =
        false; // latent: heads are turned and joined again in the backward pass, and not kept till then

    // True if the turned part of each head is joined with the rest into a new tensor. Phi-3 and GPT-NeoX, whose
    // projections are packed so, join them even where nothing is left.
    bool joinsRotated() const
    {
        const bool always = packing == HeadPacking::Blocks || packing == HeadPacking::PerHead
            || packing == HeadPacking::Latent || joined;
        return !per_image && rotary_form != RotaryForm::Fused && rotary_width > 0
            && (always || rotary_width < head_width);
    }
    // Width of a head's values, and of all that the heads give.
    std::int64_t valueWidth() const { return value_width > 0 ? value_width : head_width; }
    std::int64_t resultWidth() const { return heads * valueWidth(); }
    // Width of the first value, where it is of queries alone.
    std::int64_t queryWidth() const { return heads * head_width * (gated ? 2 : 1); }
    // Latent: the part of a head's key that no position turns, beside its value.
    std::int64_t latentWidth() const { return head_width - rotary_width + valueWidth(); }
    // Queries, keys and values come as values of their own.
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
