// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/costsweep.h"
#include "core/search/frontsweep.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// What sweepSchedules() may spend on each schedule, and what of its plans is of interest.
struct ScheduleSweepEffort {
    SearchEffort least; // of a partition with the least peak
    SweepEffort front; // its `least`: of schedules with a closed form found anew
    // Where nodes have a price and there are several.
    std::optional<CostSweepEffort> costs;
    int devices_per_node = 1;
    // Plans that take longer, and cost more nodes x seconds, are of no interest.
    Seconds slowest;
    double most_expensive = 0;

    int nodesOf(int devices) const { return (devices + devices_per_node - 1) / devices_per_node; }
};

// What searches of each schedule alone find, which a search of all together may not have the work for: plans that fit
// and that none of these and of `known` is as good as in peak, step and nodes x step. So of no schedule alone a faster
// or cheaper plan is known, nor, of those with a closed form, one with a lower peak among those of interest. Nothing
// where the space has a single schedule. On all cores, with the same result on any number of them.
std::vector<ConfiguredPartition> sweepSchedules(const PlanSpace& space, const std::vector<ConfiguredPartition>& known,
                                                const ScheduleSweepEffort& effort, const std::stop_token& stop);

}
