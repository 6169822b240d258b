// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/breakdown.h"

#include <array>

namespace stagecraft {

// Members of MemoryBreakdown, for sums over all categories.
inline constexpr std::array breakdownParts {
    &MemoryBreakdown::parameters,  &MemoryBreakdown::gradients,  &MemoryBreakdown::optimizer,
    &MemoryBreakdown::activations, &MemoryBreakdown::boundaries, &MemoryBreakdown::communication,
    &MemoryBreakdown::workspace,   &MemoryBreakdown::framework,
};

}
