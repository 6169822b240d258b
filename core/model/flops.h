// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"

namespace stagecraft {

// Returns the floating-point operations of one forward pass over an input of this shape; a multiply-add counts as two.
// Counts only matrix products, convolutions, attention and active experts (Kaplan et al. 2020, appendix B; causal
// attention counts in full, as in published MFU figures). 0 if the shapes do not fit. `expert_capacity`: with expert
// parallelism, rows computed per filled row; empty rows are multiplied too.
Flops forwardFlops(const Program& program, const Boundary& inputs, double expert_capacity = 1);

// Returns the part of forwardFlops() that recomputation of the layer repeats: everything except stored results
// (isStored()).
Flops rerunFlops(const Program& program, const Boundary& inputs, double expert_capacity = 1);

// Returns the floating-point operations of the backward pass. Each matrix product or convolution (routers and experts
// included) counts once for the gradient of its input, if that input needs one, and once for the gradient of its
// weight, unless the weight is frozen. Attention counts twice its forward pass; biases are not counted. `learning[i]`:
// true if input i needs a gradient; missing entries are false.
Flops backwardFlops(const Program& program, const Boundary& inputs, const std::vector<bool>& learning,
                    double expert_capacity = 1);

// Returns the operations of the whole model over `samples` samples. 0 for layer tables.
Flops forwardFlops(const Model& model, std::int64_t samples, std::int64_t sequence);

// Returns the operations of a forward and a backward pass of a model with its frozen parameters marked
// (withTrainable()).
Flops trainingFlops(const Model& model, std::int64_t samples, std::int64_t sequence);

}
