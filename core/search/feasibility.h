// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

namespace stagecraft {

// Whether this configuration has a partition that fits. Exact; true when stopped.
bool hasFittingPlan(const PlanSpace& space, const Configuration& c, const std::stop_token& stop);

// A configuration that has a plan that fits and takes more than `beyond` devices, those with the most room left by
// their bounds first: where there is one it is found without looking for the least peak. Exact: none where no such plan
// fits. None when stopped, too.
std::optional<Configuration> anyFitting(const PlanSpace& space, const std::stop_token& stop, int beyond = 0);

// How many devices the configurations of a space take: each number once, ascending.
std::vector<int> deviceCounts(const PlanSpace& space);

// The configurations of a space that take so many devices, in its order.
std::vector<Configuration> configurationsOn(const PlanSpace& space, int devices);

}
