// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/candidatelist.h"

#include "core/base/parallel.h"
#include "core/estimate/estimator.h"
#include "core/estimate/fullestdevice.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/reservedmemory.h"
#include "core/memory/allocator/stagereplay.h"
#include "core/search/labels.h"
#include "core/search/outcometext.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

bool isReplayed(const Candidate& candidate)
{
    const auto& pipeline_ranks = candidate.estimate.devices.pipelineRanks();
    return std::any_of(pipeline_ranks.begin(), pipeline_ranks.end(),
                       [](const IdenticalDevices& d) { return d.first.fragmentation.has_value(); });
}

// True if a replay may disagree with the slack on the fit: most replays are up to a fifth above.
bool isNearCapacity(const Candidate& candidate)
{
    const DeviceEstimate* fullest = fullestDevice(candidate.estimate);
    const double filled = fullest == nullptr ? 0 : filledShare(*fullest);
    return filled > 0.8 && filled < 1.1;
}

bool allReplayed(const PlanCosts& costs)
{
    return std::all_of(costs.chains().begin(), costs.chains().end(), [](const auto& chain) {
        return canReplay(*chain, {0, chain->size()});
    });
}

}

CandidateList::CandidateList(const Problem& problem, const CostModel& model, std::stop_token stop, ReplayCache* replays)
    : m_problem(problem)
    , m_model(model)
    , m_stop(std::move(stop))
    , m_replays(replays != nullptr ? *replays : m_own_replays)
{
}

void CandidateList::add(Plan plan, const PlanCosts& costs, const std::string& partitioner)
{
    const auto known = std::find_if(m_candidates.begin(), m_candidates.end(),
                                    [&](const Candidate& candidate) { return candidate.plan == plan; });
    if (known != m_candidates.end()) {
        known->addPartitioner(partitioner);
        return;
    }
    m_candidates.push_back({partitioner, {}, std::move(plan), {}});
    m_costs.push_back(costs);
}

void CandidateList::addNearest(Plan plan, const PlanCosts& costs, const std::string& partitioner)
{
    add(std::move(plan), costs, partitioner);
    m_contenders = m_candidates.size();
}

void CandidateList::replayAhead()
{
    if (m_candidates.empty() || !onCuda() || !mayReplay(m_problem, m_candidates.front().plan)) {
        return;
    }
    m_ahead = BackgroundTask([this, plan = m_candidates.front().plan] {
        const auto costs = planCosts(m_model, m_problem, plan);
        if (!costs || !allReplayed(*costs)) {
            return;
        }
        std::vector<std::shared_ptr<ChainReplays>> known;
        for (const auto& chain : costs->chains()) {
            known.push_back(m_replays.of(*chain));
        }
        inParallel(plan.stages.size(), m_stop, [&](std::size_t s) {
            const auto& replays = known[known.size() == 1 ? 0 : s];
            const Replication replication = replicationOf(m_problem, plan, plan.stages[s]);
            (void)stagecraft::replayed(costs->of(s), plan, plan.stages[s], replication, {}, replays.get());
        });
    });
}

Result<void> CandidateList::label()
{
    if (auto estimated = estimate(); !estimated) {
        return estimated;
    }
    m_fits = !m_candidates.empty() && m_candidates.front().estimate.fits;
    m_ahead.wait();
    do {
        relabel();
    } while (!labeledFit());
    if (!m_fits && !m_candidates.empty()) {
        replayFirst();
    }
    return {};
}

// Replays the contenders, as the reported shortfall must equal that of a full estimate, and moves the one with the
// smallest shortfall to the front.
void CandidateList::replayFirst()
{
    const std::size_t contenders = std::min(m_contenders, m_candidates.size());
    for (std::size_t i = 0; i < contenders && onCuda() && !m_stop.stop_requested(); ++i) {
        Candidate& candidate = m_candidates[i];
        if (auto estimate = isReplayed(candidate) || !mayReplay(m_problem, candidate.plan) ? std::nullopt
                                                                                           : replayed(candidate.plan)) {
            candidate.estimate = *std::move(estimate);
        }
    }
    const auto nearest =
        std::min_element(m_candidates.begin(), m_candidates.begin() + static_cast<std::ptrdiff_t>(contenders),
                         [](const Candidate& a, const Candidate& b) {
                             return shortOf(a.estimate).missing < shortOf(b.estimate).missing;
                         });
    std::rotate(m_candidates.begin(), nearest, nearest + 1);
}

Result<void> CandidateList::estimate()
{
    std::vector<std::optional<Result<Estimate>>> estimates(m_candidates.size());
    inParallel(estimates.size(), m_stop, [&](std::size_t i) {
        estimates[i] = estimatePlan(m_problem, m_candidates[i].plan, m_costs[i], bySlack);
    });
    m_costs.clear();
    std::vector<Candidate> estimated;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        if (estimates[i] && !*estimates[i]) {
            return failure(estimates[i]->error());
        }
        if (estimates[i]) {
            m_candidates[i].estimate = **std::move(estimates[i]);
            estimated.push_back(std::move(m_candidates[i]));
        }
    }
    m_candidates = std::move(estimated);
    return {};
}

bool CandidateList::onCuda() const
{
    const auto& groups = m_problem.cluster.groups;
    return std::any_of(groups.begin(), groups.end(), [](const auto& g) { return g.device.kind == DeviceKind::Cuda; });
}

bool CandidateList::labeledFit()
{
    if (!onCuda()) {
        return true;
    }
    std::vector<Candidate*> chosen;
    for (Candidate& candidate : m_candidates) {
        if (!isReplayed(candidate) && worthReplaying(candidate)) {
            chosen.push_back(&candidate);
        }
    }
    std::vector<std::optional<Estimate>> replays(chosen.size());
    inParallel(chosen.size(), m_stop, [&](std::size_t i) { replays[i] = replayed(chosen[i]->plan); });
    bool fit = true;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (replays[i]) {
            Candidate& candidate = *chosen[i];
            fit = fit && replays[i]->fits == candidate.estimate.fits;
            m_passed_over = m_passed_over || (isDecisive(candidate) && !replays[i]->fits);
            candidate.estimate = *std::move(replays[i]);
        }
    }
    m_relabeled = m_relabeled || !fit;
    return fit;
}

// True if the recommendation depends on this candidate: the balanced plan is compared with the fastest.
bool CandidateList::isDecisive(const Candidate& candidate) const
{
    return candidate.has(Label::Recommended)
        || (m_problem.constraints.objective == Objective::Balanced && candidate.has(Label::Fastest));
}

// Empty if the allocations of its layers are not known.
std::optional<Estimate> CandidateList::replayed(const Plan& plan) const
{
    const auto costs = planCosts(m_model, m_problem, plan);
    if (!costs || !allReplayed(*costs)) {
        return std::nullopt;
    }
    auto estimate = estimatePlan(m_problem, plan, *costs, {true, false, &m_replays});
    return estimate ? std::optional(*std::move(estimate)) : std::nullopt;
}

// Allows a decisive candidate, as every recommended plan is replayed, unless the replay needs more than about ten
// seconds.
bool CandidateList::worthReplaying(const Candidate& candidate)
{
    if (!mayReplay(m_problem, candidate.plan) || (candidate.labels.empty() && !isNearCapacity(candidate))) {
        return false;
    }
    if (isDecisive(candidate)) {
        return replayedPasses(candidate.plan) <= mostReplayedPasses;
    }
    const bool has_pick = !candidate.labels.empty() && candidate.labels != std::vector {Label::Front};
    std::int64_t& left = isNearCapacity(candidate) ? m_fit_effort : has_pick ? m_replay_effort : m_front_effort;
    const std::int64_t effort = replayedPasses(candidate.plan);
    if (effort > left) {
        return false;
    }
    left -= effort;
    return true;
}

void CandidateList::relabel()
{
    for (Candidate& candidate : m_candidates) {
        candidate.labels.clear();
    }
    if (m_candidates.empty() || !m_fits) {
        return;
    }
    if (!m_candidates.front().estimate.fits) { // does not fit the allocator: the next one replaces it
        m_fits = moveFittingToFront(m_candidates, measureOf(m_problem));
    }
    if (m_fits) {
        const Constraints& requested = m_problem.constraints;
        giveLabels(m_candidates, requested.max_slowdown, requested.objective, measureOf(m_problem));
    }
}

std::vector<Candidate> CandidateList::take() &&
{
    if (!m_candidates.empty()) {
        const auto recommended = std::find_if(m_candidates.begin(), m_candidates.end(),
                                              [](const Candidate& c) { return c.has(Label::Recommended); });
        if (recommended != m_candidates.end()) {
            std::rotate(m_candidates.begin(), recommended, recommended + 1);
        }
        const auto order = [measure = measureOf(m_problem)](const Candidate& c) {
            return std::make_tuple(comparablePeakOf(c.estimate, measure), c.estimate.step);
        };
        std::stable_sort(m_candidates.begin() + 1, m_candidates.end(),
                         [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
    }
    return std::move(m_candidates);
}

}
