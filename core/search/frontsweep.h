// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <functional>

namespace stagecraft {

// What sweepFront() may spend.
struct SweepEffort {
    std::int64_t work = 6'000'000; // simulated operations and looked-at stages, about
    SearchEffort each {60'000}; // of one partition
    int points = 64; // after so many the next one must have a peak that is lower by `apart` of it
    double apart = 0.02;
    // Where the work does not suffice: of so many limits below what was swept, down to `least`, a good plan each.
    int sketched = 12;
    Bytes least;
    bool fastest_alone = false; // of the front the first plan alone
};

// The plans that fit and that no other beats in peak and step, the fastest first.
struct Front {
    std::vector<ConfiguredPartition> points;
    std::vector<ConfiguredPartition> others; // that were found on the way: the fastest of their configurations
    Seconds fastest_bound; // no plan that fits is faster
    bool complete = true; // nothing is missing between them, nothing below the last one
};

// From the fastest plan down to the least peak: again and again the fastest plan of all with a lower peak than the last
// one. A configuration is searched only once its bound, or the step that it took with a higher limit, is the least of
// all. Alone, the first one is one of those that are as fast with the lowest peak. `report` is called now and then; it
// may be empty.
Front sweepFront(const PlanSpace& space, const SweepEffort& effort, const std::stop_token& stop,
                 const std::function<void()>& report = {});

}
