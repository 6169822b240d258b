// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <chrono>
#include <string>

namespace stagecraft {

// A progress line on standard error, rewritten in place; does nothing if standard error is not a terminal.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine(); // clears the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    // "[3/12] 40 s left, TEXT", truncated to the line; a total of 0 and a negative `left` mean unknown.
    // Shown at most ten times a second.
    void show(long long done, long long total, const std::string& text, Seconds left);
    void clear();

private:
    bool m_shown = false;
    bool m_terminal;
    std::chrono::steady_clock::time_point m_last;
};

}
