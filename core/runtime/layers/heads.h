// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/runoperator.h"

#include <torch/types.h>

namespace stagecraft {

// What attention works on: [b, heads, s, head_width], values [b, heads, s, value width]; keys and values may have fewer
// heads.
struct Heads {
    torch::Tensor query;
    torch::Tensor key;
    torch::Tensor value;
    torch::Tensor gate {}; // what scales the result before its sigmoid, [b, s, heads x value width]; usually undefined
};

// Heads of what the projections gave: split, normed and turned by their positions as the operator says. Throws what
// libtorch throws.
Heads makeHeads(const Attention& op, const OperatorRun& run);

// `heads` [b, heads, s, width] (complex: [b, s, heads, width]) turned by their positions, by libtorch's calls of the
// library that the form is from.
torch::Tensor rotated(const Attention& op, const torch::Tensor& heads, const RotaryTable& table);

}
