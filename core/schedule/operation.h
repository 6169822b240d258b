// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stagecraft {

// A backward pass is one operation, or two: the gradient of the input, for which the stage before waits, and the
// gradient of the weights, which can be put off (Qi et al. 2024, "Zero Bubble Pipeline Parallelism"). An update is the
// optimizer step of a stage.
enum class OperationKind : std::uint8_t { Forward, Backward, InputGradient, WeightGradient, Update };

// One operation of a stage on one micro-batch. Of an update: the last micro-batch whose gradients are in it.
struct Operation {
    OperationKind kind = OperationKind::Forward;
    std::int64_t micro_batch = 0;
    int stage = 0; // index into OperationOrder::stages
    // It runs side by side with the next operation: both begin when both can, and what they give is there when both
    // have ended.
    bool joined = false;

    friend bool operator==(const Operation&, const Operation&) = default;
};

}
