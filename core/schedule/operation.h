// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stagecraft {

// Kind of an operation. A backward pass is one operation, or two: the gradient of the input, for which the previous
// stage waits, and the gradient of the weights, which can be postponed (Qi et al. 2024, "Zero Bubble Pipeline
// Parallelism"). An update is the optimizer step of a stage.
enum class OperationKind : std::uint8_t { Forward, Backward, InputGradient, WeightGradient, Update };

// True for operations that use saved activations and produce the gradient of their input.
constexpr bool isBackward(OperationKind kind)
{
    return kind == OperationKind::Backward || kind == OperationKind::InputGradient;
}

// Operation of a stage on one micro-batch; for an update, the last micro-batch whose gradients it includes. Kept small,
// since a step may have millions.
struct Operation {
    constexpr Operation() = default;
    constexpr Operation(OperationKind k, std::int64_t m, int s = 0)
        : kind(k), micro_batch(static_cast<std::int32_t>(m)), stage(s)
    {
    }

    OperationKind kind = OperationKind::Forward;
    // True if it runs concurrently with the next operation: both begin when both can, and their outputs are ready when
    // both have ended.
    bool joined = false;
    std::int32_t micro_batch = 0;
    std::int32_t stage = 0; // index into OperationOrder::stages

    friend bool operator==(const Operation&, const Operation&) = default;
};

}
