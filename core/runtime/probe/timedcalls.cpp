// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/timedcalls.h"

#include <cmath>

namespace stagecraft {

namespace {

constexpr Seconds leastLap(500e-6); // accuracy of events and the steady clock for this length: about one percent
constexpr int mostLaps = 15;
constexpr int mostCalls = 500; // per lap

}

Timing timeOfCalls(Stopwatch& stopwatch, Seconds most, const std::function<void()>& work)
{
    work();
    stopwatch.lap();
    work();
    stopwatch.lap();
    const Seconds once = std::max(stopwatch.take().front(), Seconds(1e-9));
    const int calls = static_cast<int>(std::clamp(std::ceil(leastLap / once), 1.0, double(mostCalls)));
    const int laps =
        static_cast<int>(std::clamp(std::floor(most / (once * calls)), double(leastLaps), double(mostLaps)));
    stopwatch.lap();
    for (int lap = 0; lap < laps; ++lap) {
        for (int call = 0; call < calls; ++call) {
            work();
        }
        stopwatch.lap();
    }
    std::vector<Seconds> times = stopwatch.take();
    for (Seconds& time : times) {
        time = time / calls;
    }
    return timingOf(std::move(times));
}

}
