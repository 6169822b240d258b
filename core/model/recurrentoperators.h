// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

// Operators that mix tokens by a recurrence, see operators.h.
namespace stagecraft {

// Chunked gated delta rule (Yang et al. 2024), between the projections. Inputs: queries, keys and values side by side,
// the output gate, and the rate and decay of each value head. Includes the short causal convolution before it, and norm
// and gate after it: [b, s, value_heads x value_width].
struct GatedDeltaRule {
    static constexpr std::string_view name = "gated_delta_rule";
    std::int64_t key_heads = 0; // also the number of query heads
    std::int64_t value_heads = 0;
    std::int64_t key_width = 0; // per head
    std::int64_t value_width = 0;
    std::int64_t kernel = 4; // width of the convolution in tokens
    double norm_epsilon = 1e-6;

    std::int64_t mixedWidth() const { return 2 * key_heads * key_width + resultWidth(); }
    std::int64_t resultWidth() const { return value_heads * value_width; }

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("key_heads", op.key_heads);
        visit("value_heads", op.value_heads);
        visit("key_width", op.key_width);
        visit("value_width", op.value_width);
        visit("kernel", op.kernel);
        visit("norm_epsilon", op.norm_epsilon);
    }
    friend bool operator==(const GatedDeltaRule&, const GatedDeltaRule&) = default;
};

// Tokens per chunk; the rule is solved at once within a chunk.
inline constexpr std::int64_t deltaChunk = 64;

// Chunked mixer of Mamba-2 (Dao and Gu 2024), between its projections. Input, side by side: the output gate, the values
// with the state's rows and columns (B and C), and a step size per head. Includes the short causal convolution before
// it, and gate and norm after it: [b, s, heads x head_width].
struct Mamba2 {
    static constexpr std::string_view name = "mamba2";
    std::int64_t heads = 0;
    std::int64_t head_width = 0;
    std::int64_t groups = 1; // groups of heads with common rows and columns of the state; the norm is per group
    std::int64_t state_width = 0; // state elements per value of a head
    std::int64_t kernel = 4; // width of the convolution in tokens
    std::int64_t chunk = 128; // tokens computed at once
    bool bias = true; // convolution bias
    double norm_epsilon = 1e-5;

    std::int64_t resultWidth() const { return heads * head_width; }
    std::int64_t mixedWidth() const { return resultWidth() + 2 * groups * state_width; }
    std::int64_t inputWidth() const { return resultWidth() + mixedWidth() + heads; }

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("heads", op.heads);
        visit("head_width", op.head_width);
        visit("groups", op.groups);
        visit("state_width", op.state_width);
        visit("kernel", op.kernel);
        visit("chunk", op.chunk);
        visit("bias", op.bias);
        visit("norm_epsilon", op.norm_epsilon);
    }
    friend bool operator==(const Mamba2&, const Mamba2&) = default;
};

}
