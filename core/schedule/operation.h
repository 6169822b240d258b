// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stagecraft {

// A backward pass is one operation, or two: the gradient of the input, for which the stage before waits, and the
// gradient of the weights, which can be put off (Qi et al. 2024, "Zero Bubble Pipeline Parallelism"). An update is the
// optimizer step of a stage.
enum class OperationKind : std::uint8_t { Forward, Backward, InputGradient, WeightGradient, Update };

// Whether it works on what a forward pass saved, and gives the gradient of its input.
constexpr bool isBackward(OperationKind kind)
{
    return kind == OperationKind::Backward || kind == OperationKind::InputGradient;
}

// One operation of a stage on one micro-batch. Of an update: the last micro-batch whose gradients are in it. Kept
// small: a step may have millions.
struct Operation {
    constexpr Operation() = default;
    constexpr Operation(OperationKind k, std::int64_t m, int s = 0)
        : kind(k), micro_batch(static_cast<std::int32_t>(m)), stage(s)
    {
    }

    OperationKind kind = OperationKind::Forward;
    // It runs side by side with the next operation: both begin when both can, and what they give is there when both
    // have ended.
    bool joined = false;
    std::int32_t micro_batch = 0;
    std::int32_t stage = 0; // index into OperationOrder::stages

    friend bool operator==(const Operation&, const Operation&) = default;
};

}
