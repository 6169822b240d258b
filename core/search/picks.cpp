// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/picks.h"

#include "core/search/comparablepeak.h"

#include <tuple>

namespace stagecraft {

namespace {

// Returns the recommended plan for the memory objective, as a candidate lacks some of the tie-breaking values.
const Candidate* leastMemoryPlan(const SearchResult& result, const Problem& problem)
{
    const Candidate* best = result.recommended();
    if (best == nullptr || problem.constraints.objective == Objective::Memory) {
        return best;
    }
    const PeakMeasure measure = measureOf(problem);
    const auto key = [&](const Candidate& c) {
        return std::make_tuple(comparablePeakOf(c.estimate, measure), c.estimate.step);
    };
    for (const Candidate& candidate : result.candidates) {
        if (candidate.estimate.fits && key(candidate) < key(*best)) {
            best = &candidate;
        }
    }
    return best;
}

}

std::vector<PickedPlan> pickedPlans(const SearchResult& result, const Problem& problem)
{
    const Candidate* fastest = result.labeled(Label::Fastest);
    const Candidate* recommended = result.recommended();
    std::vector<PickedPlan> picks;
    if (fastest == nullptr || recommended == nullptr || !recommended->estimate.fits) {
        return picks;
    }
    for (const auto& [pick, plan] : {
             std::pair {Pick::LeastMemory, leastMemoryPlan(result, problem)},
             std::pair {Pick::Balanced, result.labeled(Label::Balanced)},
             std::pair {Pick::Fastest, fastest},
             std::pair {Pick::Cheapest, result.labeled(Label::Cheapest)},
         }) {
        if (plan == nullptr) {
            continue;
        }
        PickedPlan picked {pick, static_cast<std::size_t>(plan - result.candidates.data()),
                           plan->estimate.step / fastest->estimate.step,
                           objectiveOf(pick) == problem.constraints.objective && plan == recommended};
        for (const PickedPlan& earlier : picks) {
            if (earlier.candidate == picked.candidate && !picked.same_as) {
                picked.same_as = earlier.pick;
            }
        }
        picks.push_back(picked);
    }
    return picks;
}

Objective objectiveOf(Pick pick)
{
    switch (pick) {
    case Pick::LeastMemory:
        break;
    case Pick::Balanced:
        return Objective::Balanced;
    case Pick::Fastest:
        return Objective::Throughput;
    case Pick::Cheapest:
        return Objective::Cost;
    }
    return Objective::Memory;
}

}
