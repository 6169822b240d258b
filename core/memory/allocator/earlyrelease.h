// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/tracescript.h"

#include <cstddef>
#include <vector>

namespace stagecraft {

// Layer input kept only by that layer's graph, with the reduction of the backward peak when it is freed early
// (InputRelease).
struct EarlyInput {
    int tensor = 0; // index into the stage's crossings
    Bytes bytes;
    Bytes input_release;
};

// Moment of an early release: before event `event` of the backward pass.
struct EarlyRelease {
    int tensor = 0;
    std::size_t event = 0;
};

// Finds when inputs are freed early: a trace does not show that, since they are allocated outside of it. Returns the
// latest moments that lower the peak of the backward pass by the inputs' releases, one input after the other; inputs
// without a release stay. `owned`: the output's gradient is in a receive buffer.
std::vector<EarlyRelease> earlyReleases(const TraceScript& script, bool owned, const std::vector<EarlyInput>& inputs);

}
