// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Memory of the device that a probe may use at a time: a quarter of what is free.
Bytes freeBytesOn(const RuntimeDevice& device);

// Memory of a CUDA device that is taken, but not by libtorch's allocator: by the driver, its libraries and other
// processes. None on the CPU.
Bytes takenOutsideAllocator(const RuntimeDevice& device);

// What the first matrix product takes beside its result. Has to be the first of the process.
ProbeSeries fixedSeries(const RuntimeDevice& device);

}
