// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Effort limits of sweepCosts().
struct CostSweepEffort {
    std::int64_t work = 2'000'000; // roughly simulated operations plus evaluated stages
    SearchEffort each {60'000}; // limit for one partition search
    int points = 64; // after this many, each next one on as many nodes must lower the peak by the fraction `apart`
    double apart = 0.02;
};

// Pareto-optimal plans that fit, by peak, step and cost per step, cheapest first; without plans that a known plan
// equals or beats in all three.
struct CostFront {
    std::vector<ConfiguredPartition> points;
    double cheapest_bound = 0; // lower bound of node-seconds per step over all plans that fit
    bool complete = true; // true if nothing is missing, together with the known plans
};

// Finds the plans of a space that are Pareto-optimal in peak, step and cost per step. The cost is nodes used x step x
// price, so the price need not be known. For a fixed number of nodes the cheapest plan is the fastest; over all numbers
// of nodes, plans are found in ascending order of cost, each the cheapest that no other one dominates. `known`: plans
// of the space that fit. `devices_per_node`: at least 1. `report` is called for each point; may be empty.
CostFront sweepCosts(const PlanSpace& space, int devices_per_node, const std::vector<ConfiguredPartition>& known,
                     const CostSweepEffort& effort, const std::stop_token& stop,
                     const std::function<void()>& report = {});

}
