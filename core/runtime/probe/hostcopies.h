// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Copies between pinned host memory and a CUDA device, each way alone and both at the same time, over growing sizes. On
// the CPU, between buffers in the host's memory by one thread each way.
std::vector<ProbeSeries> copySeries(const RuntimeDevice& device);

}
