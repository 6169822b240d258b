// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <string>

namespace stagecraft {

// Numbers for people: three significant figures, C locale. The window formats by locale (ui/words).

// "21.4", "0.00312", "12,300" without the comma.
std::string formatNumber(double value);
// "21.4 GiB", "512 MiB", "96 B".
std::string formatBytes(Bytes bytes);
// Quotes a word for a shell if it needs quotes.
std::string shellWord(const std::string& text);
// False if two figures with this ratio count as "about the same", which means that they differ by 0.05 % or less.
bool isDistinguishable(double ratio);
// "12.3 ms", "4.05 s", "2 min 10 s", "3 h 5 min".
std::string formatSeconds(Seconds seconds);

}
