// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

namespace stagecraft {

// What finding the plan that is told may take: it is worth seconds. So a plan is the same, whoever asks for it.
inline constexpr SearchEffort thoroughlyTimed {10'000'000};

// The plan with the least peak of a space.
struct LeastPeak {
    std::optional<ConfiguredPartition> best; // empty when stopped, or where there is no configuration
    bool fits = false; // where nothing does, `best` is that of all plans
    bool timed = true; // all plans with that peak were compared by their steps
    bool less_is_infeasible = false; // a search for one byte less (that fits, where something does) found nothing
    Bytes bound =
        Bytes(INT64_MAX); // of plans where pipeline ranks hold several stages, of which not all were looked at
};

// Exact: of all plans that fit (of all plans, where none does) one with the least peak; of those the fastest; then
// lexicographically smaller peaks of the devices, largest first; fewer devices; smaller split points. Configurations in
// the order of their bounds, until these are above the least peak that was found. `devices`: of the plans that take so
// many.
LeastPeak leastPeakOf(const PlanSpace& space, SearchEffort effort, const std::stop_token& stop,
                      std::optional<int> devices = {});

}
