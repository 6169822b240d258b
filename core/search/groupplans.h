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

// The plan with the least peak on a group alone, that fits.
struct GroupLeast {
    Plan plan;
    int group = 0;
    Bytes peak;
    Seconds step;
};

// Plans of a cluster of several groups that lie on one of them alone, and fit.
struct GroupPlans {
    std::vector<GroupLeast> least; // by group the plan with the least peak, where these are asked for
    std::vector<Plan> plans; // by group the front of peak and step, and where nodes have a price of the cost of a step
    // Of all of them; 1e300 where there are none.
    Seconds fastest {1e300};
    Usd cheapest {1e300}; // of those whose nodes have a price
    // None is faster or cheaper.
    Seconds fastest_bound {1e300};
    Usd cheapest_bound {1e300};
};

// Searched for as on clusters of one group, with all that varies: sweepFront(), sweepCosts(). `with_least`: those with
// the least peak too. Equal groups are looked at once.
GroupPlans plansOnGroups(const Problem& problem, const CostModel& model, bool with_least, const std::stop_token& stop);

}
