// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/search/mixedconfigurations.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Best known values of plans that fit, from which a search for better plans starts. 1e300 if unknown.
struct KnownFastest {
    Seconds fastest {1e300};
    Usd cheapest {1e300};
};

// Plans over two or more groups that are faster or cheaper than the known ones.
struct MixedFastest {
    std::vector<Plan> plans; // each the fastest or cheapest when it was found; the most recent ones
    // Lower bounds over all plans on two or more groups that fit; at most the values of these plans and of the known
    // ones.
    Seconds fastest_bound {1e300};
    Usd cheapest_bound {1e300};
};

// Searches all configuration groups, group orders, numbers of stages per group and split points, as far as the work
// suffices. Best first by lower bounds: a configuration group by its StepLowerBound, then by its placements, each with
// a bound over its split points that fit (PipelinePlacements), and finally by simulated plans. Searches the cheapest
// plan in the same way: on given nodes it is the fastest. `priced`: true if all nodes have a price; else skips costs.
// `promising`: indices of configuration groups of which a few placements are searched first.
MixedFastest searchMixedFastest(MixedConfigurationGroups& config_groups, const KnownFastest& known, bool priced,
                                const std::vector<std::size_t>& promising, const std::stop_token& stop);

}
