// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"
#include "core/schedule/schedule.h"

#include <vector>

namespace stagecraft {

// The peak of a training step of consecutive layers, run as a stage of a pipeline on its own: the operations in their
// order, each forward pass from a received buffer, each backward pass from a received gradient, then the optimizer.
// Above labels, and above what samples are copied from when their forward pass begins. `layers`: a point each, as
// chainPoints() gives them, of one micro-batch. Errors: those of shardAt(). Throws what libtorch throws.
Result<Bytes> peakOfStage(const std::vector<ProfilePoint>& layers, const std::vector<Operation>& operations,
                          const RuntimeDevice& device);

// What such a stage shows of a step.
struct StageFigures {
    Bytes peak; // as peakOfStage() gives it
    Bytes reserved_peak;
    Timing step;
    int repeats = 0;
};

// The same with the time of a step, repeated until it took `enough` but three times at least.
Result<StageFigures> runStage(const std::vector<ProfilePoint>& layers, const std::vector<Operation>& operations,
                              const RuntimeDevice& device, Seconds enough);

// Runs the layers of a check as such a stage: all forward passes, then all backward passes. Fills in the peak and the
// times of one micro-batch. Errors: those of shardAt() and secondOf(). Throws what libtorch throws.
Result<void> measureStage(const ProfilePoint& check, const RuntimeDevice& device, Measurement& measurement);

}
