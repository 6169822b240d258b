// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"
#include "core/problem/precision.h"

#include <torch/types.h>

namespace stagecraft {

// Random but repeatable data of the right shapes, without gradient. All on `device`.

// A layer's input of this shape: token ids for a layer that takes them, else normally distributed numbers of a type.
torch::Tensor makeInput(const LayerSpec& spec, const Shape& shape, NumberType type, torch::Device device);
// Right answers for a layer that ends in the loss and takes an input of this shape; undefined for others.
torch::Tensor makeLabels(const LayerSpec& spec, const Shape& input, torch::Device device);

}
