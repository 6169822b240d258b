// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/memory/allocator/replaycache.h"
#include "core/search/planspace.h"

#include <optional>
#include <stop_token>

namespace stagecraft {

// Plan that does not fit, with a full estimate that includes the allocator replay.
struct NearestPlan {
    Configuration configuration;
    Plan plan;
    Estimate estimate;
};

// Finds the plan whose fullest device has the smallest shortfall, in a space in which no plan fits by its tensors.
// Evaluates one partition of each configuration, the fastest of those with the lowest upper bound; the faster plan wins
// among equals. Exact over these, until the numbers of searched configurations or replayed plans reach limits that keep
// the search from taking minutes; then the best found. `devices`: only plans that use this number. `replays`: caches
// replays; may be null. Deterministic. Empty when stopped or if the space has no configuration.
std::optional<NearestPlan> nearestPlanOf(const PlanSpace& space, const Problem& problem, const std::stop_token& stop,
                                         ReplayCache* replays = nullptr, std::optional<int> devices = {});

}
