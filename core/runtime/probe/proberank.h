// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

namespace stagecraft {

// This process as one of those that mpiexec started to measure messages between them, in about `budget`. Rank 0 decides
// what comes next and writes {"links": [], "all_reduces": [], "left_out": []}, coded as in a probe, to the descriptor
// `output`. Gives the exit status: 1 where this program was built without MPI.
int runProbeRank(int output, Seconds budget);

}
