// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

#include <string>

namespace stagecraft {

// Messages between processes of this machine, and sums over them, by MPI: what links are to GPUs. Starts one process
// for each thread that libtorch works with (2 at least, 8 at most), each running `rankProgram` (the path of
// stagecraft-worker) in its role as a rank. None on CUDA devices, and without a program. Fails where this program was
// built without MPI.
std::vector<ProbeSeries> messageSeries(const RuntimeDevice& device, const std::string& rankProgram);

}
