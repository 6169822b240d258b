// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <string>

namespace stagecraft {

// English texts for the command line, for logs, and for files that users of another program read. Only these may
// include this file (tests/unit/tst_houserules.cpp); the window has a separate version (ui/support/messagetext.h).

// Formats one argument: bytes as GiB, seconds with their unit.
std::string argumentText(const Argument& argument);
std::string describe(const Message& message);
// Formats the whole error: "WHERE: sentence".
std::string describe(const Error& error);

}
