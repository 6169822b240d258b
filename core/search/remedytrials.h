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

// The trials of one call of findRemedies(): a problem is asked by bounds first, and then planned, as an estimate may
// refuse the plans that bounds allow. Holds references to its arguments. Its const functions are safe from any thread;
// `progress` is called from the thread alone that made it.
class RemedyTrials {
public:
    RemedyTrials(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                 const std::function<void(SearchProgress)>& progress);

    // Whether bounds tell whether a plan fits, and a search decides settings exactly: of one group of devices, with
    // free split points.
    static bool decidesSettings(const Problem& problem);

    // Whether bounds let some plan fit that takes more than `beyond` devices (of a problem that decidesSettings(); of
    // others each question is a search); false when stopped, or where nothing can be searched.
    bool fits(const Problem& problem, int beyond = 0) const;
    // The fastest plan whose estimate fits. Nothing where there is none, or when stopped.
    std::optional<Candidate> fastest(Problem problem) const;
    // The problem with these changes and its fastest plan that fits. Nothing where there is none, or when stopped.
    std::optional<Remedy> plan(const RemedyChanges& changes) const;
    // The problem with the changes that a plan asks for, which was found with them open.
    Remedy remedyOf(Candidate found, const RemedyChanges& changes) const;

    const std::stop_token& stop() const { return m_stop; }
    bool stopped() const { return m_stop.stop_requested(); }
    void expect(std::size_t more); // trials

private:
    SearchOptions options(const Problem& problem) const;
    void report() const;

    const Problem& m_problem;
    const CostModel& m_costs;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    const std::thread::id m_caller;
    mutable ReplayCache m_replays; // one trial has many stages of others, and chains
    mutable ChainCache m_chains;
    mutable std::atomic<std::int64_t> m_done = 0; // trials
    std::atomic<std::int64_t> m_total = 0;
};

}
