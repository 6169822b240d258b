// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <functional>
#include <stop_token>

namespace stagecraft {

// What of a question over several groups of devices no search can answer; nothing of one group. Errors:
// OptionUnsupported, TargetUnsupported.
Result<void> validateForMixedSearch(const Problem& problem);

// searchPlans() on a cluster of several groups: the plan whose fullest device, by the measure of the constraints, is
// least full, over all that configurationGroups() lists and all orders of the groups along the pipeline
// (groupOrders()), where the stages of a group follow each other and groups may be left out. Exact by that measure, but
// for orders that were left out: then the gap to a bound that holds for any order is told. Schedules without a closed
// form are searched with on each group alone, as on a cluster of that group; that plans over several have them is not
// looked for, so that the outcome is "best found" then, without bounds of steps. With degrees of each stage: all else
// as the best plan without has it. Of the plans that are as good one with little work in its longest stage, and such
// plans for a dozen limits up to all of the memory; no front is complete. Deterministic. Errors: those of
// searchPlans().
Result<SearchResult> searchMixed(const Problem& problem, const CostModel& costs, std::stop_token stop,
                                 const std::function<void(SearchProgress)>& progress,
                                 const SearchOptions& options = {});

}
