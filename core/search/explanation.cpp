// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/explanation.h"

#include "core/memory/largestpart.h"
#include "core/schedule/schedule.h"
#include "core/search/comparablepeak.h"
#include "core/search/planspace.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>; // by dimension

// Appends the number of stages per pipeline rank if the schedule leaves it open.
std::string scheduleText(const Constraints& fixed)
{
    const bool loops = rulesOf(fixed.schedule).stages_per_rank == 0;
    return std::string(nameOf(fixed.schedule)) + (loops ? " x" + std::to_string(fixed.interleave) : "");
}

Values valuesOf(const Constraints& fixed)
{
    const auto flag = [](bool value) { return std::string(value ? "with" : "without"); };
    return {{"micro-batch", std::to_string(fixed.micro_batch)},
            {"tensor", std::to_string(fixed.degrees.sharding.tensor)},
            {"sequence-parallel", flag(fixed.degrees.sharding.sequence)},
            {"context", std::to_string(fixed.degrees.context)},
            {"expert", std::to_string(fixed.degrees.sharding.expert)},
            {"data", std::to_string(*fixed.data)},
            {"zero", std::to_string(fixed.zero)},
            {"recompute", policiesText(fixed.policies)},
            {"offload", std::string(nameOf(fixed.training.offload))},
            {"schedule", scheduleText(fixed)}};
}

Values valuesOf(const Plan& plan)
{
    Constraints fixed;
    fixed.micro_batch = plan.microBatch();
    fixed.degrees = layerDegrees(plan, plan.stages.front());
    fixed.data = plan.stages.front().degrees.data;
    fixed.zero = plan.zero_stage;
    fixed.policies = policiesOf(plan);
    fixed.training = plan.training;
    fixed.schedule = plan.schedule;
    fixed.interleave = static_cast<int>(plan.stages.size()) / std::max(1, plan.pipelineRanks());
    return valuesOf(fixed);
}

// Returns the only position in which the two differ; empty if they differ in none or in several.
std::optional<std::size_t> onlyDifference(const Values& a, const Values& b)
{
    std::optional<std::size_t> at;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) {
            if (at) {
                return std::nullopt;
            }
            at = i;
        }
    }
    return at;
}

// Returns the lowest peak over all depths that fit; over all depths if none fits.
std::optional<PlanAlternative> alternativeOf(const PlanSpace& space, int config_group, const std::stop_token& stop)
{
    std::optional<PlanAlternative> best;
    for (const Configuration& c : space.configurations(config_group)) {
        ConfigurationSearch& search = space.search(c);
        auto peak =
            search.leastPeak(c.pipeline_ranks, search.fittingPeak(c.pipeline_ranks), PartitionFilter::Fitting, stop);
        const bool fits = peak && *peak != noPeak;
        if (!fits) {
            peak = search.leastPeak(c.pipeline_ranks, noPeak - Bytes(1), PartitionFilter::Any, stop);
        }
        if (!peak) {
            return std::nullopt;
        }
        if (!best || std::pair(!fits, *peak) < std::pair(!best->fits, best->peak)) {
            best = PlanAlternative {{}, {}, *peak, fits};
        }
    }
    return best;
}

std::vector<PlanAlternative> alternativesOf(const PlanSpace& space, const Plan& plan, const std::stop_token& stop)
{
    const Values own = valuesOf(plan);
    std::vector<PlanAlternative> alternatives;
    for (const Configuration& config_group : space.configGroups()) {
        const Values values = valuesOf(space.configGroup(config_group).fixed);
        const auto at = onlyDifference(own, values);
        auto alternative = at ? alternativeOf(space, config_group.config_group, stop) : std::nullopt;
        if (alternative) {
            std::tie(alternative->dimension, alternative->value) = values[*at];
            alternatives.push_back(*std::move(alternative));
        }
    }
    const auto pipeline_rank = [&](const PlanAlternative& alternative) {
        return std::find_if(own.begin(), own.end(),
                            [&](const auto& value) { return value.first == alternative.dimension; })
            - own.begin();
    };
    std::stable_sort(alternatives.begin(), alternatives.end(), [&](const auto& a, const auto& b) {
        return std::pair(pipeline_rank(a), a.peak) < std::pair(pipeline_rank(b), b.peak);
    });
    return alternatives;
}

PlanNeighbor neighbor(const SearchResult& result, const Estimate& own, std::size_t index, PeakMeasure measure)
{
    const Estimate& other = result.candidates[index].estimate;
    PlanNeighbor found {index, other.peak - own.peak, {}, {}, own.step - other.step, {}};
    if (measure == PeakMeasure::Share) {
        found.share = comparablePeakOf(other, measure).value();
        found.more_share = *found.share - comparablePeakOf(own, measure).value();
    }
    if (own.cost_per_step && other.cost_per_step) {
        found.cheaper = *own.cost_per_step - *other.cost_per_step;
    }
    return found;
}

// Replaces `nearest` if `found` has the lower `order`.
template <typename Order>
void keepNearest(std::optional<PlanNeighbor>& nearest, const PlanNeighbor& found, Order order)
{
    if (!nearest || order(found) < order(*nearest)) {
        nearest = found;
    }
}

double fuller(const PlanNeighbor& neighbor)
{
    return neighbor.more_share.value_or(static_cast<double>(neighbor.more.value));
}

void addOnFront(Explanation& explanation, const PlanNeighbor& found)
{
    if (found.faster > Seconds(0) && fuller(found) > 0) {
        keepNearest(explanation.next_faster, found, fuller);
    }
    if (found.faster > Seconds(0) && found.cheaper.value_or(Usd(0)) < Usd(0)) {
        keepNearest(explanation.next_more_expensive, found, [](const PlanNeighbor& n) { return -*n.cheaper; });
    }
    if (fuller(found) < 0) {
        keepNearest(explanation.next_lower_peak, found, [](const PlanNeighbor& n) { return -n.faster; });
    }
}

void addNeighbors(Explanation& explanation, const SearchResult& result, const Candidate& recommended,
                  PeakMeasure measure)
{
    for (std::size_t i = 0; i < result.candidates.size(); ++i) {
        const Candidate& other = result.candidates[i];
        if (&other == &recommended) {
            continue;
        }
        const PlanNeighbor found = neighbor(result, recommended.estimate, i, measure);
        if (other.has(Label::Front)) {
            addOnFront(explanation, found);
        }
        if (other.has(Label::Fastest)) {
            explanation.fastest = found;
        }
        if (other.has(Label::Cheapest)) {
            explanation.cheapest = found;
        }
    }
}

}

std::optional<Explanation> explainRecommended(const Problem& problem, const CostModel& model,
                                              const SearchResult& result, const std::stop_token& stop)
{
    const Candidate* recommended = result.recommended();
    const bool mixed = problem.cluster.groups.size() > 1;
    if (recommended == nullptr || problem.constraints.split_points || (!mixed && !recommended->plan.hasEqualStages())) {
        return std::nullopt;
    }
    const PeakMeasure measure = measureOf(problem);
    Explanation explanation;
    const auto& devices = recommended->estimate.devices;
    const auto fullest = std::max_element(devices.begin(), devices.end(), [&](const auto& a, const auto& b) {
        return comparablePeakOf(a, measure) < comparablePeakOf(b, measure);
    });
    explanation.stage = fullest->stage;
    explanation.moment = fullest->moment;
    if (measure == PeakMeasure::Share) {
        explanation.share = comparablePeakOf(*fullest, measure).value();
    }
    explanation.peak = fullest->peak;
    std::tie(explanation.part, explanation.part_bytes) = largestPart(fullest->breakdown);
    if (!mixed) {
        const auto space = PlanSpace::make(problem, model, stop);
        if (!space) {
            return std::nullopt;
        }
        explanation.alternatives = alternativesOf(*space, recommended->plan, stop);
    }
    addNeighbors(explanation, result, *recommended, measure);
    return explanation;
}

}
