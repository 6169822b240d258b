// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/stopwatch.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace stagecraft {

// Number of untimed calls of the work, and the minimum number of laps.
inline constexpr int untimedCalls = 2;
inline constexpr int leastLaps = 3;

// Measures the time of one call of `work` on the stopwatch's device. After a warm-up call, in which libraries select
// their kernels, runs laps with enough calls for the clock's resolution, for about `most`, but at least leastLaps laps.
Timing timeOfCalls(Stopwatch& stopwatch, Seconds most, const std::function<void()>& work);

// Returns the rate of `amount` per call time, and the rate's spread.
template <typename Rate>
std::pair<Rate, Rate> rateOf(double amount, const Timing& time)
{
    const double seconds = std::max(time.median.value, 1e-9);
    const double rate = amount / seconds;
    return {Rate(rate), Rate(rate * time.spread.value / seconds)};
}

}
