// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

#include <optional>

namespace stagecraft {

// How a framework runs the operators of a layer where that is not the way of the libraries that models come from.
// What each keeps follows from the operators (core/cost/prior); where a framework has an own way of something is told
// with its source in its file.
struct LayerStyle {
    bool packed_heads = false; // one product for queries, keys and values
    bool packed_gates = false; // one product for the gate and what it opens, and one kernel for both halves
    bool row_masks = false; // Embedding::row_mask
    bool fused_norms = false; // root mean square norms by one kernel
    bool fused_gelu = false; // every form of GELU by one kernel
    std::optional<RotaryForm> rotary {};
    bool keeps_normed_rotary = false; // but for heads that are normed, which turn as their model has it
    bool unpacked_heads = false; // Attention::unpacked
    bool fused_scores = false; // Attention::fused_scores
    bool flexible_sinks = false; // Attention::flexible, for attention with sinks
    bool permuted_experts = false; // Experts::permuted
    bool indexed_experts = false; // Experts::indexed
    bool recomputed_norms = false; // RmsNorm::recomputed_in_backward, of those that no product has taken in
    bool recomputed_activations = false; // Experts::recomputed_in_backward
    bool recomputed_latent_heads = false; // Attention::recomputed_in_backward, and what leads there from latent vectors
    bool reruns_mlps = false; // Statement::segment, of products between two sums without attention or experts
    bool reruns_experts = false; // of experts, with what is added to their result
    bool reruns_shared_experts = false; // of what is added to the result of experts alone
    bool accumulates = false; // Linear::accumulates, of weights that learn
    bool placeholders = false; // Linear::placeholder, of all but the projection onto the classes
    bool regathers = false; // Linear::regathers
    Fp8Recipe fp8 = Fp8Recipe::None; // Linear::fp8, except for the output layer
    bool in_place_loss = false; // CrossEntropy::in_place
    bool low_loss = false; // CrossEntropy::low
    bool loss_parallel = false; // CrossEntropy::loss_parallel
    bool stores_operators = false; // ExecutionMode::selects_operators
    bool compiled = false; // by torch.compile: pointwise operators in one kernel, nothing kept that no gradient needs
    bool given_labels = false; // labels come shifted with the samples, and no result is held to the end of the pass
};

// The program as it is run so. Of the same parameters, up to which are packed into one tensor; a program that is in
// this style already stays as it is.
Program inStyle(const Program& program, const LayerStyle& style);

// The same of every layer that formulas can express.
Model inStyle(Model model, const LayerStyle& style);

}
