// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/sizedplan.h"

#include "core/estimate/estimator.h"
#include "core/search/nearestplan.h"
#include "core/search/outcometext.h"

namespace stagecraft {

namespace {

SizedPlan sizedPlan(const Problem& problem, Plan plan, Estimate estimate, const PlanCosts& costs)
{
    const Outcome lacking = shortOf(estimate);
    return {0, problem, std::move(plan), std::move(estimate), lacking.device, lacking.missing, costs.missing()};
}

Result<SizedPlan> sizedPlan(const Problem& problem, Plan plan, const PlanCosts& costs)
{
    auto estimate = estimatePlan(problem, plan, costs);
    return estimate ? Result<SizedPlan>(sizedPlan(problem, std::move(plan), *std::move(estimate), costs))
                    : failure(estimate.error());
}

bool fitsByTensors(const SizedProblem& sized, const Plan& plan)
{
    const auto costs = planCosts(sized.costs, sized.problem, plan);
    const auto estimate = costs ? estimatePlan(sized.problem, plan, *costs, {false, false}) : failure(costs.error());
    return estimate && estimate->fits;
}

}

Result<std::optional<SizedPlan>> leastPeakPlan(const SizedProblem& sized, const std::stop_token& stop,
                                               SearchEffort effort, std::optional<int> devices, Unfitting unfitting)
{
    const auto space = PlanSpace::make(sized.problem, sized.costs, stop);
    if (!space) {
        return failure(space.error());
    }
    const LeastPeak least = leastPeakOf(*space, effort, stop, devices);
    if (!least.best) {
        return std::nullopt;
    }
    if (!least.fits && unfitting == Unfitting::Nearest) {
        auto nearest = nearestPlanOf(*space, sized.problem, stop, nullptr, devices);
        if (nearest) {
            const PlanCosts costs = space->search(nearest->configuration).costs();
            return sizedPlan(sized.problem, std::move(nearest->plan), std::move(nearest->estimate), costs);
        }
    }
    const ConfigurationSearch& config_group = space->search(least.best->configuration);
    return sizedPlan(sized.problem, config_group.planOf(least.best->partition.split_points), config_group.costs());
}

Result<std::optional<SizedPlan>> recommendedPlan(const SizedProblem& sized, const std::stop_token& stop,
                                                 std::optional<int> devices)
{
    if (sized.problem.constraints.objective == Objective::Memory) {
        auto least = leastPeakPlan(sized, stop, thoroughlyTimed, devices);
        if (!least || !*least || (**least).estimate.fits || !fitsByTensors(sized, (**least).plan)) {
            return least;
        } // allocator overhead may be smaller for other plans
    }
    SearchOptions options;
    options.most_devices = devices;
    const auto found = searchPlans(sized.problem, sized.costs, stop, {}, options);
    if (!found) {
        return failure(found.error());
    }
    const Candidate* chosen = found->recommended();
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    if (chosen == nullptr || !chosen->estimate.fits) {
        return leastPeakPlan(sized, stop, thoroughlyTimed, devices);
    }
    return SizedPlan {0, sized.problem, chosen->plan, chosen->estimate, -1, {}, found->missing};
}

}
