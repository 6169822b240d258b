// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <vector>

namespace stagecraft {

// Groups the configurations of a space that differ only in the ZeRO stage; keeps their order.
std::vector<std::vector<Configuration>> zeroVariants(const PlanSpace& space,
                                                     const std::vector<Configuration>& configurations);

}
