// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stagecraft {

// The weights that a stage keeps and how old the ones are that its gradients come from. Ages in optimizer steps.
struct WeightUse {
    std::int64_t versions = 1; // copies of the weights at the same time, the newest one among them
    std::int64_t predicted = 0; // further copies with predicted weights
    std::int64_t staleness = 0; // steps between the weights of the gradient and those it is applied to, unpredicted
    std::int64_t forward_distance = 0; // steps ahead that weights are predicted for the forward pass
    std::int64_t backward_distance = 0; // and for the backward pass

    friend bool operator==(const WeightUse&, const WeightUse&) = default;
};

}
