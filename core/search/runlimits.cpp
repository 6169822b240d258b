// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/runlimits.h"

#include "core/search/runchoices.h"
#include "core/words/search.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace stagecraft {

Result<void> validateLimits(const Problem& problem, const RunLimits& limits)
{
    if (problem.billing.amount <= 0) {
        return failure(ErrorCode::RunUnending);
    }
    const auto isPositive = [](double limit) { return limit > 0 && limit <= std::numeric_limits<double>::max(); };
    if ((limits.budget && !isPositive(limits.budget->value))
        || (limits.deadline && !isPositive(limits.deadline->value))) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::limit_of_the_run, words::search::not_above_0, words::search::number_above_0});
    }
    return {};
}

Excess excessOf(const TrainingCost& training_cost, const RunLimits& limits)
{
    Excess excess;
    if (limits.budget && !(training_cost.total && training_cost.total->middle <= *limits.budget)) {
        excess.budget = training_cost.total ? training_cost.total->middle / *limits.budget
                                            : std::numeric_limits<double>::infinity();
    }
    if (limits.deadline && !(training_cost.time <= *limits.deadline)) {
        excess.deadline = training_cost.time / *limits.deadline;
    }
    return excess;
}

RunObstacle obstacleOf(const SizedPlan& plan, const RunLimits& limits)
{
    if (!plan.estimate.fits) {
        return RunObstacle::Memory;
    }
    const Excess excess = excessOf(trainingCostOf(plan), limits);
    return excess.deadline ? RunObstacle::Deadline : excess.budget ? RunObstacle::Budget : RunObstacle::None;
}

double distanceFrom(const RunLimits& limits, const SizedPlan& plan)
{
    const Excess excess = excessOf(trainingCostOf(plan), limits);
    return excess.budget || excess.deadline ? excess.budget.value_or(1) * excess.deadline.value_or(1) : 0;
}

SizedPlan chosenWithin(const RunLimits& limits, const Problem& problem, const SearchResult& found)
{
    std::optional<SizedPlan> best;
    std::tuple<double, double, Seconds> least;
    for (const Candidate& candidate : found.candidates) {
        if (!candidate.estimate.fits) {
            continue;
        }
        SizedPlan plan {candidate.plan.devices(), problem, candidate.plan, candidate.estimate, -1, {}, found.missing};
        const TrainingCost training_cost = trainingCostOf(plan);
        const std::tuple order(distanceFrom(limits, plan), training_cost.total ? training_cost.total->middle.value : 0,
                               training_cost.time);
        if (!best || order < least) {
            best = std::move(plan);
            least = order;
        }
    }
    if (best) {
        return *std::move(best);
    }
    const Candidate& nearest = found.candidates.front();
    return {nearest.plan.devices(), problem,      nearest.plan, nearest.estimate, found.outcome.device,
            found.outcome.missing,  found.missing};
}

bool provesChoice(const RunLimits& limits, const Problem& problem, const SearchResult& found, const SizedPlan& chosen)
{
    if (found.front_complete || found.outcome.kind == OutcomeKind::Infeasible) {
        return true;
    }
    const auto choices = runChoices(problem, found, problem.billing);
    if (!choices) {
        return false;
    }
    const TrainingCost training_cost = trainingCostOf(chosen);
    if (obstacleOf(chosen, limits) == RunObstacle::None) {
        return training_cost.total ? choices->isCheapest(training_cost) : choices->isFastest(training_cost);
    }
    return (limits.budget && choices->cost_bound && *choices->cost_bound > *limits.budget)
        || (limits.deadline && choices->time_bound && *choices->time_bound > *limits.deadline);
}

}
