// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/operators.h"

namespace stagecraft::prior {

// Records the mixer of Mamba-2 between its projections. `gradients`: gradient bytes of its parameters in order.
Value writeMamba2(const Mamba2& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients);

}
