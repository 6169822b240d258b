// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/runoperator.h"

#include <torch/types.h>

namespace stagecraft {

// Inputs of attention: [b, heads, s, head width], values [b, heads, s, value width]. Keys and values may have fewer
// heads.
struct Heads {
    torch::Tensor query;
    torch::Tensor key;
    torch::Tensor value;
    // Gate before its sigmoid that scales the result, [b, s, heads x value width]; usually undefined.
    torch::Tensor gate {};
};

// Splits the projections' outputs into heads, normalizes them and applies rotary positions as the operator specifies.
// Throws libtorch's exceptions.
Heads makeHeads(const Attention& op, const OperatorRun& run);

// Applies rotary positions to `heads` [b, heads, s, width] (complex: [b, s, heads, width]) with the libtorch calls of
// the library that the form comes from.
torch::Tensor rotated(const Attention& op, const torch::Tensor& heads, const RotaryTable& table);

}
