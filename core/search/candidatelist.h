// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/parallel.h"
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/memory/allocator/replaycache.h"
#include "core/search/search.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Options to estimate many plans quickly: reserved memory by slack, without replay. A search replays only labeled
// plans.
inline constexpr ReservedOptions bySlack {false, false};

// Candidates of one search, estimated and labeled on all cores; the result does not depend on the number of cores.
// Holds references to its arguments. For one thread.
class CandidateList {
public:
    // `replays`: results of earlier replays; null if there are none.
    CandidateList(const Problem& problem, const CostModel& model, std::stop_token stop, ReplayCache* replays);

    // Adds a plan, or only the partitioner's name if the plan is already in the list. The first plan must have the
    // lowest peak. `costs`: planCosts() of the plan; must live until label().
    void add(Plan plan, const PlanCosts& costs, const std::string& partitioner);

    // Adds a plan if no plan fits by its tensors: this plan and all plans before it compete for the smallest shortfall.
    void addNearest(Plan plan, const PlanCosts& costs, const std::string& partitioner);

    // Starts a background replay of the first candidate, which is recommended if it fits.
    void replayAhead();

    // Estimates and labels all candidates; call once, after the last add(). Replays the recommended plan, and the best
    // plan of each kind if that is quick; if one then does not fit, assigns the labels again. If none fits, replays the
    // first candidate, whose shortfall is reported. Replays candidates of the Pareto front for up to half a second and
    // those near the capacity for up to a second, so that a plan listed as fitting does not fail later. After a stop
    // request, drops candidates without an estimate. Errors: those of estimatePlan().
    Result<void> label();

    const std::vector<Candidate>& all() const { return m_candidates; }
    // True if a candidate fits; passedOver(): if candidates with a better objective do not fit after their replay.
    bool fits() const { return m_fits; }
    bool passedOver() const { return m_passed_over; }
    // True if labels were assigned again because a labeled plan did not fit.
    bool relabeled() const { return m_relabeled; }
    // Returns the recommended candidate (or the first if none fits), then the others by peak, in the problem's measure.
    std::vector<Candidate> take() &&;

private:
    Result<void> estimate();
    void relabel();
    bool onCuda() const; // true if some of the devices are CUDA devices
    bool labeledFit();
    void replayFirst();
    bool isDecisive(const Candidate& candidate) const;
    bool worthReplaying(const Candidate& candidate);
    std::optional<Estimate> replayed(const Plan& plan) const;

    const Problem& m_problem;
    const CostModel& m_model;
    std::stop_token m_stop;
    ReplayCache m_own_replays;
    ReplayCache& m_replays;
    std::vector<Candidate> m_candidates;
    std::vector<PlanCosts> m_costs; // by candidate; empty after the estimate
    std::size_t m_contenders = 1; // leading candidates that compete for the smallest shortfall
    // Remaining layer passes to replay for plans other than the recommended one: a tenth of a second.
    std::int64_t m_replay_effort = 4'000;
    std::int64_t m_front_effort = 20'000; // likewise for candidates that are only on the Pareto front
    std::int64_t m_fit_effort = 40'000; // likewise for candidates whose fit the replay may change
    bool m_fits = false;
    bool m_passed_over = false;
    bool m_relabeled = false;
    BackgroundTask m_ahead; // last member, so that it ends first
};

}
