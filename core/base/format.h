// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <string>

namespace stagecraft {

// Numbers for people, three significant figures, C locale. The window has its own by locale (ui/words).

// "21.4", "0.00312", "12,300" without the comma.
std::string formatNumber(double value);
// "21.4 GiB", "512 MiB", "96 B".
std::string formatBytes(Bytes bytes);
// A word as a shell takes it: in quotes where it needs them.
std::string shellWord(const std::string& text);
// Whether figures of such a ratio are told apart: those that differ by 0.05 % or less are "about the same".
bool isDistinguishable(double ratio);
// "12.3 ms", "4.05 s", "2 min 10 s", "3 h 5 min".
std::string formatSeconds(Seconds seconds);

}
