// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stagecraft {

// Escapes text from untrusted files for a terminal or a message: control characters (also C1), characters that change
// the text direction, and bytes that are not UTF-8 become "\x1b", "\u202e" and the like. Keeps line ends and tabs.
// Idempotent.
std::string terminalText(std::string_view text);

// Returns the same as one line: line ends and tabs are escaped, too, as in a table cell.
std::string terminalLine(std::string_view text);

}
