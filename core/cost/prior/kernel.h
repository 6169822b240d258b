// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <variant>
#include <vector>

namespace stagecraft {

// A matrix product, rows x in by in x out, of each group. Counts are whole numbers.
struct ProductShape {
    double groups = 1;
    double rows = 1;
    double out = 1;
    double in = 1;
    bool fp8 = false; // both factors

    Flops flops() const { return Flops(2 * groups * rows * out * in); }
    // The products of its backward pass: of the input's gradient, and of the weight's.
    ProductShape ofInput() const { return {groups, rows, in, out, fp8}; }
    ProductShape ofWeight() const { return {groups, out, in, rows, fp8}; }
};

// Attention in one kernel, which writes no scores.
struct AttentionShape {
    double heads = 1; // of all samples
    double queries = 1;
    double keys = 1;
    double width = 1; // of a head
    double value_width = 1;
    bool causal = false;
    bool backward = false;

    // As published figures count it: causal attention in full, twice as much backwards.
    Flops flops() const { return Flops((backward ? 4 : 2) * heads * queries * keys * (width + value_width)); }
    // What a kernel does: half of the scores where a mask hides the rest; backwards scores are made again, so that
    // there are five products for the two of a forward pass (Dao et al. 2022, FlashAttention, algorithm 4).
    Flops done() const { return flops() * ((causal ? 0.5 : 1) * (backward ? 1.25 : 1)); }
};

// What a kernel does on a device, or several that are alike.
struct Kernel {
    std::variant<std::monostate, ProductShape, AttentionShape> shape {}; // none: it only moves bytes
    double traffic = 0; // bytes that it reads and writes, of a product without its weights
    int count = 1;

    Flops flops() const; // as AttentionShape::flops()
};

// What the kernels of a pass do.
struct PassWork {
    std::vector<Kernel> kernels;

    Flops flops() const;
    double traffic() const; // bytes
    int operations() const;
};

}
