// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedytrials.h"

#include "core/schedule/schedule.h"
#include "core/search/feasibility.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Work per search, of which there are dozens; less for schedules without a closed form, whose plans take longer than
// counted.
constexpr std::int64_t mostWork = 10'000'000;
constexpr std::int64_t mostPlacedWork = 4'000'000;

bool hasClosedFormsAlone(const Constraints& constraints)
{
    return hasClosedForm(constraints.schedule) && !varies(constraints.vary, Dimension::Schedule)
        && !varies(constraints.vary, Dimension::Interleave);
}

Bytes headroomOf(const Estimate& estimate)
{
    Bytes least(INT64_MAX);
    for (const IdenticalDevices& pipeline_rank : estimate.devices.pipelineRanks()) {
        least = std::min(least, pipeline_rank.first.capacity - pipeline_rank.first.device_high);
    }
    return least;
}

}

RemedyTrials::RemedyTrials(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                           const std::function<void(SearchProgress)>& progress)
    : m_problem(problem), m_costs(costs), m_stop(stop), m_progress(progress), m_caller(std::this_thread::get_id())
{
}

bool RemedyTrials::decidesSettings(const Problem& problem)
{
    return problem.cluster.groups.size() == 1 && !problem.constraints.split_points;
}

bool RemedyTrials::fits(const Problem& problem, int beyond) const
{
    report();
    if (stopped() || !validateForSearch(problem)) {
        return false;
    }
    if (!decidesSettings(problem)) {
        const auto found = searchPlans(problem, m_costs, m_stop, {}, options(problem));
        return found && found->recommended() != nullptr;
    }
    const auto space = PlanSpace::make(problem, m_costs, m_stop, {}, &m_chains);
    return space && anyFitting(*space, m_stop, beyond).has_value();
}

std::optional<Candidate> RemedyTrials::fastest(Problem problem) const
{
    report();
    problem.constraints.objective = Objective::Throughput;
    const auto found = searchPlans(problem, m_costs, m_stop, {}, options(problem));
    const Candidate* best = found && !stopped() ? found->recommended() : nullptr;
    return best != nullptr && best->estimate.fits ? std::optional(*best) : std::nullopt;
}

std::optional<Remedy> RemedyTrials::plan(const RemedyChanges& changes) const
{
    auto best = fastest(withChanges(m_problem, changes));
    return best ? std::optional(remedyOf(*std::move(best), changes)) : std::nullopt;
}

Remedy RemedyTrials::remedyOf(Candidate found, const RemedyChanges& changes) const
{
    const Bytes headroom = headroomOf(found.estimate);
    return {changes, withChanges(m_problem, changes), std::move(found.plan), std::move(found.estimate), headroom, 1};
}

SearchOptions RemedyTrials::options(const Problem& problem) const
{
    return {&m_replays, true, {}, &m_chains, hasClosedFormsAlone(problem.constraints) ? mostWork : mostPlacedWork};
}

void RemedyTrials::expect(std::size_t more)
{
    m_total += static_cast<std::int64_t>(more);
}

void RemedyTrials::report() const
{
    const std::int64_t done = ++m_done;
    if (m_progress && std::this_thread::get_id() == m_caller) {
        m_progress({done, std::max(m_total.load(), done + 1)});
    }
}

}
