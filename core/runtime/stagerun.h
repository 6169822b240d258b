// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace stagecraft {

// Measures the peak of a training step of consecutive layers, run as a single pipeline stage: the operations in their
// order, each forward pass from a receive buffer, each backward pass from a received gradient, then the optimizer.
// Excludes labels, and the memory from which samples are copied when their forward pass begins. `layers`: one point
// each, from chainPoints(), for one micro-batch. Errors: those of shardAt(). Throws libtorch's exceptions.
Result<Bytes> peakOfStage(const std::vector<ProfilePoint>& layers, const std::vector<Operation>& operations,
                          const RuntimeDevice& device);

// Measured figures of a stage.
struct StageFigures {
    Bytes peak; // as returned by peakOfStage()
    Bytes reserved_peak;
    Timing step;
    int repeats = 0;
};

// Measures the stage including the time of a step, repeated for `enough` but at least three times.
Result<StageFigures> runStage(const std::vector<ProfilePoint>& layers, const std::vector<Operation>& operations,
                              const RuntimeDevice& device, Seconds enough);

// Runs the layers of a check as a stage: all forward passes, then all backward passes. Fills in the peak and the times
// of one micro-batch. Errors: those of shardAt() and secondOf(). Throws libtorch's exceptions.
Result<void> measureStage(const ProfilePoint& check, const RuntimeDevice& device, Measurement& measurement);

}
