// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.h"

namespace stagecraft {

// Runs options.program on a dry device with `output` as its standard output; forwards signals to it. Returns its exit
// status, 128 + N if signal N terminated it, or dryRunRefused, with a message, if it cannot be started.
int runDry(const WorkerOptions& options, int output);

}
