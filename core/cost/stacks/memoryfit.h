// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/memorymodel.h"

#include <vector>

namespace stagecraft {

// A run as the fit sees it: the stages that its memory can be of, and what was measured.
struct MemorySample {
    std::vector<MemoryTerms> stages;
    Bytes measured;
};

// The coefficients that explain the samples: robust against runs that are unlike the others (Huber's loss on relative
// errors), drawn to their priors as far as the samples say little, within their bounds. Deterministic. With no sample
// they are the priors.
std::vector<MemoryCoefficient> fitMemory(std::vector<MemoryCoefficient> coefficients,
                                         const std::vector<MemorySample>& samples);

}
