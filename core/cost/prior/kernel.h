// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <variant>
#include <vector>

namespace stagecraft {

// Shape of a grouped matrix product: [rows, in] x [in, out] per group. Counts are integers.
struct ProductShape {
    double groups = 1;
    double rows = 1;
    double out = 1;
    double in = 1;
    bool fp8 = false; // both factors are FP8

    Flops flops() const { return Flops(2 * groups * rows * out * in); }
    // Shapes of the two products of the backward pass: gradient of the input, gradient of the weight.
    ProductShape ofInput() const { return {groups, rows, in, out, fp8}; }
    ProductShape ofWeight() const { return {groups, out, in, rows, fp8}; }
};

// Shape of fused attention, which writes no scores to memory.
struct AttentionShape {
    double heads = 1; // heads x samples
    double queries = 1;
    double keys = 1;
    double width = 1; // per head
    double value_width = 1;
    bool causal = false;
    bool backward = false;

    // FLOPs as published figures count them: causal attention in full, twice as much for the backward pass.
    Flops flops() const { return Flops((backward ? 4 : 2) * heads * queries * keys * (width + value_width)); }
    // FLOPs that the kernel executes: half of the scores under a causal mask; the backward pass recomputes scores, so
    // it has five products for the two of a forward pass (Dao et al. 2022, FlashAttention, algorithm 4).
    Flops done() const { return flops() * ((causal ? 0.5 : 1) * (backward ? 1.25 : 1)); }
};

// Work of one kernel on a device, or of `count` equal kernels.
struct Kernel {
    std::variant<std::monostate, ProductShape, AttentionShape> shape {}; // monostate: moves bytes only
    double traffic = 0; // bytes read and written; for products without the weights
    int count = 1;

    Flops flops() const; // as AttentionShape::flops()
};

// Work of the kernels of a pass.
struct PassWork {
    std::vector<Kernel> kernels;

    Flops flops() const;
    double traffic() const; // bytes
    int operations() const;
};

}
