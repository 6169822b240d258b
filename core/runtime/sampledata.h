// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/layer.h"

#include <torch/types.h>

namespace stagecraft {

// Random but repeatable data of the right shapes. All on `device`.

// A layer's input: token ids for the token embedding, else normally distributed floats, without gradient.
torch::Tensor makeInput(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence, torch::Device device);
// Right answers for a layer that ends in the loss; undefined for others.
torch::Tensor makeLabels(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence, torch::Device device);

// True if the input comes with the sample, not from an earlier layer, and has no gradient.
bool beginsChain(const LayerSpec& spec);

}
