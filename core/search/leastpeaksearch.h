// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

namespace stagecraft {

// Effort to find a reported plan: a few seconds. Shared by all callers, so that all of them get the same plan.
inline constexpr SearchEffort thoroughlyTimed {10'000'000};

// Plan with the lowest peak of a space.
struct LeastPeak {
    std::optional<ConfiguredPartition> best; // empty when stopped or if there is no configuration
    bool fits = false; // if false, `best` is the plan with the lowest peak of all plans
    bool timed = true; // true if all plans with that peak were compared by their steps
    bool less_is_infeasible = false; // a search for one byte less (that fits, if any plan fits) found nothing
    Bytes bound = Bytes(INT64_MAX); // lower bound for plans with several stages per pipeline rank (inexact search)
};

// Finds, of all plans that fit (of all plans, if none fits), the one with the lowest peak; among these the fastest;
// then lexicographically smaller device peaks, sorted in descending order; fewer devices; smaller split points. Exact.
// Searches configurations in ascending order of their bounds until these exceed the lowest peak found. `devices`: only
// plans that use this number.
LeastPeak leastPeakOf(const PlanSpace& space, SearchEffort effort, const std::stop_token& stop,
                      std::optional<int> devices = {});

}
