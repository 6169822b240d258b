// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedychanges.h"
#include "core/search/search.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Changes to an infeasible problem that make a plan fit, with the fastest plan found after them.
struct Remedy {
    RemedyChanges changes; // in the order of RemedyKind, each kind at most once
    Problem problem; // the infeasible problem with only these changes
    Plan plan;
    Estimate estimate; // estimate of the plan, which fits
    Bytes headroom; // memory minus upper bound, of the fullest device
    // Step time over that of the fastest remedy that needs no more devices; below 1 if more devices make it faster.
    double slowdown = 1;

    bool needsDevices() const { return hasChange(changes, RemedyKind::Nodes); }
    friend bool operator==(const Remedy&, const Remedy&) = default;
};

inline constexpr std::size_t mostRemedies = 10;

// Finds changes after which a plan fits, for a problem whose search ended infeasible. Setting changes come first,
// fastest first; then changes that need more devices. Tries the settings of remedySettings() alone and in pairs, each
// with the fastest plan over all their values, and all together without those that gain nothing; the same under each
// other framework, which may fit unchanged; likewise tensor-parallel sizes across nodes; the fewest whole nodes; fewer
// nodes with one or two settings, or, if nothing else helps, twice the nodes with all settings that gain something,
// under each other framework too; and fused attention, alone or with these, if attention stores its scores and they do
// not suffice. Thus, for each framework, no remedy with one or two settings is more than 1 % faster than those found. A
// remedy that extends another one's changes is offered only if it is more than 1 % faster; one with nodes and settings
// only if none on fewer nodes is as fast. searchPlans() on the problem of each remedy finds a plan that fits.
// Deterministic. Empty if nothing helps, or when stopped. `progress` may be empty; it is called from the calling
// thread, with a total that may grow. Safe from any thread.
std::vector<Remedy> findRemedies(const Problem& problem, const CostModel& costs, const std::stop_token& stop = {},
                                 const std::function<void(SearchProgress)>& progress = {});

// True if the search ended in a way that findRemedies() may help.
bool asksForRemedies(const SearchResult& result);

}
