// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/labels.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

// Returns the candidate with the lowest key of those that fit, the earlier one of equals. There is one: the recommended
// plan fits.
template <typename Key>
Candidate* bestOf(std::vector<Candidate>& candidates, Key key)
{
    Candidate* best = &candidates.front();
    for (Candidate& candidate : candidates) {
        if (candidate.estimate.fits && key(candidate) < key(*best)) {
            best = &candidate;
        }
    }
    return best;
}

// Returns, of the candidates that fit and have the lowest value up to rounding, the one with the lowest comparable
// peak.
template <typename Value>
Candidate* leastOf(std::vector<Candidate>& candidates, PeakMeasure measure, Value value)
{
    const double least = value(*bestOf(candidates, value)) * equalWithin;
    return bestOf(candidates, [&](const Candidate& c) {
        return std::make_tuple(value(c) > least, comparablePeakOf(c.estimate, measure), value(c));
    });
}

}

bool isDominated(const std::vector<Candidate>& candidates, const Estimate& estimate, PeakMeasure measure)
{
    const ComparablePeak than = comparablePeakOf(estimate, measure);
    return std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& other) {
        const Estimate& a = other.estimate;
        const bool priced = a.cost_per_step && estimate.cost_per_step;
        const Usd cost = priced ? *a.cost_per_step : Usd(0);
        const Usd other_cost = priced ? *estimate.cost_per_step : Usd(0);
        if (!a.fits || a.step > estimate.step * equalWithin || cost > other_cost * equalWithin) {
            return false;
        }
        const ComparablePeak comparable_peak = comparablePeakOf(a, measure);
        const bool better = a.step * equalWithin < estimate.step || cost * equalWithin < other_cost;
        return comparable_peak <= than
            && (comparable_peak < than || better || std::tie(a.step, cost) < std::tie(estimate.step, other_cost));
    });
}

void giveLabels(std::vector<Candidate>& candidates, double max_slowdown, Objective objective, PeakMeasure measure)
{
    for (Candidate& candidate : candidates) {
        candidate.labels.clear();
    }
    const auto comparable_peak = [&](const Candidate& c) { return comparablePeakOf(c.estimate, measure); };
    Candidate* fastest = leastOf(candidates, measure, [](const Candidate& c) { return c.estimate.step.value; });
    // Without prices of all nodes the cheapest candidate is unknown.
    const bool priced = std::all_of(candidates.begin(), candidates.end(),
                                    [](const Candidate& c) { return c.estimate.cost_per_step.has_value(); });
    Candidate* cheapest = !priced
        ? nullptr
        : leastOf(candidates, measure, [](const Candidate& c) { return c.estimate.cost_per_step->value; });
    const Seconds slowest = fastest->estimate.step * max_slowdown;
    Candidate* balanced = bestOf(candidates, [&](const Candidate& c) {
        return std::make_tuple(c.estimate.step > slowest, comparable_peak(c), c.estimate.step);
    });
    Candidate* recommended = objective == Objective::Balanced ? balanced
        : objective == Objective::Throughput                  ? fastest
        : objective == Objective::Cost && cheapest != nullptr ? cheapest
                                                              : bestOf(candidates, comparable_peak);
    recommended->labels.push_back(Label::Recommended);
    fastest->labels.push_back(Label::Fastest);
    balanced->labels.push_back(Label::Balanced);
    if (cheapest != nullptr) {
        cheapest->labels.push_back(Label::Cheapest);
    }
    for (Candidate& candidate : candidates) {
        const Estimate& estimate = candidate.estimate;
        if (estimate.fits && !isDominated(candidates, estimate, measure)) {
            candidate.labels.push_back(Label::Front);
        }
    }
}

bool moveFittingToFront(std::vector<Candidate>& candidates, PeakMeasure measure)
{
    const auto order = [&](const Candidate& c) {
        return std::make_tuple(!c.estimate.fits, comparablePeakOf(c.estimate, measure), c.estimate.step);
    };
    const auto best = std::min_element(candidates.begin(), candidates.end(),
                                       [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
    std::rotate(candidates.begin(), best, best + 1);
    return candidates.front().estimate.fits;
}

}
