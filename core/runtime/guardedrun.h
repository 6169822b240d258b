// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"

#include <functional>

namespace stagecraft {

// Returns the memory available to a run: free host memory, or the GPU's free memory, excluding libtorch's cache.
Bytes availableMemory(const RuntimeDevice& device);

// Describes that limit. Measurements that ran out of memory mention it, since they say nothing about other limits.
Message memoryLimit(const RuntimeDevice& device);

struct RunOutcome {
    MeasurementStatus status = MeasurementStatus::Done;
    Message message; // reason of the failure
};

// Runs work that may need more memory than available, with the same random seed each time. On the host its memory is
// limited to the free amount, to protect other processes. Errors: those of the work.
Result<RunOutcome> runWithin(const RuntimeDevice& device, Bytes available, const std::function<Result<void>()>& work);

}
