// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// The device's own memory over growing amounts, to beyond its caches: on CUDA a kernel of our own that copies, on the
// CPU a sum of two vectors by all threads.
ProbeSeries memorySeries(const RuntimeDevice& device);

}
