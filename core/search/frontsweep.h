// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <functional>

namespace stagecraft {

// Effort limits of sweepFront().
struct SweepEffort {
    std::int64_t work = 6'000'000; // roughly simulated operations plus evaluated stages
    SearchEffort each {60'000}; // limit for one partition search
    int points = 64; // after this many, each next one must lower the peak by the fraction `apart`
    double apart = 0.02;
    // If the work does not suffice: number of limits, from the last point down to `least`, that get one good plan each.
    int sketched = 12;
    Bytes least;
    bool fastest_alone = false; // only the first plan of the front
};

// Pareto-optimal plans that fit, by peak and step, fastest first.
struct Front {
    std::vector<ConfiguredPartition> points;
    std::vector<ConfiguredPartition> others; // found on the way: fastest of their configurations
    Seconds fastest_bound; // lower bound of the step over all plans that fit
    bool complete = true; // true if no point is missing, between them or below the last one
};

// Sweeps from the fastest plan down to the lowest peak: repeatedly finds the fastest plan with a lower peak than the
// last one. Searches a configuration only when its bound, or its step under a higher limit, is the least of all. With
// `fastest_alone`, the point is the plan with the lowest peak among the equally fast ones. `report` is called
// occasionally; may be empty.
Front sweepFront(const PlanSpace& space, const SweepEffort& effort, const std::stop_token& stop,
                 const std::function<void()>& report = {});

}
