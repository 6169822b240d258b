// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <vector>

namespace stagecraft {

// Those of a space that differ in nothing but the ZeRO stage together, all in the order in which they come.
std::vector<std::vector<Configuration>> zeroVariants(const PlanSpace& space,
                                                     const std::vector<Configuration>& configurations);

}
