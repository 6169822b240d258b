// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// What sweepCosts() may spend.
struct CostSweepEffort {
    std::int64_t work = 2'000'000; // simulated operations and looked-at stages, about
    SearchEffort each {60'000}; // of one partition
    int points = 64; // after so many the next one of as many nodes must have a peak that is lower by `apart` of it
    double apart = 0.02;
};

// Plans that fit and that no other beats in peak, step and cost of a step, the cheapest first; none that a known plan
// is as good as in all three.
struct CostFront {
    std::vector<ConfiguredPartition> points;
    double cheapest_bound = 0; // no plan that fits takes fewer seconds of nodes
    bool complete = true; // with the known ones nothing is missing
};

// A step costs what the nodes that are used cost while it lasts: nodes x step x a price, which therefore need not be
// known. Of so many nodes the cheapest plan is the fastest; over all of them plans are found in the order of their
// cost, each the cheapest that no other one beats. `known`: plans of the space that fit. `devices_per_node`: at least
// 1. `report` is called with each point; it may be empty.
CostFront sweepCosts(const PlanSpace& space, int devices_per_node, const std::vector<ConfiguredPartition>& known,
                     const CostSweepEffort& effort, const std::stop_token& stop,
                     const std::function<void()>& report = {});

}
