// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Lower bounds over all plans that fit: seconds per step, and node-seconds per step (nodes x step time).
struct BestBounds {
    Seconds fastest;
    double cheapest = 0;
};

struct BestPlansEffort {
    // per search (fastest, cheapest, balanced): roughly simulated operations plus evaluated stages
    std::int64_t work = 0;
    SearchEffort each; // limit for one partition search
    int devices_per_node = 0; // unit of billing; 0 if the cost does not depend on the number of nodes
    std::optional<double> max_slowdown; // slowdown limit of the balanced plan; empty skips that search
};

struct BestPlans {
    std::vector<ConfiguredPartition> plans; // better than the known plans
    BestBounds bounds;
    // True if no plan that fits, and is at most max_slowdown slower than the fastest of these and the known plans, has
    // a lower peak than the lowest among those plans.
    bool balanced_proven = false;
};

// Searches for the fastest plan that fits, the cheapest one, and the one with the lowest peak within the slowdown
// limit, in case the `known` plans of the space, with these bounds, do not include them. Only bounds decide which
// configurations are skipped, and the result for a configuration depends on that configuration alone: while the work
// suffices, the answer for a space is as good as the answers for its parts. If the work does not suffice,
// configurations common in practice come first: all devices, stages with equal numbers of blocks, small micro-batches.
BestPlans bestPlans(const PlanSpace& space, const std::vector<ConfiguredPartition>& known, BestBounds bounds,
                    const BestPlansEffort& effort, const std::stop_token& stop);

}
