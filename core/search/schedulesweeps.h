// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/costsweep.h"
#include "core/search/frontsweep.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Effort of sweepSchedules() per schedule, and limits of the plans of interest.
struct ScheduleSweepEffort {
    SearchEffort least; // for a partition with the lowest peak
    SweepEffort front; // its `least` is computed anew for schedules with a closed form
    // Set if nodes have a price and there are several.
    std::optional<CostSweepEffort> costs;
    int devices_per_node = 1;
    // Upper limits of plans of interest: step time, and nodes x seconds.
    Seconds slowest;
    double most_expensive = 0;

    int nodesOf(int devices) const { return (devices + devices_per_node - 1) / devices_per_node; }
};

// Searches each schedule alone, which a joint search may not have the effort for. Returns plans that fit and that no
// other one, including `known`, matches in peak, step and nodes x step. Thus, for each schedule alone, no faster or
// cheaper plan is known, nor, for schedules with a closed form, one with a lower peak among the plans of interest.
// Empty if the space has a single schedule. Uses all cores; the result does not depend on their number.
std::vector<ConfiguredPartition> sweepSchedules(const PlanSpace& space, const std::vector<ConfiguredPartition>& known,
                                                const ScheduleSweepEffort& effort, const std::stop_token& stop);

}
