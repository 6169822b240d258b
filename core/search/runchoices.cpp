// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/runchoices.h"

#include <tuple>

namespace stagecraft {

namespace {

bool isCheaper(const TrainingCost& a, const TrainingCost& b)
{
    return std::make_tuple(a.total->middle, a.time) < std::make_tuple(b.total->middle, b.time);
}

constexpr double trainingCostRounding = 1 + 1e-9; // bounds and costs are sums in different orders
constexpr auto noCandidate = static_cast<std::size_t>(-1);

// Compares run times, which grow with preemptions on more nodes; ties: shortest step.
bool isFaster(const CandidateRunCost& a, const CandidateRunCost& b, const SearchResult& result)
{
    if (b.candidate == noCandidate || a.training_cost.time < b.training_cost.time) {
        return true;
    }
    return a.training_cost.time == b.training_cost.time && result.candidates[a.candidate].has(Label::Fastest);
}

// Returns the minimum slowdown of any run on these nodes by preemptions: that of one node. With several groups, a plan
// may use none with spot interruptions.
double leastFactor(const Problem& problem, const TrainingCost& training_cost, const BillingOptions& options)
{
    const bool known = training_cost.preemptions && problem.cluster.groups.size() == 1 && training_cost.nodes > 0;
    return known ? preemptionFactor(*training_cost.preemptions / static_cast<double>(training_cost.nodes), options) : 1;
}

// Returns the factor of energy on the price of the nodes; with one group it is the same for every plan.
double energyFactor(const Problem& problem, const TrainingCost& training_cost)
{
    Usd nodes;
    Usd energy;
    for (const TrainingCostItem& line : training_cost.lines) {
        (line.part == TrainingCostPart::Energy ? energy : nodes) += line.amount.middle;
    }
    return problem.cluster.groups.size() == 1 && nodes > Usd(0) ? 1 + energy / nodes : 1;
}

void addBounds(RunChoices& choices, const Problem& problem, const SearchResult& result, const BillingOptions& options)
{
    const TrainingCost& training_cost = choices.recommended.training_cost;
    const double factor = static_cast<double>(training_cost.steps) * leastFactor(problem, training_cost, options);
    if (result.fastest_bound) {
        choices.time_bound = *result.fastest_bound * factor;
    }
    if (result.cheapest_bound && choices.cheapest && options.unit == BilledUnit::Nodes) {
        choices.cost_bound = *result.cheapest_bound * (factor * energyFactor(problem, choices.cheapest->training_cost));
    }
}

}

bool RunChoices::isFastest(const TrainingCost& training_cost) const
{
    return time_bound && training_cost.time <= *time_bound * trainingCostRounding;
}

bool RunChoices::isCheapest(const TrainingCost& training_cost) const
{
    return cost_bound && training_cost.total && training_cost.total->middle <= *cost_bound * trainingCostRounding;
}

std::optional<RunChoices> runChoices(const Problem& problem, const SearchResult& result, const BillingOptions& options)
{
    if (result.recommended() == nullptr) {
        return std::nullopt;
    }
    RunChoices choices;
    choices.fastest.candidate = noCandidate;
    for (std::size_t i = 0; i < result.candidates.size(); ++i) {
        const Candidate& candidate = result.candidates[i];
        if (!candidate.estimate.fits) {
            continue;
        }
        const CandidateRunCost billed {i, trainingCostOf(candidate.estimate, candidate.plan, problem, options)};
        if (candidate.has(Label::Recommended)) {
            choices.recommended = billed;
        }
        if (isFaster(billed, choices.fastest, result)) {
            choices.fastest = billed;
        }
        if (billed.training_cost.total
            && (!choices.cheapest || isCheaper(billed.training_cost, choices.cheapest->training_cost))) {
            choices.cheapest = billed;
        }
    }
    addBounds(choices, problem, result, options);
    return choices;
}

}
