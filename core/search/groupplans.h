// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Plan with the lowest peak that fits on one device group alone.
struct GroupLeast {
    Plan plan;
    int group = 0;
    Bytes peak;
    Seconds step;
};

// Plans that fit on a single device group of a cluster of several groups.
struct GroupPlans {
    std::vector<GroupLeast> least; // by group: plan with the lowest peak, if requested
    std::vector<Plan> plans; // by group: Pareto front of peak and step, with node prices also of cost per step
    // Minima over all plans; 1e300 if there are none.
    Seconds fastest {1e300};
    Usd cheapest {1e300}; // over plans whose nodes have a price
    // Lower bounds of the step and of its cost.
    Seconds fastest_bound {1e300};
    Usd cheapest_bound {1e300};
};

// Searches each group like a cluster of one group, over everything that varies: sweepFront(), sweepCosts().
// `with_least`: also returns the plans with the lowest peak. Searches equal groups only once.
GroupPlans plansOnGroups(const Problem& problem, const CostModel& model, bool with_least, const std::stop_token& stop);

}
