// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Lengths of a tensor's dimensions, the samples first; empty for a scalar.
using Shape = std::vector<std::int64_t>;

// The tensors that cross from one layer to the next, the hidden state first.
using Boundary = std::vector<Shape>;

// "2 x 512 x 768", "a number".
Argument shapeText(const Shape& shape);

// The shapes of all values of a program: what it takes, then the results in order.
// Errors: LayerMismatch where an operator, or the layer, cannot take what it is given.
Result<std::vector<Shape>> valueShapes(const Program& program, const Boundary& inputs);

// The shapes of what a program gives. Errors: as valueShapes().
Result<Boundary> outputShapes(const Program& program, const Boundary& inputs);

// The same of any layer; an empty one for layer tables. A TorchScript child takes only samples such as it was described
// with.
Result<Boundary> outputShapes(const LayerSpec& spec, const Boundary& inputs);

// What a sample of the model is, `micro_batch` of them: [b, sequence] ids or [b, 3, side, side] colors.
Shape sampleShape(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// What goes into each layer of the chain and, last, what comes out of it. Layer tables have no shapes: one empty each.
// Errors: LayerMismatch; `where` names the layer.
Result<std::vector<Boundary>> boundaryShapes(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// Number of elements of all tensors of a boundary.
std::int64_t elementCount(const Boundary& boundary);

// True if a layer takes or gives several tensors.
bool hasSides(const LayerSpec& spec);
// True if a layer works on the input of this index; true if the output of this index is an input as it came.
bool uses(const LayerSpec& spec, std::size_t input);
bool passes(const LayerSpec& spec, std::size_t output);

// True if the layer ends in the loss.
bool endsInLoss(const LayerSpec& spec);

// True if the layer is given the right answers: for the loss, or as what a decoder reads.
bool readsLabels(const LayerSpec& spec);

// True if the layer takes the sample itself, which has no gradient.
bool beginsChain(const LayerSpec& spec);

}
