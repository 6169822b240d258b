// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Streams device memory with growing amounts, up to beyond the caches: with a copy kernel on CUDA, with a sum of two
// vectors on all threads on the CPU.
ProbeSeries memorySeries(const RuntimeDevice& device);

}
