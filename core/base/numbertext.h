// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// Locale-independent text of numbers. printf writes a decimal comma in some locales, which keys and files must not
// contain. Thread-safe.

// Returns the shortest text that reads back as the same number.
std::string exactText(double value);
// The formats %.*g, %.*f and %.*e of printf.
std::string generalText(double value, int digits);
std::string fixedText(double value, int decimals);
std::string scientificText(double value, int decimals);

}
