// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulation/layercollectives.h"

namespace stagecraft {

// What attention sends in its forward pass where ranks have parts of the tokens; in the backward pass the same, keys
// and values that go round with their gradients. `op` and `statement`: as one tensor rank has them; `shapes`: of the
// layer's values, all tokens of them; `number`: bytes of each number. Empty where the context degree is one.
// Errors: OptionUnsupported where tokens or heads do not divide by it.
Result<std::vector<LayerCollective>> attentionCollectives(const Attention& op, const Statement& statement,
                                                          const std::vector<Shape>& shapes, const LayerDegrees& degrees,
                                                          std::int64_t number);

}
