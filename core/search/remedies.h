// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedychanges.h"
#include "core/search/search.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Changes to a problem of which no plan fits that make one fit, with the fastest plan found then.
struct Remedy {
    RemedyChanges changes; // in the order of RemedyKind, each kind at most once
    Problem problem; // with these changes and nothing else changed
    Plan plan;
    Estimate estimate; // of the plan; it fits
    Bytes headroom; // what the upper bound of the fullest device leaves of its memory
    // Its step over that of the fastest remedy that needs no more devices; below 1 where more devices make it faster.
    double slowdown = 1;

    bool needsDevices() const { return hasChange(changes, RemedyKind::Nodes); }
    friend bool operator==(const Remedy&, const Remedy&) = default;
};

inline constexpr std::size_t mostRemedies = 10;

// Changes after which a plan fits, for a problem whose search ended infeasible: those of settings first, the fastest
// first; then those that need more devices. Tried are the settings of remedySettings() alone and in twos, each with the
// fastest plan that has them at any values, and all together, without those that gain nothing; the same under each
// other framework, which may fit as it is; likewise tensor degrees of more than one node; the fewest whole nodes; and
// fewer nodes with one or two settings, or twice the nodes with all that gain something, where nothing else helps under
// each other framework, too; and fused attention, alone or with these, where attention keeps its scores and they do not
// suffice. So of the problem's framework and of each other
// none with one or two settings is more than 1 % faster than what was found. A remedy with all the changes of another
// one and more is offered only if it is more than 1 % faster, one with nodes and settings only if none on fewer nodes
// is as fast. searchPlans() of each one's problem finds a plan that fits. Deterministic. Empty where nothing helps, or
// when stopped. `progress` may be empty; it is called from the calling thread, with a total that may grow. Safe from
// any thread.
std::vector<Remedy> findRemedies(const Problem& problem, const CostModel& costs, const std::stop_token& stop = {},
                                 const std::function<void(SearchProgress)>& progress = {});

// Whether a search ended so that findRemedies() may help.
bool asksForRemedies(const SearchResult& result);

}
