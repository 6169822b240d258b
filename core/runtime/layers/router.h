// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/runoperator.h"

#include <torch/types.h>

namespace stagecraft {

// Experts selected for each token and their weights: [tokens, active] each.
struct Routing {
    torch::Tensor weights;
    torch::Tensor experts;
};

// Routes [tokens, router width] as the operator specifies, with the router's parameters and buffers in `run`. Throws
// libtorch's exceptions.
Routing route(const Experts& op, const torch::Tensor& tokens, const OperatorRun& run);

// Returns each token's score for every expert, [tokens, count]; 0 for experts not selected.
torch::Tensor scoresOfChosen(const DenseExperts& op, const torch::Tensor& tokens, const torch::Tensor& router);

}
