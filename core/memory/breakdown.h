// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace stagecraft {

// Bytes by category at the moment of the peak, which is their sum.
struct MemoryBreakdown {
    Bytes parameters; // parameters and buffers
    Bytes gradients;
    Bytes optimizer;
    Bytes activations;
    Bytes boundaries;
    Bytes communication;
    Bytes workspace;
    Bytes framework;

    Bytes total() const
    {
        return parameters + gradients + optimizer + activations + boundaries + communication + workspace + framework;
    }
    friend bool operator==(const MemoryBreakdown&, const MemoryBreakdown&) = default;
};

enum class MemoryPhase { Forward, Backward, OptimizerStep };

template <>
inline constexpr auto enumNames<MemoryPhase> = std::array {
    std::pair {MemoryPhase::Forward, std::string_view("forward")},
    std::pair {MemoryPhase::Backward, std::string_view("backward")},
    std::pair {MemoryPhase::OptimizerStep, std::string_view("optimizer_step")},
};

// Phase, micro-batch and layer in which the peak is reached.
struct PeakMoment {
    MemoryPhase phase = MemoryPhase::Forward;
    std::int64_t micro_batch = 0;
    int layer = 0; // index in the model's chain

    friend bool operator==(const PeakMoment&, const PeakMoment&) = default;
};

}
