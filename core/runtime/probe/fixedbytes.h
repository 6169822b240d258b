// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Returns the device memory that a probe may use at a time: a quarter of the free memory.
Bytes freeBytesOn(const RuntimeDevice& device);

// Returns the memory of a CUDA device that is used outside of libtorch's allocator: by the driver, its libraries and
// other processes. 0 on the CPU.
Bytes takenOutsideAllocator(const RuntimeDevice& device);

// Memory that the first matrix product allocates besides its result. Must be the first series of the process.
ProbeSeries fixedSeries(const RuntimeDevice& device);

}
