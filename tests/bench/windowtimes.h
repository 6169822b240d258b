// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/eventtimes.h"
#include "tests/gui/explorerfixture.h"

#include <QAbstractEventDispatcher>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <vector>

namespace stagecraft::bench {

using test::MeasuringApplication;
using test::Moment;

inline double shareOf(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values.empty() ? 0 : values[std::max<std::size_t>(at, 1) - 1];
}

// Times of one kind of event, in seconds.
class Times {
public:
    void add(const Moment& spent)
    {
        m_wall.push_back(spent.wall);
        m_thread.push_back(spent.thread);
        m_process.push_back(spent.process);
    }
    void add(const std::optional<Moment>& spent)
    {
        if (spent) {
            add(*spent);
        } else {
            ++m_endless;
        }
    }
    // Prints "| WHAT | p50 | p95 | longest | ... |" in milliseconds: wall time, then p50 and p95 of the GUI thread,
    // then of all threads.
    void print(const char* what) const
    {
        if (m_endless > 0) {
            std::printf("| %s: %d took over a minute | | | | | | | |\n", what, m_endless);
        }
        if (m_wall.empty()) {
            return;
        }
        std::printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", what, shareOf(m_wall, 0.5) * 1e3,
                    shareOf(m_wall, 0.95) * 1e3, shareOf(m_wall, 1) * 1e3, shareOf(m_thread, 0.5) * 1e3,
                    shareOf(m_thread, 0.95) * 1e3, shareOf(m_process, 0.5) * 1e3, shareOf(m_process, 0.95) * 1e3);
        std::fflush(stdout);
    }

private:
    int m_endless = 0;
    std::vector<double> m_wall;
    std::vector<double> m_thread;
    std::vector<double> m_process;
};

inline void printHead(const char* what)
{
    std::printf("\n| %s | p50 | p95 | longest | p50, window's thread | p95 | p50, all threads | p95 |\n"
                "|---|--:|--:|--:|--:|--:|--:|--:|\n",
                what);
}

// Runs the event loop until the condition is true; false after a minute.
inline bool waitFor(const std::function<bool()>& condition)
{
    QTimer beat; // the condition may become true without an event
    beat.start(2);
    const Moment begin;
    while (!condition()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if ((Moment() - begin).wall > 60) {
            return false;
        }
    }
    return true;
}

inline constexpr double idleTime = 0.05; // seconds without a paint

// Runs the event loop until nothing has been painted for idleTime.
inline void waitForIdle()
{
    const Moment begin;
    (void)waitFor([&] {
        const double painted = std::max(MeasuringApplication::instance().lastPaint.wall, begin.wall);
        return Moment().wall - painted > idleTime;
    });
}

enum class Until { LastPainting, FirstPainting };

// Returns the time from an input to the end of its last paint, when `settled` is true, or to its first paint. Empty if
// it takes more than a minute.
inline std::optional<Moment> timeOf(const std::function<void()>& input, const std::function<bool()>& settled,
                                    Until until = Until::LastPainting)
{
    const MeasuringApplication& application = MeasuringApplication::instance();
    const Moment begin;
    input();
    if (!waitFor(settled)) {
        return std::nullopt;
    }
    const Moment end;
    const auto isPainted = [&] { return application.lastPaint.wall > end.wall; };
    if (until == Until::FirstPainting) {
        (void)waitFor([&] { return isPainted() || (Moment() - end).wall > idleTime; });
    }
    const Moment first = isPainted() ? application.lastPaint : end;
    waitForIdle();
    const Moment last = isPainted() ? application.lastPaint : end;
    return (until == Until::FirstPainting ? first : last) - begin;
}

// Prints "| WHAT | processor time | elapsed | of what |" for the longest event of the GUI thread since forget().
inline void printStall(const char* what)
{
    const MeasuringApplication& application = MeasuringApplication::instance();
    std::printf("| %s | %.1f | %.1f | %s |\n", what, application.longest.thread * 1e3, application.longest.wall * 1e3,
                qPrintable(application.longestWhat));
    std::fflush(stdout);
}

}
