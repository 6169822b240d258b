// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"
#include "core/profile/measurement.h"

#include <torch/types.h>

namespace stagecraft {

// Random but repeatable data without gradients, on `device`.

// Makes a layer's input of this shape: token ids if the layer takes them, else normally distributed numbers of `type`.
torch::Tensor makeInput(const LayerSpec& spec, const Shape& shape, NumberType type, torch::Device device);
// Makes a side input of a layer.
torch::Tensor makeSide(const Shape& shape, const SideInput& side, torch::Device device);
// Makes targets for a layer that reads them and has inputs of these shapes; undefined for other layers.
torch::Tensor makeLabels(const LayerSpec& spec, const Boundary& inputs, torch::Device device);

}
