// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stagecraft {

// Weight versions of a stage, and the age of the weights that its gradients come from. Ages are in optimizer steps.
struct WeightUse {
    std::int64_t versions = 1; // copies of the weights at the same time, including the newest
    std::int64_t predicted = 0; // additional copies with predicted weights
    // Steps between the weights of the gradient and those it is applied to, without prediction.
    std::int64_t staleness = 0;
    std::int64_t forward_distance = 0; // steps of weight prediction for the forward pass
    std::int64_t backward_distance = 0; // steps of weight prediction for the backward pass

    friend bool operator==(const WeightUse&, const WeightUse&) = default;
};

}
