// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.h"

namespace stagecraft {

// Runs options.program on a dry device, its standard output being `output`; what asks this process to end, ends it.
// Returns its exit status; 128 and the signal where one ended it; dryRunRefused, with a message, where it cannot be
// started.
int runDry(const WorkerOptions& options, int output);

}
