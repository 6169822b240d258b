// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"
#include "core/profile/measurement.h"

#include <torch/types.h>

namespace stagecraft {

// Random but repeatable data of the right shapes, without gradient. All on `device`.

// A layer's input of this shape: token ids for a layer that takes them, else normally distributed numbers of a type.
torch::Tensor makeInput(const LayerSpec& spec, const Shape& shape, NumberType type, torch::Device device);
// The same for what it takes besides.
torch::Tensor makeSide(const Shape& shape, const SideInput& side, torch::Device device);
// Right answers for a layer that reads them and takes inputs of these shapes; undefined for others.
torch::Tensor makeLabels(const LayerSpec& spec, const Boundary& inputs, torch::Device device);

}
