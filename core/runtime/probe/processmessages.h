// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

#include <string>

namespace stagecraft {

// Messages and all-reduces between processes of this machine by MPI, the CPU's counterpart of GPU links. Starts one
// process per libtorch thread (at least 2, at most 8), each running `rankProgram` (the path of stagecraft-worker) as a
// rank. Empty on CUDA devices and without a program. Fails if this program was built without MPI.
std::vector<ProbeSeries> messageSeries(const RuntimeDevice& device, const std::string& rankProgram);

}
