// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/search/chainlibrary.h"
#include "core/search/searchspace.h"

#include <vector>

namespace stagecraft {

// A device group for stages of a configuration group, with the costs of the chain there.
struct StepBoundGroup {
    const LibraryChain* chain = nullptr;
    const ClusterGroup* group = nullptr;
};

// Lower bounds for every step of a configuration group on several device groups, over all partitions and placements.
struct StepLowerBound {
    Seconds step;
    Usd cost; // USD per step; 0 unless all groups have a price
};

// Computes the lower bounds. With weights v of the groups, step time T, and pass time w of a stage, m w <= T, so the
// sum of v m w over all stages is at most T times the sum of v over them: T >= m x (sum over layers of the minimum of v
// w over the groups) / (sum of v over the largest possible number of stages). The weight of a group is the inverse of
// the whole chain's time there: with equal layers, the bound is that of stages in proportion to the groups' speeds. A
// stage on a group costs at least c, its devices' share of their nodes: no step costs less than m x that sum x the
// minimum of c / v. `groups`: one or more.
StepLowerBound stepLowerBound(const ConfigurationGroup& config_group, const std::vector<StepBoundGroup>& groups);

}
