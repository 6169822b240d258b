// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/layermodule.h"

namespace stagecraft {

// Runs the layer's forward pass without a graph; the backward pass runs it again with one (activation checkpointing,
// Chen et al. 2016). Only the inputs and the tensors shared by the chain are kept. `layer` must outlive the results'
// graph.
std::vector<torch::Tensor> recomputedForward(LayerModule& layer, const std::vector<torch::Tensor>& inputs,
                                             const torch::Tensor& labels, ChainContext& context);

}
