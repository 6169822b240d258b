// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/replaycache.h"
#include "core/search/chainlibrary.h"
#include "core/search/remedies.h"

#include <atomic>
#include <optional>
#include <thread>

namespace stagecraft {

// Trials of one findRemedies() call: checks a problem by bounds first, then searches it, since an estimate may reject
// plans that the bounds allow. Keeps references to its arguments. Const functions are safe from any thread; `progress`
// is called only from the thread that created the object.
class RemedyTrials {
public:
    RemedyTrials(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                 const std::function<void(SearchProgress)>& progress);

    // True if bounds decide feasibility and a search decides the settings exactly: one device group and free split
    // points.
    static bool decidesSettings(const Problem& problem);

    // True if the bounds allow a plan that fits on more than `beyond` devices (for problems that decidesSettings(); for
    // others each call is a search). False when stopped, or if there is nothing to search.
    bool fits(const Problem& problem, int beyond = 0) const;
    // Returns the fastest plan whose estimate fits. Empty if there is none, or when stopped.
    std::optional<Candidate> fastest(Problem problem) const;
    // Returns the problem with these changes and its fastest plan that fits. Empty if there is none, or when stopped.
    std::optional<Remedy> plan(const RemedyChanges& changes) const;
    // Returns the problem with `changes` plus those of a plan that was found with settings open.
    Remedy remedyOf(Candidate found, const RemedyChanges& changes) const;

    const std::stop_token& stop() const { return m_stop; }
    bool stopped() const { return m_stop.stop_requested(); }
    void expect(std::size_t more); // adds trials to the progress total

private:
    SearchOptions options(const Problem& problem) const;
    void report() const;

    const Problem& m_problem;
    const CostModel& m_costs;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    const std::thread::id m_caller;
    mutable ReplayCache m_replays; // shared by trials, which have many stages and chains in common
    mutable ChainCache m_chains;
    mutable std::atomic<std::int64_t> m_done = 0; // trials
    std::atomic<std::int64_t> m_total = 0;
};

}
