// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/measurement.h"
#include "core/runtime/device.h"

#include <functional>

namespace stagecraft {

// The memory that a run may take: what is free of the host, or of the GPU without what libtorch has in stock.
Bytes availableMemory(const RuntimeDevice& device);

// What that limit is: a measurement that ran out of memory names it, as it says nothing of another.
Message memoryLimit(const RuntimeDevice& device);

struct RunOutcome {
    MeasurementStatus status = MeasurementStatus::Done;
    Message message; // why it did not come to its end
};

// Runs work that may need more memory than there is, from the same random numbers each time. On the host it is limited
// to what is free, so that others keep theirs. Errors: those of the work.
Result<RunOutcome> runWithin(const RuntimeDevice& device, Bytes available, const std::function<Result<void>()>& work);

}
