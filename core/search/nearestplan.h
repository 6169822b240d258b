// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/memory/allocator/replaycache.h"
#include "core/search/planspace.h"

#include <optional>
#include <stop_token>

namespace stagecraft {

// A plan that does not fit, estimated in full: its allocator was replayed.
struct NearestPlan {
    Configuration configuration;
    Plan plan;
    Estimate estimate;
};

// The plan whose fullest device has the smallest shortfall, of a space in which no plan fits by its tensors. Of each
// configuration it judges one partition, the fastest of those with the lowest upper bound; of equal plans it takes the
// faster one. Exact over these until so many configurations were searched, or plans replayed, that it would take
// minutes; then the best found. `devices`: of the plans that use that number.  `replays`:
// keeps replays; may be null. Deterministic. Empty when stopped or where the space has no configuration.
std::optional<NearestPlan> nearestPlanOf(const PlanSpace& space, const Problem& problem, const std::stop_token& stop,
                                         ReplayCache* replays = nullptr, std::optional<int> devices = {});

}
