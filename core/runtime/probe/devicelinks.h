// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

namespace stagecraft {

// Copies between each pair of this machine's CUDA devices, in both directions. Empty for fewer than two devices.
std::vector<ProbeSeries> linkSeries(const RuntimeDevice& device);

// NCCL all-reduces over all CUDA devices of this machine, with growing sizes. Empty for fewer than two devices.
std::vector<ProbeSeries> allReduceSeries(const RuntimeDevice& device);

}
