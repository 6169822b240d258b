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

// What many plans are estimated with; of a search's those that get a label are replayed.
inline constexpr ReservedOptions bySlack {false, false};

// The candidates of one search, estimated and labeled: on all cores, with the same result on any number of them. Holds
// references to its arguments. For one thread.
class CandidateList {
public:
    // `replays`: what was replayed before; null: nothing.
    CandidateList(const Problem& problem, const CostModel& model, std::stop_token stop, ReplayCache* replays);

    // Once, with the names of all that make it. The first is that with the least peak; `costs`: planCosts() of it,
    // which live until it is labeled.
    void add(Plan plan, const PlanCosts& costs, const std::string& partitioner);

    // Where no plan fits by its tensors: those that were added before, and the next one, contend for the smallest
    // shortfall.
    void addNearest(Plan plan, const PlanCosts& costs, const std::string& partitioner);

    // Begins to replay the first, which will be recommended if it fits, beside what is done next.
    void replayAhead();

    // Estimates all and labels them; once, when all are there. The recommended plan is replayed, and the best of each
    // kind where that is quick; if one then does not fit, the labels are given anew. Where none fits, the first, whose
    // shortfall is told, is replayed. Of the front so many are as take half a second, and of those near the capacity
    // so many as take a second: a plan that the list says to fit shall not turn out not to. Once a stop is asked for,
    // those that are not estimated are dropped. Errors: those of estimatePlan().
    Result<void> label();

    const std::vector<Candidate>& all() const { return m_candidates; }
    // Whether one fits, and whether others that are better by the objective do not once they are replayed.
    bool fits() const { return m_fits; }
    bool passedOver() const { return m_passed_over; }
    // Whether labels were given anew, as a plan that had one did not fit.
    bool relabeled() const { return m_relabeled; }
    // The recommended one, or the first where none fits, then by peak, of unlike devices by their measure.
    std::vector<Candidate> take() &&;

private:
    Result<void> estimate();
    void relabel();
    bool onCuda() const; // some of the devices
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
    std::vector<PlanCosts> m_costs; // of each, until they are estimated
    std::size_t m_contenders = 1; // for the smallest shortfall: the first ones
    // Passes of layers that may still be replayed for other plans than the recommended one: a tenth of a second.
    std::int64_t m_replay_effort = 4'000;
    std::int64_t m_front_effort = 20'000; // the same for those that are on the front alone
    std::int64_t m_fit_effort = 40'000; // for those of which it may tell whether they fit
    bool m_fits = false;
    bool m_passed_over = false;
    bool m_relabeled = false;
    BackgroundTask m_ahead; // ends first
};

}
