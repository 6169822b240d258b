// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/sizing.h"

#include "core/estimate/trainingcost.h"
#include "core/search/clustersizing.h"
#include "core/search/feasibility.h"
#include "core/search/largestsize.h"
#include "core/search/runsizing.h"
#include "core/search/scheduletable.h"
#include "core/search/sizedplan.h"
#include "core/words/common.h"
#include "core/words/search.h"
#include "core/words/sizing.h"

#include <algorithm>
#include <chrono>

namespace stagecraft {

namespace {

// Returns the starting problem, with a batch that the constraints allow.
Problem withSomeBatch(Problem problem, const SizingRequest& request)
{
    if (request.goal == SizingGoal::LargestBatch) {
        problem.workload.global_batch =
            problem.constraints.micro_batch * problem.constraints.data.value_or(1) * request.micro_batches.value_or(1);
    }
    return problem;
}

// One call of sizeProblem().
class Sizing {
public:
    Sizing(const Problem& problem, const SizingRequest& request, const CostModel& costs, const std::stop_token& stop,
           const std::function<void(SearchProgress)>& progress)
        : m_problem(problem), m_request(request), m_costs(costs), m_stop(stop), m_progress(progress)
    {
    }

    Result<SizingResult> run()
    {
        if (m_request.goal == SizingGoal::Cheapest) {
            return sizeClusters(m_problem, m_request, m_costs, m_stop, m_progress);
        }
        if (auto valid = requireOneGroup(m_problem, words::common::sizing); !valid) {
            return failure(valid.error());
        }
        if (m_request.goal == SizingGoal::Run) { // validated with the largest number of nodes, as it varies them
            return sizeRun(m_problem, m_request, m_costs, m_stop, m_progress);
        }
        if (auto valid = validateForSearch(m_problem); !valid) {
            return failure(valid.error());
        }
        return m_request.goal == SizingGoal::Fewest ? fewest() : largest();
    }

private:
    void report(std::int64_t done, std::size_t total) const
    {
        if (m_progress) {
            m_progress({done, static_cast<std::int64_t>(total)});
        }
    }

    Result<SizingResult> largest()
    {
        const auto axis = SizeAxis::make(m_problem, m_request, m_costs);
        if (!axis) {
            return failure(axis.error());
        }
        auto result = largestSize(**axis, m_stop, m_progress);
        if (result) {
            result->layers = (*axis)->layers();
        }
        return result;
    }

    Result<SizingResult> fewest()
    {
        m_result.most = m_problem.cluster.devices();
        const auto space = PlanSpace::make(m_problem, m_costs, m_stop);
        if (!space) {
            return failure(space.error());
        }
        const std::vector<int> counts = deviceCounts(*space);
        std::vector<int> refused; // all device counts before the answer
        for (std::size_t i = 0; i < counts.size() && !m_result.best && !m_stop.stop_requested(); ++i) {
            report(static_cast<std::int64_t>(i), counts.size());
            ++m_result.tried;
            if (auto tried = tryDevices(*space, counts[i]); !tried) {
                return failure(tried.error());
            }
            if (!m_result.best) {
                refused.push_back(counts[i]);
            }
        }
        if (!refused.empty() && !m_stop.stop_requested()) {
            const auto next = m_result.best ? std::optional(nextFewer(refused)) : std::nullopt;
            if (auto reported = refuse(next); !reported) {
                return failure(reported.error());
            }
        }
        return finishFewest();
    }

    // Returns the largest of `counts` with whole nodes; on one node, a power of two or a divisor of the node's devices.
    // Other counts leave devices of a node idle, and the shortfall of their few plans says little about the answer.
    int nextFewer(const std::vector<int>& counts) const
    {
        const int node = m_problem.cluster.groups.front().devices_per_node;
        const auto found = std::find_if(counts.rbegin(), counts.rend(), [node](int devices) {
            const bool power = (devices & (devices - 1)) == 0;
            return devices < node ? power || node % devices == 0 : devices % node == 0;
        });
        return found != counts.rend() ? *found : counts.back();
    }

    // Stores the plan that the objective recommends on this many devices, if one fits.
    Result<void> tryDevices(const PlanSpace& space, int devices)
    {
        const auto all = configurationsOn(space, devices);
        if (std::none_of(all.begin(), all.end(), [&](const auto& c) { return hasFittingPlan(space, c, m_stop); })
            || m_stop.stop_requested()) {
            return {};
        }
        auto plan = recommendedPlan({onNodesOf(m_problem, devices), m_costs}, m_stop, devices);
        if (!plan) {
            return failure(plan.error());
        }
        if (*plan && (**plan).estimate.fits) {
            m_result.best = std::move(*plan);
            m_result.best->value = devices;
        } else {
            m_passed_over = true;
        }
        return {};
    }

    // Stores the plan closest to fitting on this many devices; if empty, on any number.
    Result<void> refuse(std::optional<int> devices)
    {
        auto plan = leastPeakPlan({onNodesOf(m_problem, devices.value_or(m_problem.cluster.devices())), m_costs},
                                  m_stop, thoroughlyTimed, devices, Unfitting::Nearest);
        if (!plan) {
            return failure(plan.error());
        }
        m_result.refused = std::move(*plan);
        if (m_result.refused) {
            m_result.refused->value = m_result.refused->plan.devices();
        }
        return {};
    }

    Result<SizingResult> finishFewest()
    {
        Outcome& outcome = m_result.outcome;
        if (m_stop.stop_requested()) {
            m_result.best.reset();
            m_result.refused.reset();
            outcome.kind = OutcomeKind::Cancelled;
        } else if (!m_result.best) {
            outcome.kind = OutcomeKind::Infeasible;
            outcome.device = m_result.refused ? m_result.refused->device : -1;
            outcome.missing = m_result.refused ? m_result.refused->missing : Bytes(0);
            outcome.detail = m_result.refused ? Message() : words::search::batch_not_divided;
        } else if (m_passed_over) {
            outcome.kind = OutcomeKind::BestFound;
            outcome.detail = words::sizing::passed_over_fewer;
        }
        return std::move(m_result);
    }

    const Problem& m_problem;
    const SizingRequest& m_request;
    const CostModel& m_costs;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    bool m_passed_over = false;
    SizingResult m_result;
};

Result<void> validateSizing(const Problem& problem)
{
    if (problem.constraints.split_points) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::common::sizing, words::sizing::cuts_given, words::sizing::search_for_cuts});
    }
    for (const Dimension dimension : problem.constraints.vary) {
        if (!sizingVaries(dimension)) {
            const bool degrees = dimension == Dimension::StageDegrees;
            return failure(ErrorCode::OptionUnsupported,
                           {words::sizing::what_varies, dimension,
                            degrees ? Argument(words::sizing::degrees_of_all_stages) : Dimension::Recompute});
        }
    }
    return {};
}

Objective choosesBy(const Problem& problem, const SizingRequest& request)
{
    if (request.goal == SizingGoal::Run) {
        const bool priced = request.limits.budget || problem.cluster.groups.front().price_per_node;
        return priced ? Objective::Cost : Objective::Throughput;
    }
    return request.goal == SizingGoal::Cheapest ? Objective::Cost : problem.constraints.objective;
}

// True if the plans include schedules for which no search proves the lowest peak.
bool putsSeveralStages(const Constraints& constraints)
{
    return varies(constraints.vary, Dimension::Schedule) || ScheduleTable(constraints.schedule, 2, 1).severalStages();
}

}

Result<SizingResult> sizeProblem(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                                 std::stop_token stop, const std::function<void(SearchProgress)>& progress)
{
    const auto begin = std::chrono::steady_clock::now();
    if (auto valid = validateSizing(problem); !valid) {
        return failure(valid.error());
    }
    const Problem based_problem = withSomeBatch(problem, request);
    auto result = Sizing(based_problem, request, costs, stop, progress).run();
    if (result && result->outcome.kind == OutcomeKind::Optimal && putsSeveralStages(problem.constraints)) {
        result->outcome.kind = OutcomeKind::BestFound;
        result->outcome.detail = words::sizing::cuts_best_found;
    }
    if (result) {
        result->goal = request.goal;
        result->chosen_by = choosesBy(based_problem, request);
        result->elapsed = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return result;
}

bool sizingVaries(Dimension dimension)
{
    return dimension != Dimension::StageDegrees && dimension != Dimension::RecomputeLayers
        && dimension != Dimension::Swap;
}

TrainingCost trainingCostOf(const SizedPlan& plan)
{
    return trainingCostOf(plan.estimate, plan.plan, plan.problem, plan.problem.billing);
}

std::optional<Usd> costPerMillion(const SizedPlan& plan)
{
    const auto cost = trainingCostOf(plan).per_million;
    return cost ? std::optional(cost->middle) : std::nullopt;
}

}
