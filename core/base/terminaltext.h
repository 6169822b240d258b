// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stagecraft {

// Text that a terminal, or a message, shows and does not obey, whatever file it is from: control characters (of C1
// too), characters that turn the direction of text, and bytes that are no UTF-8 are written out, as in "\x1b" and
// "\u202e". Line ends and tabs stay; applying it again changes nothing.
std::string terminalText(std::string_view text);

// The same in one line: line ends and tabs are written out too, as in a cell of a table.
std::string terminalLine(std::string_view text);

}
