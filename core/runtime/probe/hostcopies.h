// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Copies between pinned host memory and a CUDA device, in each direction and in both at once, with growing sizes. On
// the CPU: between host buffers, with one thread per direction.
std::vector<ProbeSeries> copySeries(const RuntimeDevice& device);

}
