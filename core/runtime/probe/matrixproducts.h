// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Square matrix products in libtorch, for each number type with growing sizes, since small products reach lower rates
// than large ones. TF32 on CUDA devices that support it. Ends with the clocks.
std::vector<ProbeSeries> matrixSeries(const RuntimeDevice& device);

}
