// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

namespace stagecraft {

// Finds the cluster of the request's catalogue with the lowest cost per step (SizingGoal::Cheapest); if there are
// limits, only among clusters whose run meets them. Each cluster is represented by its cheapest plan, on any number of
// its nodes; if no plan meets the limits, by the plan that exceeds them least. `refused` if there is no answer: the
// nearest plan of all clusters. Errors: if no cluster can be searched, the first reason; those of validateLimits().
Result<SizingResult> sizeClusters(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                                  const std::stop_token& stop, const std::function<void(SearchProgress)>& progress);

// Returns the problem restricted to the first whole nodes of its cluster that contain `devices` devices.
Problem onNodesOf(Problem problem, int devices);

}
