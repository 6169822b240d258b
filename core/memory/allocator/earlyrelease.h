// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/tracescript.h"

#include <cstddef>
#include <vector>

namespace stagecraft {

// An input that nobody but a layer's graph holds, and by how much that lowers the backward peak (InputRelease).
struct EarlyInput {
    int tensor = 0; // of the stage's crossings
    Bytes bytes;
    Bytes input_release;
};

// When it goes: before this event of the backward pass.
struct EarlyRelease {
    int tensor = 0;
    std::size_t event = 0;
};

// A trace does not show when inputs go, as they lay outside of it. The latest moments with which the peak of the
// backward pass is lower by the inputs' releases, one input after the other; those without a release stay. `owned`: the
// output's gradient lies in a receive buffer.
std::vector<EarlyRelease> earlyReleases(const TraceScript& script, bool owned, const std::vector<EarlyInput>& inputs);

}
