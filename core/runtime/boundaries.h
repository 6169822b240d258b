// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/autograd/function.h>
#include <torch/types.h>

#include <memory>
#include <vector>

namespace stagecraft {

// Stand-ins for the neighbors of a layer that runs alone. They add no bytes of their own.

// Makes `input` look like the output of an earlier layer: its gradient is consumed and dropped immediately, and only
// the layer's graph and the caller keep its storage alive.
torch::Tensor fromEarlierLayer(torch::Tensor input);

// Like fromEarlierLayer(), but stores the gradient in `gradient` until the caller drops it: the gradient of a skip
// connection waits for its producer while other layers run.
torch::Tensor fromFarLayer(torch::Tensor input, std::shared_ptr<torch::Tensor> gradient);

// End of a layer's graph, one entry per output that has a gradient. Keeping it does not keep the outputs alive.
struct OutputEnd {
    torch::autograd::Edge edge;
    std::vector<std::int64_t> shape;
    torch::TensorOptions options;
};
using GraphEnd = std::vector<OutputEnd>;
GraphEnd graphEnd(const std::vector<torch::Tensor>& outputs);

// Returns a gradient of ones for each output.
std::vector<torch::Tensor> gradientsOf(const GraphEnd& end);

// Returns a scalar that stands for all later layers: its backward produces the outputs' gradients, which the engine
// frees as soon as they are used. `end` must not be empty.
torch::Tensor laterLayers(const GraphEnd& end);

// Runs backward with gradients that are freed as soon as they are used.
void backwardHandingOver(const GraphEnd& end, std::vector<torch::Tensor> gradients);

// Runs backward with gradients that the caller keeps, like a stage with its receive buffers.
void backwardFrom(const GraphEnd& end, const std::vector<torch::Tensor>& gradients);

}
