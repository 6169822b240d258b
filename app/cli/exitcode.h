// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace stagecraft {

// What the program tells its caller (documented in the manual).
enum class ExitCode { Done = 0, Failed = 1, Refused = 2, Infeasible = 3, Cancelled = 130 };

// The exit code of a failed command: what cannot be done as it is asked for, or not on this machine, is told apart from
// what went wrong on the way.
ExitCode exitCodeOf(ErrorCode code);

}
