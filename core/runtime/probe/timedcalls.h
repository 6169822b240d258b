// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/stopwatch.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace stagecraft {

// Calls of work besides those that are timed, and the least number of laps.
inline constexpr int untimedCalls = 2;
inline constexpr int leastLaps = 3;

// The time of one call of `work` on the stopwatch's device. After a call to warm up (libraries choose their kernels
// then), in laps of as many calls as a lap needs to be seen by the clock, for about `most`, but leastLaps at least.
Timing timeOfCalls(Stopwatch& stopwatch, Seconds most, const std::function<void()>& work);

// The rate at which `amount` is done in that time, and the rate's spread.
template <typename Rate>
std::pair<Rate, Rate> rateOf(double amount, const Timing& time)
{
    const double seconds = std::max(time.median.value, 1e-9);
    const double rate = amount / seconds;
    return {Rate(rate), Rate(rate * time.spread.value / seconds)};
}

}
