// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

namespace stagecraft {

// True if this configuration has a partition that fits. Exact; true when stopped.
bool hasFittingPlan(const PlanSpace& space, const Configuration& c, const std::stop_token& stop);

// Returns a configuration that has a plan that fits and uses more than `beyond` devices. Tries configurations with the
// most headroom by their bounds first, without searching for the lowest peak. Exact: empty only if no such plan fits,
// or when stopped.
std::optional<Configuration> anyFitting(const PlanSpace& space, const std::stop_token& stop, int beyond = 0);

// Returns the numbers of devices used by the configurations of a space, distinct and ascending.
std::vector<int> deviceCounts(const PlanSpace& space);

// Returns the configurations of a space that use exactly `devices` devices, in the order of the space.
std::vector<Configuration> configurationsOn(const PlanSpace& space, int devices);

}
