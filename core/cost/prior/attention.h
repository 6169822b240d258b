// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/operators.h"

namespace stagecraft::prior {

// Attention between the projections, and behind it keys and values where later layers take them. `gradients`: bytes of
// those of its own norms.
std::vector<Value> writeAttention(const Attention& op, OperatorScene& scene,
                                  const std::vector<std::int64_t>& gradients);

}
