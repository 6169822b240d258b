// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/activation.h"
#include "core/model/fp8recipe.h"

#include <cstdint>
#include <string_view>

// Mixture-of-experts operators, see operators.h.
namespace stagecraft {

// Scoring function of the router.
enum class RouterScore {
    Softmax, // softmax over all experts, then the largest are chosen
    Sigmoid, // sigmoid per expert; chosen with a bias that is not trained by gradients (DeepSeek-V3)
    ChosenSoftmax, // softmax over the chosen experts (gpt-oss)
};

template <>
inline constexpr auto enumNames<RouterScore> = std::array {
    std::pair {RouterScore::Softmax, std::string_view("softmax")},
    std::pair {RouterScore::Sigmoid, std::string_view("sigmoid")},
    std::pair {RouterScore::ChosenSoftmax, std::string_view("chosen_softmax")},
};

// Computation between an expert's first and last matrix product.
enum class ExpertGate {
    Halves, // activation of the first half times the second half
    ClampedPairs, // interleaved gate and up, both clamped, up plus 1, gate times its sigmoid (gpt-oss)
    None, // activation alone
};

template <>
inline constexpr auto enumNames<ExpertGate> = std::array {
    std::pair {ExpertGate::Halves, std::string_view("halves")},
    std::pair {ExpertGate::ClampedPairs, std::string_view("clamped_pairs")},
    std::pair {ExpertGate::None, std::string_view("none")},
};

// Mixture of experts: a router sends each token to the best `active` of `count` MLPs and sums their outputs.
struct Experts {
    static constexpr std::string_view name = "experts";
    std::int64_t width = 0;
    std::int64_t intermediate = 0;
    std::int64_t count = 0;
    std::int64_t active = 0;
    Activation activation = Activation::Silu;
    bool normalised = true; // weights of the chosen experts sum to 1
    std::int64_t ranks = 1; // expert-parallel ranks with `count` experts each; tokens are routed uniformly
    RouterScore score = RouterScore::Softmax;
    std::int64_t groups = 0; // groups of experts, of which `active_groups` are chosen first; 0: none
    std::int64_t active_groups = 0;
    double scaling = 0; // factor of the weights; 0: unscaled
    bool wide_router = false; // router in fp32, whatever the precision
    bool biased = false; // router and experts have biases
    bool transposed = false; // weights [count, in, out] instead of [count, out, in]
    ExpertGate gate = ExpertGate::Halves;
    std::int64_t router_width = 0; // width of a separate router input; 0: the router takes the experts' input
    bool normed_router = false; // norm and scale of the router's input; a learned factor per expert (Gemma 4)
    double norm_epsilon = 1e-6; // for the router's norm
    // Variants of distributed training frameworks (core/framework).
    // Rows are copied at each permutation between tokens, ranks and experts; the activation kernel applies the routing
    // weights between the products (Megatron-Core).
    bool permuted = false;
    // Rows are gathered and scattered by index, each expert's padded to a multiple of 8, and routing weights scale the
    // experts' outputs in fp32 (torchtitan).
    bool indexed = false;
    bool accumulates = false; // as Linear::accumulates
    bool placeholder = false; // as Linear::placeholder, one for the weights of all experts
    bool recomputed_in_backward =
        false; // recomputes the tensors between the products in the backward pass instead of saving them
    Fp8Recipe fp8 = Fp8Recipe::None; // as Linear::fp8

    // Width of the router's input.
    std::int64_t routerWidth() const { return router_width > 0 ? router_width : width; }
    // True if replicas shard the block's 16-bit parameters directly (GptOssModel in
    // torchtitan/models/gpt_oss/model/model.py).
    bool dividedLow() const { return indexed && biased; }
    // Columns of an expert's first product per row of its last product.
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

// Mixture of experts whose router scores scale the tokens before every expert computes all of them; tokens not routed
// to an expert are zeros there (Llama 4): [b, s, width].
struct DenseExperts {
    static constexpr std::string_view name = "dense_experts";
    std::int64_t width = 0;
    std::int64_t intermediate = 0;
    std::int64_t count = 0;
    std::int64_t active = 0; // experts per token with a score above zero
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
