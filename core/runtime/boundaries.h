// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/autograd/function.h>
#include <torch/types.h>

#include <memory>
#include <vector>

namespace stagecraft {

// What lies on either side of a layer that runs alone. Both stand in for neighbors without adding bytes of their own.

// Makes `input` look like the output of an earlier layer: its gradient is taken and dropped at once, and nothing but
// the layer's own graph and the caller keeps its bytes.
torch::Tensor fromEarlierLayer(torch::Tensor input);

// The same, but the gradient stays in `gradient` until the caller drops it: that of a skip waits for its maker while
// other layers run.
torch::Tensor fromFarLayer(torch::Tensor input, std::shared_ptr<torch::Tensor> gradient);

// Where a layer's graph ends, for each of its outputs that has a gradient. Keeping it does not keep the outputs.
struct OutputEnd {
    torch::autograd::Edge edge;
    std::vector<std::int64_t> shape;
    torch::TensorOptions options;
};
using GraphEnd = std::vector<OutputEnd>;
GraphEnd graphEnd(const std::vector<torch::Tensor>& outputs);

// A gradient of ones for each output.
std::vector<torch::Tensor> gradientsOf(const GraphEnd& end);

// The scalar of all later layers: its backward makes the outputs' gradients, which the engine frees as soon as they are
// used. `end` must not be empty.
torch::Tensor laterLayers(const GraphEnd& end);

// Runs backward with gradients that are freed as soon as they are used.
void backwardHandingOver(const GraphEnd& end, std::vector<torch::Tensor> gradients);

// Runs backward with gradients that the caller keeps, as a stage does with the buffers it received them in.
void backwardFrom(const GraphEnd& end, const std::vector<torch::Tensor>& gradients);

}
