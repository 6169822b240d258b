// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/runoperator.h"

#include <torch/types.h>

namespace stagecraft {

// Which experts each token goes to, and with what weight: [tokens, active] each.
struct Routing {
    torch::Tensor weights;
    torch::Tensor experts;
};

// Routes [tokens, router width] as the operator says, with the router's parameters and buffers of `run`. Throws what
// libtorch throws.
Routing route(const Experts& op, const torch::Tensor& tokens, const OperatorRun& run);

// Of every expert the score that a token has for it, [tokens, count]; 0 for those that are not chosen.
torch::Tensor scoresOfChosen(const DenseExperts& op, const torch::Tensor& tokens, const torch::Tensor& router);

}
