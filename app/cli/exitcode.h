// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace stagecraft {

// Exit codes of the program (documented in the manual).
enum class ExitCode { Done = 0, Failed = 1, Refused = 2, Infeasible = 3, Cancelled = 130 };

// Exit code of an error: Refused for requests that are invalid or impossible on this machine, Failed for failures at
// run time.
ExitCode exitCodeOf(ErrorCode code);

}
