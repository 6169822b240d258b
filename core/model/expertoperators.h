// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/activation.h"
#include "core/model/fp8recipe.h"

#include <cstdint>
#include <string_view>

// The operators of mixtures of experts, see operators.h.
namespace stagecraft {

// How a router weighs the experts that it chooses for a token.
enum class RouterScore {
    Softmax, // shares of all experts, of which the largest are chosen
    Sigmoid, // each by itself; chosen with a correction that does not learn (DeepSeek-V3)
    ChosenSoftmax, // shares of those that are chosen (gpt-oss)
};

template <>
inline constexpr auto enumNames<RouterScore> = std::array {
    std::pair {RouterScore::Softmax, std::string_view("softmax")},
    std::pair {RouterScore::Sigmoid, std::string_view("sigmoid")},
    std::pair {RouterScore::ChosenSoftmax, std::string_view("chosen_softmax")},
};

// What an expert does between its first product and its last.
enum class ExpertGate {
    Halves, // the activation of the first half times the second
    ClampedPairs, // gate and up take turns; both clamped, up plus 1, and the gate's own sigmoid (gpt-oss)
    None, // the activation alone
};

template <>
inline constexpr auto enumNames<ExpertGate> = std::array {
    std::pair {ExpertGate::Halves, std::string_view("halves")},
    std::pair {ExpertGate::ClampedPairs, std::string_view("clamped_pairs")},
    std::pair {ExpertGate::None, std::string_view("none")},
};

// A router sends each token to the best `active` of `count` multi-layer perceptrons and adds up what they give.
struct Experts {
    static constexpr std::string_view name = "experts";
    std::int64_t width = 0;
    std::int64_t intermediate = 0;
    std::int64_t count = 0;
    std::int64_t active = 0;
    Activation activation = Activation::Silu;
    bool normalised = true; // the weights of the chosen ones sum to 1
    std::int64_t ranks = 1; // that hold `count` experts each and send each other the tokens, to all equally many
    RouterScore score = RouterScore::Softmax;
    std::int64_t groups = 0; // of experts, of which `active_groups` are chosen first; 0: none
    std::int64_t active_groups = 0;
    double scaling = 0; // of the weights; 0: they are taken as they are
    bool wide_router = false; // in fp32, whatever the precision
    bool biased = false; // router and products have biases
    bool transposed = false; // weights [count, in, out] instead of [count, out, in]
    ExpertGate gate = ExpertGate::Halves;
    std::int64_t router_width = 0; // of a second value, which the router takes; 0: it takes what the experts take
    bool normed_router = false; // its input is normed and scaled; a learned factor for each expert's weight (Gemma 4)
    double norm_epsilon = 1e-6; // of that norm
    // What frameworks that train over many devices make of it (core/framework).
    bool permuted = false; // rows are copied on each way between tokens, ranks and experts, and weights multiply what
                           // is between the products, by the kernel of the activation (Megatron-Core)
    bool indexed = false; // rows are taken and put back by their numbers, an expert's filled up to a multiple of 8, and
                          // weights multiply what the experts give, in fp32 (torchtitan)
    bool accumulates = false; // as of Linear
    bool placeholder = false; // as of Linear, an expert's weights for all
    bool recomputed_in_backward =
        false; // what stands between the products runs again in the backward pass, and is not kept till then
    Fp8Recipe fp8 = Fp8Recipe::None; // as of Linear

    // Width of what the router takes.
    std::int64_t routerWidth() const { return router_width > 0 ? router_width : width; }
    // True if replicas shard the block's 16-bit parameters themselves (GptOssModel in
    // torchtitan/models/gpt_oss/model/model.py).
    bool dividedLow() const { return indexed && biased; }
    // Columns of an expert's first product, for each of its last one's rows.
    std::int64_t firstProducts() const { return gate == ExpertGate::None ? 1 : 2; }

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("width", op.width);
        visit("intermediate", op.intermediate);
        visit("count", op.count);
        visit("active", op.active);
        visit("activation", op.activation);
        visit("normalised", op.normalised);
        visit("ranks", op.ranks);
        visit("score", op.score);
        visit("groups", op.groups);
        visit("active_groups", op.active_groups);
        visit("scaling", op.scaling);
        visit("wide_router", op.wide_router);
        visit("biased", op.biased);
        visit("transposed", op.transposed);
        visit("gate", op.gate);
        visit("router_width", op.router_width);
        visit("normed_router", op.normed_router);
        visit("norm_epsilon", op.norm_epsilon);
        visit("permuted", op.permuted);
        visit("indexed", op.indexed);
        visit("accumulates", op.accumulates);
        visit("placeholder", op.placeholder);
        visit("remade", op.recomputed_in_backward);
        visit("fp8", op.fp8);
    }
    friend bool operator==(const Experts&, const Experts&) = default;
};

// A router whose scores scale the tokens before every expert computes all of them; what a token was not sent to takes
// zeros (Llama 4): [b, s, width].
struct DenseExperts {
    static constexpr std::string_view name = "dense_experts";
    std::int64_t width = 0;
    std::int64_t intermediate = 0;
    std::int64_t count = 0;
    std::int64_t active = 0; // with a score above zero, a token
    Activation activation = Activation::Silu;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("width", op.width);
        visit("intermediate", op.intermediate);
        visit("count", op.count);
        visit("active", op.active);
        visit("activation", op.activation);
    }
    friend bool operator==(const DenseExperts&, const DenseExperts&) = default;
};

}
