// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <functional>
#include <stop_token>

namespace stagecraft {

// Rejects problems over several device groups that no search supports; accepts all problems of one group. Errors:
// OptionUnsupported, TargetUnsupported.
Result<void> validateForMixedSearch(const Problem& problem);

// Runs searchPlans() on a cluster of several groups: finds the plan whose fullest device, by the measure of the
// constraints, is least full, over all configurationGroups() and all orders of the groups along the pipeline
// (groupOrders()). The stages of a group are consecutive, and groups may be skipped. Exact by that measure, except for
// orders that were left out: then the outcome reports the gap to a bound over all orders. Schedules without a closed
// form are searched only on each group alone, as on a cluster of that group, not over several groups; the outcome is
// then "best found", without bounds of steps. Degrees per stage: all else is as in the best plan without them. Returns,
// among equally good plans, one with little work in its longest stage, and such plans for a dozen limits up to the full
// memory; the front is never complete. Deterministic. Errors: those of searchPlans().
Result<SearchResult> searchMixed(const Problem& problem, const CostModel& costs, std::stop_token stop,
                                 const std::function<void(SearchProgress)>& progress,
                                 const SearchOptions& options = {});

}
