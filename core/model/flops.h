// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"

namespace stagecraft {

// Floating-point operations of one forward pass over an input of this shape; a multiply-add counts two. Matrix
// products, convolutions, attention and the active experts only. (Kaplan et al. 2020,
// appendix B; causal attention is counted in full, as published MFU figures do.) 0 where the shapes do not fit.
// `expert_capacity`: of experts that are spread over ranks, the rows that they take over those that tokens fill; empty
// ones are multiplied too.
Flops forwardFlops(const Program& program, const Boundary& inputs, double expert_capacity = 1);

// Of these, what is run again where the layer is: all but what is stored (isStored()).
Flops rerunFlops(const Program& program, const Boundary& inputs, double expert_capacity = 1);

// Of its backward pass: a product or convolution, those of a router and of its experts too, has one for the gradient of
// its input, where that learns, and one for that of its weight, unless that is frozen; attention twice its forward
// pass. A bias has none, and what nothing before learns. `learning`: of each input, whether a gradient is wanted; what
// is missing is not.
Flops backwardFlops(const Program& program, const Boundary& inputs, const std::vector<bool>& learning,
                    double expert_capacity = 1);

// Of the whole model over `samples` samples. 0 for layer tables.
Flops forwardFlops(const Model& model, std::int64_t samples, std::int64_t sequence);

// The same of a forward and a backward pass of a model with its frozen parameters marked (withTrainable()).
Flops trainingFlops(const Model& model, std::int64_t samples, std::int64_t sequence);

}
