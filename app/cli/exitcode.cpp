// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exitcode.h"

namespace stagecraft {

ExitCode exitCodeOf(ErrorCode code)
{
    if (code == ErrorCode::Cancelled) {
        return ExitCode::Cancelled;
    }
    return isRefusal(code) ? ExitCode::Refused : ExitCode::Failed;
}

}
