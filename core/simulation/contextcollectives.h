// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/layercollectives.h"

namespace stagecraft {

// Returns the collectives of attention's forward pass with sharded tokens; the backward pass has the same, with the
// gradients of the passed keys and values. `op`, `statement`: of one tensor-parallel rank; `shapes`: of the layer's
// values, for all tokens; `number`: bytes per number. Empty for context-parallel size 1.
// Errors: OptionUnsupported if tokens or heads are not divisible by it.
Result<std::vector<LayerCollective>> attentionCollectives(const Attention& op, const Statement& statement,
                                                          const std::vector<Shape>& shapes, const LayerDegrees& degrees,
                                                          std::int64_t number);

}
