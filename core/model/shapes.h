// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Lengths of a tensor's dimensions, samples first; empty for a scalar.
using Shape = std::vector<std::int64_t>;

// Tensors that cross from one layer to the next, the hidden state first.
using Boundary = std::vector<Shape>;

// Returns a text such as "2 x 512 x 768" or "a number".
Argument shapeText(const Shape& shape);

// Returns the shapes of all values of a program: its inputs, then the results in order.
// Errors: LayerMismatch if an operator, or the layer, does not accept its input.
Result<std::vector<Shape>> valueShapes(const Program& program, const Boundary& inputs);

// Returns the shapes of a program's outputs. Errors: as valueShapes().
Result<Boundary> outputShapes(const Program& program, const Boundary& inputs);

// Overload for any layer; empty for layer tables. A TorchScript child accepts only samples of the shape that it was
// described with.
Result<Boundary> outputShapes(const LayerSpec& spec, const Boundary& inputs);

// Shape of `micro_batch` samples of the model: [b, sequence] token ids or [b, 3, side, side] pixels.
Shape sampleShape(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// Returns the input shapes of each layer of the chain and, last, the output shapes of the chain. Layer tables have no
// shapes: an empty boundary each. Errors: LayerMismatch; `where` names the layer.
Result<std::vector<Boundary>> boundaryShapes(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// Returns the number of elements of all tensors of a boundary.
std::int64_t elementCount(const Boundary& boundary);

// True if a layer takes or returns several tensors.
bool hasSides(const LayerSpec& spec);
// uses(): true if a layer computes with the input of this index. passes(): true if the output of this index is an
// unchanged input.
bool uses(const LayerSpec& spec, std::size_t input);
bool passes(const LayerSpec& spec, std::size_t output);

// True if the layer ends in the loss.
bool endsInLoss(const LayerSpec& spec);

// True if the layer reads the labels, for the loss or as the decoder's input.
bool readsLabels(const LayerSpec& spec);

// True if the layer takes the sample itself, which has no gradient.
bool beginsChain(const LayerSpec& spec);

}
