// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/calibration/plannedrun.h"
#include "core/estimate/estimate.h"

namespace stagecraft {

// Prediction for a measured run: the estimate and the peaks of the rank that was measured.
struct RunEstimate {
    Estimate estimate;
    DeviceEstimate device;

    // Returns the reason why bytes of this kind are unknown, as reserved bytes are without a replay of the stage's
    // allocations. Empty if they are known.
    Message obstacle(MemoryKind kind) const;
    // Peak in bytes of this kind, and its bounds.
    Bytes peak(MemoryKind kind) const;
    Bytes peakLow(MemoryKind kind) const;
    Bytes peakHigh(MemoryKind kind) const;
};

// Estimates a run without measurements of its layers. Errors: those of estimatePlan(). Safe from any thread.
Result<RunEstimate> estimateRun(const Run& run, const PlannedRun& planned);

// Estimates only the step time, which is faster.
Result<Seconds> estimateStep(const PlannedRun& planned);

// Returns the kind of bytes that was measured for a run.
MemoryKind kindOf(const Run& run, Framework framework);

}
