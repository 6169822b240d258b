// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/billedchoices.h"

#include <tuple>

namespace stagecraft {

namespace {

bool isCheaper(const Bill& a, const Bill& b)
{
    return std::make_tuple(a.total->middle, a.time) < std::make_tuple(b.total->middle, b.time);
}

constexpr double billRounding = 1 + 1e-9; // bounds and bills are sums in another order
constexpr auto noCandidate = static_cast<std::size_t>(-1);

// By the time of the run, to which more nodes add preemptions; of equal ones the one with the shortest step.
bool isFaster(const BilledCandidate& a, const BilledCandidate& b, const SearchResult& result)
{
    if (b.candidate == noCandidate || a.bill.time < b.bill.time) {
        return true;
    }
    return a.bill.time == b.bill.time && result.candidates[a.candidate].has(Label::Fastest);
}

// What every run on these nodes takes the longer for preemptions: at least as with those of one node. Of several groups
// a plan may use none that are taken back.
double leastFactor(const Problem& problem, const Bill& bill, const BillingOptions& options)
{
    const bool known = bill.preemptions && problem.cluster.groups.size() == 1 && bill.nodes > 0;
    return known ? preemptionFactor(*bill.preemptions / static_cast<double>(bill.nodes), options) : 1;
}

// What comes to the price of the nodes for energy: of one group the same share whichever plan runs.
double energyFactor(const Problem& problem, const Bill& bill)
{
    Usd nodes;
    Usd energy;
    for (const BillLine& line : bill.lines) {
        (line.part == BillPart::Energy ? energy : nodes) += line.amount.middle;
    }
    return problem.cluster.groups.size() == 1 && nodes > Usd(0) ? 1 + energy / nodes : 1;
}

void addBounds(BilledChoices& choices, const Problem& problem, const SearchResult& result,
               const BillingOptions& options)
{
    const Bill& bill = choices.recommended.bill;
    const double factor = static_cast<double>(bill.steps) * leastFactor(problem, bill, options);
    if (result.fastest_bound) {
        choices.time_bound = *result.fastest_bound * factor;
    }
    if (result.cheapest_bound && choices.cheapest && options.unit == BilledUnit::Nodes) {
        choices.cost_bound = *result.cheapest_bound * (factor * energyFactor(problem, choices.cheapest->bill));
    }
}

}

bool BilledChoices::isFastest(const Bill& bill) const
{
    return time_bound && bill.time <= *time_bound * billRounding;
}

bool BilledChoices::isCheapest(const Bill& bill) const
{
    return cost_bound && bill.total && bill.total->middle <= *cost_bound * billRounding;
}

std::optional<BilledChoices> billedChoices(const Problem& problem, const SearchResult& result,
                                           const BillingOptions& options)
{
    if (result.recommended() == nullptr) {
        return std::nullopt;
    }
    BilledChoices choices;
    choices.fastest.candidate = noCandidate;
    for (std::size_t i = 0; i < result.candidates.size(); ++i) {
        const Candidate& candidate = result.candidates[i];
        if (!candidate.estimate.fits) {
            continue;
        }
        const BilledCandidate billed {i, billOf(candidate.estimate, candidate.plan, problem, options)};
        if (candidate.has(Label::Recommended)) {
            choices.recommended = billed;
        }
        if (isFaster(billed, choices.fastest, result)) {
            choices.fastest = billed;
        }
        if (billed.bill.total && (!choices.cheapest || isCheaper(billed.bill, choices.cheapest->bill))) {
            choices.cheapest = billed;
        }
    }
    addBounds(choices, problem, result, options);
    return choices;
}

}
