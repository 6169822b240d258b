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

// "2 x 512 x 768", "a number".
std::string shapeText(const Shape& shape);

// The shapes of all values of a program whose input has this shape: the input, then the results in order.
// Errors: LayerMismatch where an operator cannot take what it is given.
Result<std::vector<Shape>> valueShapes(const Program& program, const Shape& input);

// What a sample of the model is, `micro_batch` of them: [b, sequence] ids or [b, 3, side, side] colours.
Shape sampleShape(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// What goes into each layer of the chain and, last, what comes out of it. Layer tables have no shapes: all empty.
// Errors: LayerMismatch; `where` names the layer.
Result<std::vector<Shape>> boundaryShapes(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// True if the layer ends in the loss.
bool endsInLoss(const LayerSpec& spec);

// True if the layer takes the sample itself, which has no gradient.
bool beginsChain(const LayerSpec& spec);

}
