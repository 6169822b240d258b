// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

#include <optional>

namespace stagecraft {

// Differences between a framework's operators of a layer and those of the libraries that models come from. Saved
// tensors follow from the operators (core/cost/prior). The framework's source file cites the origin of each option.
struct LayerStyle {
    bool packed_heads = false; // one product for queries, keys and values
    bool packed_gates = false; // one product for gate and up projection, and one kernel for both halves
    bool row_masks = false; // Embedding::row_mask
    bool fused_norms = false; // RMSNorm in one kernel
    bool fused_gelu = false; // every variant of GELU in one kernel
    std::optional<RotaryForm> rotary {};
    bool keeps_normed_rotary = false; // except for attention with normed heads, which keeps its model's form
    bool unpacked_heads = false; // Attention::unpacked
    bool fused_scores = false; // Attention::fused_scores
    bool flexible_sinks = false; // Attention::flexible for attention with sinks
    bool permuted_experts = false; // Experts::permuted
    bool indexed_experts = false; // Experts::indexed
    bool recomputed_norms = false; // RmsNorm::recomputed_in_backward for norms that are not fused into a product
    bool recomputed_activations = false; // Experts::recomputed_in_backward
    bool recomputed_latent_heads = false; // Attention::recomputed_in_backward, and the projections from latent vectors
    bool reruns_mlps = false; // Statement::segment for products between two residual sums without attention or experts
    bool reruns_experts = false; // Statement::segment for experts with the terms that are added to their result
    bool reruns_shared_experts = false; // Statement::segment only for the terms that are added to the result of experts
    bool accumulates = false; // Linear::accumulates for trainable weights
    bool placeholders = false; // Linear::placeholder for all except the projection onto the classes
    bool regathers = false; // Linear::regathers
    Fp8Recipe fp8 = Fp8Recipe::None; // Linear::fp8 except for the output layer
    bool in_place_loss = false; // CrossEntropy::in_place
    bool low_loss = false; // CrossEntropy::low
    bool loss_parallel = false; // CrossEntropy::loss_parallel
    bool stores_operators = false; // ExecutionMode::selects_operators
    // torch.compile: pointwise operators in one kernel, which saves only tensors that a gradient needs
    bool compiled = false;
    bool given_labels = false; // labels come shifted with the samples, and no result is kept to the end of the pass
};

// Returns the program in this style. Parameters are the same, except that some are packed into one tensor. Idempotent.
Program inStyle(const Program& program, const LayerStyle& style);

// Applies the style to every layer that has a program.
Model inStyle(Model model, const LayerStyle& style);

}
