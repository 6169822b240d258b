// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Products of square matrices by libtorch, each type of number over growing sizes: the curve by which small products
// are slower than large ones. TF32 on CUDA devices that have it. And then the clocks.
std::vector<ProbeSeries> matrixSeries(const RuntimeDevice& device);

}
