// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progressline.h"

#include "core/base/format.h"
#include "core/base/terminaltext.h"

#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace stagecraft {

namespace {

std::size_t terminalWidth()
{
    struct winsize size = {};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

}

ProgressLine::ProgressLine() : m_terminal(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::show(long long done, long long total, const std::string& text, Seconds left)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || (m_shown && now - m_last < std::chrono::milliseconds(100))) {
        return;
    }
    m_last = now;
    const std::string all = total > 0 ? "/" + std::to_string(total) : "";
    std::string line = "[" + std::to_string(done) + all + "] ";
    if (left >= Seconds(0)) {
        line += formatSeconds(left) + " left, ";
    }
    line = (line + terminalLine(text)).substr(0, terminalWidth() - 1);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    m_shown = true;
}

void ProgressLine::clear()
{
    if (m_shown) {
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
        m_shown = false;
    }
}

}
