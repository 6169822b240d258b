// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Copies between each two CUDA devices of this machine, each way. None where there are less than two.
std::vector<ProbeSeries> linkSeries(const RuntimeDevice& device);

// Sums over all CUDA devices of this machine by NCCL, over growing sizes. None where there are less than two.
std::vector<ProbeSeries> allReduceSeries(const RuntimeDevice& device);

}
