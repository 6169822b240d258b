// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/calibration/plannedrun.h"
#include "core/estimate/estimate.h"

namespace stagecraft {

// What is predicted of a measured run: of each kind of bytes the peak of the rank that was looked at.
struct RunEstimate {
    Estimate estimate;
    DeviceEstimate device;

    // Why bytes of this kind are not known: reserved ones are only where the stage's allocations can be replayed.
    // Empty: they are.
    Message obstacle(MemoryKind kind) const;
    // Of bytes of this kind, and their bounds.
    Bytes peak(MemoryKind kind) const;
    Bytes peakLow(MemoryKind kind) const;
    Bytes peakHigh(MemoryKind kind) const;
};

// Without a measurement of the layers. Errors: those of estimatePlan(). Safe from any thread.
Result<RunEstimate> estimateRun(const Run& run, const PlannedRun& planned);

// Its step alone, which is faster.
Result<Seconds> estimateStep(const PlannedRun& planned);

// Which bytes of a run were measured.
MemoryKind kindOf(const Run& run, Framework framework);

}
