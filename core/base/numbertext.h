// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// Numbers as text, the same everywhere: printf writes a decimal comma where the user's locale has one, and keys and
// files with it fit no others. Safe from any thread.

// The shortest text that reads back as the same number.
std::string exactText(double value);
// As printf writes it with %.*g, %.*f and %.*e.
std::string generalText(double value, int digits);
std::string fixedText(double value, int decimals);
std::string scientificText(double value, int decimals);

}
