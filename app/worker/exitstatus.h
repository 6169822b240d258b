// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace stagecraft {

// Exit status of the program (documented in its man page).
namespace exitstatus {
inline constexpr int done = 0;
inline constexpr int failed = 1;
inline constexpr int refused = 2; // invalid usage or request, or impossible on this machine
inline constexpr int cancelled = 130;

inline int of(ErrorCode code)
{
    return isRefusal(code) ? refused : failed;
}
}

}
