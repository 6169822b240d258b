// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/operators.h"

namespace stagecraft::prior {

// Records attention between the projections. Returns its result, followed by keys and values if later layers use them.
// `gradients`: gradient bytes of the norms of queries and keys.
std::vector<Value> writeAttention(const Attention& op, OperatorScene& scene,
                                  const std::vector<std::int64_t>& gradients);

}
