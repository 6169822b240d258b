// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

namespace stagecraft {

// The cluster of the request's catalogue with the lowest cost of a step (SizingGoal::Cheapest); with limits, of the
// clusters whose run keeps them. Of each cluster the cheapest plan counts, on any number of its nodes; without one
// within the limits the plan that is least beyond them. `refused` without an answer: the nearest plan of all clusters.
// Errors: where no cluster can be searched, the first reason why; those of validateLimits().
Result<SizingResult> sizeClusters(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                                  const std::stop_token& stop, const std::function<void(SearchProgress)>& progress);

// The problem on the whole nodes that so many devices are on, the first ones of its cluster.
Problem onNodesOf(Problem problem, int devices);

}
