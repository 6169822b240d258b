// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/search/chainlibrary.h"
#include "core/search/searchspace.h"

#include <vector>

namespace stagecraft {

// A group that stages of a configuration group may lie on, and what its layers take there.
struct StepBoundGroup {
    const LibraryChain* chain = nullptr;
    const ClusterGroup* group = nullptr;
};

// What no step of a configuration group over several groups is below, however the chain is cut and wherever its stages
// lie.
struct StepLowerBound {
    Seconds step;
    Usd cost; // of a step; 0 unless all groups have a price
};

// With weights v of the groups and T the step, a stage whose passes take w has m w <= T, so that the sum of v m w over
// all stages is at most T times the sum of v over them: T >= m x (sum over layers of the least v w on any group) / (sum
// of the v of as many stages as there may be). Weights are the inverse of what the whole chain takes on a group: with
// equal layers the bound is that of stages in proportion to the groups' speeds. A stage on a group costs at least c,
// its devices' part of their nodes: no step costs less than m x that sum x the least c / v. `groups`: one or more.
StepLowerBound stepLowerBound(const ConfigurationGroup& config_group, const std::vector<StepBoundGroup>& groups);

}
