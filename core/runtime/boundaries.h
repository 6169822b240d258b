// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/autograd/function.h>
#include <torch/types.h>

#include <vector>

namespace stagecraft {

// What lies on either side of a layer that runs alone. Both stand in for neighbours without adding bytes of their own.

// Makes `input` look like the output of an earlier layer: its gradient is taken and dropped at once, and nothing but
// the layer's own graph and the caller keeps its bytes.
torch::Tensor fromEarlierLayer(torch::Tensor input);

// Where a layer's graph ends. Keeping it does not keep the output itself.
struct GraphEnd {
    torch::autograd::Edge edge;
    std::vector<std::int64_t> shape;
    torch::TensorOptions options;
};
GraphEnd graphEnd(const torch::Tensor& output);

// The scalar of all later layers: its backward makes the output's gradient, which the engine frees as soon as it is
// used.
torch::Tensor laterLayers(const GraphEnd& end);

// Runs backward with a gradient that is freed as soon as it is used.
void backwardHandingOver(const GraphEnd& end, torch::Tensor gradient);

// Runs backward with a gradient that the caller keeps, as a stage does with the buffer it received it in.
void backwardFrom(const GraphEnd& end, const torch::Tensor& gradient);

}
