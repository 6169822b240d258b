// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <string>

namespace stagecraft {

// Words in English: for the command line, for logs, and for files that another program's users read. Only these may
// include this file (tests/unit/tst_houserules.cpp); the window has its own (ui/support/messagetext.h).

// One argument: bytes as GiB, seconds with unit.
std::string argumentText(const Argument& argument);
std::string describe(const Message& message);
// The whole error: "WHERE: sentence".
std::string describe(const Error& error);

}
