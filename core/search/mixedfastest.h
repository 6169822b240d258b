// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/search/mixedconfigurations.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Where a search for faster and cheaper plans begins: of plans that fit. 1e300 where none is known.
struct KnownFastest {
    Seconds fastest {1e300};
    Usd cheapest {1e300};
};

// Plans over two groups or more that are faster or cheaper.
struct MixedFastest {
    std::vector<Plan> plans; // each the fastest or the cheapest that was known when it was found; the last ones
    // No plan over two groups or more that fits is faster or cheaper, and none of these and the known one is slower or
    // more expensive.
    Seconds fastest_bound {1e300};
    Usd cheapest_bound {1e300};
};

// Of all configuration groups, orders of groups, stages on each of them and split points, as far as the work suffices,
// which bounds tell: a configuration group is known by its StepLowerBound first, then by its placements, each with a
// bound over its split points that fit (PipelinePlacements), and only then by simulated plans: what is least so far is
// looked at next. The cheapest is looked for in the same way: on given nodes it is the fastest. `priced`: all nodes
// have a price; else the cost is not looked for. `promising`: indices of configuration groups that are looked at
// before, at a few placements each.
MixedFastest searchMixedFastest(MixedConfigurationGroups& config_groups, const KnownFastest& known, bool priced,
                                const std::vector<std::size_t>& promising, const std::stop_token& stop);

}
