// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

namespace stagecraft {

// Runs this process as one rank of those that mpiexec started to measure messages between them, in about `budget`. Rank
// 0 controls the sequence and writes {"links": [], "all_reduces": [], "left_out": []}, encoded as in a probe, to the
// descriptor `output`. Returns the exit status: 1 if this program was built without MPI.
int runProbeRank(int output, Seconds budget);

}
