// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/policychoice.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/outofcoreplan.h"
#include "core/schedule/schedule.h"
#include "core/search/stagerecompute.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

// Limits of the points of a front whose partitions are examined, and of those with KARMA's choice.
constexpr std::size_t mostPoints = 16;
constexpr std::size_t mostSwapped = 3;
constexpr std::array swapShares {0.85, 0.7, 0.5, 0.35};

// Returns the layer-by-layer minimum of both memory costs.
ChainCosts lesser(ChainCosts a, const ChainCosts& b)
{
    for (std::size_t l = 0; l < a.layers.size(); ++l) {
        LayerMemory& own = a.layers[l].memory;
        const LayerMemory& other = b.layers[l].memory;
        for (Bytes LayerMemory::*bytes :
             {&LayerMemory::saved, &LayerMemory::backward_peak, &LayerMemory::accumulate_peak,
              &LayerMemory::owned_backward_peak, &LayerMemory::owned_accumulate_peak}) {
            own.*bytes = std::min(own.*bytes, other.*bytes);
        }
    }
    return a;
}

LayerPolicies policiesOfLayers(const std::vector<int>& recomputed)
{
    LayerPolicies policies;
    for (const int l : recomputed) {
        addPolicy(policies, {LayerPolicy::Full, l, l + 1});
    }
    return policies;
}

// Returns the memory reserve with which exactly the plans with upper bounds up to `limit` fit.
Bytes reserveFor(const Problem& problem, const ConfigurationSearch& config_group, int pipeline_ranks, Bytes limit)
{
    const DeviceType& device = problem.cluster.groups.front().device;
    const ConfigurationGroup& plans = config_group.configGroup();
    const CollectiveBytes collectives = collectiveBytes(config_group.costs(), device, pipeline_ranks,
                                                        pipelineRankDegrees(plans.fixed.degrees, plans.data()));
    return std::max(problem.constraints.memory_reserve,
                    largestFittingPeak(config_group.costs(), device, device.memory - limit, collectives));
}

bool oneStagePerRank(ScheduleKind schedule)
{
    const ScheduleRules& rules = rulesOf(schedule);
    return rules.stages_per_rank == 1 && rules.pipelines == 1;
}

}

PolicyChoice::PolicyChoice(const Problem& problem, const CostModel& model, std::stop_token stop)
    : m_problem(problem)
    , m_model(model)
    , m_stop(std::move(stop))
    , m_recompute(varies(problem.constraints.vary, Dimension::RecomputeLayers) && !hasGivenCosts(problem.model))
    , m_swap(varies(problem.constraints.vary, Dimension::Swap) && !hasGivenCosts(problem.model))
    , m_library(problem, model)
{
}

const LibraryChain* PolicyChoice::chain(const ConfigurationSearch& config_group, LayerPolicy policy)
{
    Constraints fixed = config_group.configGroup().fixed;
    fixed.policies = {policy};
    const auto found = m_library.chain(fixed);
    return found ? found->get() : nullptr;
}

std::optional<LayerPolicies> PolicyChoice::recomputed(ConfigurationSearch& config_group,
                                                      const std::vector<int>& split_points, Bytes limit,
                                                      PartitionFilter wanted)
{
    const LibraryChain* keep = chain(config_group, LayerPolicy::Keep);
    const LibraryChain* full = chain(config_group, LayerPolicy::Full);
    const Constraints& fixed = config_group.configGroup().fixed;
    const int pipeline_ranks = static_cast<int>(split_points.size()) - 1;
    if (keep == nullptr || full == nullptr || !oneStagePerRank(fixed.schedule)) {
        return std::nullopt;
    }
    const auto costs = [wanted](const LibraryChain& of) -> const ChainCosts& {
        return wanted == PartitionFilter::Fitting ? of.upper : of.costs;
    };
    const auto table = m_tables.table(fixed.schedule, 1, config_group.configGroup().micro_batches);
    std::vector<int> layers;
    for (int s = 0; s < pipeline_ranks && !m_stop.stop_requested(); ++s) {
        const auto i = static_cast<std::size_t>(s);
        const SingleStage stage {
            {split_points[i], split_points[i + 1]},
            table->at(pipeline_ranks).pipeline_ranks[i],
            replicationOf(fixed, config_group.configGroup().data(), config_group.configGroup().micro_batches),
            rulesOf(fixed.schedule).splits_backward};
        const auto chosen = leastRecomputed(costs(*keep), costs(*full), stage, limit);
        if (!chosen) {
            return std::nullopt;
        }
        layers.insert(layers.end(), chosen->begin(), chosen->end());
    }
    return policiesOfLayers(layers);
}

std::optional<PolicyPlan> PolicyChoice::estimated(Plan plan)
{
    if (m_stop.stop_requested() || !targetObstacles(m_problem, plan, m_problem.target).empty()) {
        return std::nullopt;
    }
    auto costs = planCosts(m_model, m_problem, plan);
    const auto estimate = costs ? estimatePlan(m_problem, plan, *costs, bySlack) : failure(costs.error());
    if (!estimate) {
        return std::nullopt;
    }
    return PolicyPlan {std::move(plan), *std::move(costs), estimate->peak, estimate->step, estimate->fits};
}

std::optional<PolicyPlan> PolicyChoice::recomputedPlan(ConfigurationSearch& config_group,
                                                       const std::vector<int>& split_points, Bytes limit,
                                                       PartitionFilter wanted)
{
    const auto policies = m_recompute ? recomputed(config_group, split_points, limit, wanted) : std::nullopt;
    return policies ? estimated(withPolicies(config_group.planOf(split_points), *policies)) : std::nullopt;
}

std::optional<PolicyPlan> PolicyChoice::swapped(ConfigurationSearch& config_group, const std::vector<int>& split_points,
                                                Bytes limit)
{
    if (!m_swap || m_stop.stop_requested()) {
        return std::nullopt;
    }
    const Plan plan = withPolicies(config_group.planOf(split_points), {});
    Problem smaller = m_problem;
    smaller.constraints.memory_reserve = reserveFor(m_problem, config_group, plan.pipelineRanks(), limit);
    const auto choice = chooseOutOfCore(OutOfCoreMethod::Karma, smaller, plan, m_model);
    return choice ? estimated(withPolicies(plan, choice->policies)) : std::nullopt;
}

std::optional<PolicyPlan> PolicyChoice::better(const PlanSpace& space, const ConfiguredPartition& found)
{
    ConfigurationSearch& config_group = space.search(found.configuration);
    const Partition& partition = found.partition;
    std::optional<PolicyPlan> best;
    const bool fits = space.fits(found.configuration, partition.split_points);
    const auto take = [&](std::optional<PolicyPlan> plan) {
        const auto order = [](Bytes peak, Seconds step) { return std::pair(peak, step); };
        const auto known = best ? order(best->peak, best->step) : order(partition.peak, partition.step);
        if (plan && plan->fits >= fits && order(plan->peak, plan->step) < known) {
            best = std::move(plan);
        }
    };
    take(recomputedPlan(config_group, partition.split_points, partition.peak, PartitionFilter::Any));
    for (const double share : swapShares) {
        take(swapped(config_group, partition.split_points, scaled(partition.peak, share)));
    }
    return best;
}

std::vector<PolicyPlan> PolicyChoice::between(const PlanSpace& space, const std::vector<ConfiguredPartition>& points)
{
    std::vector<PolicyPlan> plans;
    const auto add = [&](std::optional<PolicyPlan> plan) {
        if (plan) {
            plans.push_back(*std::move(plan));
        }
    };
    for (std::size_t i = 0; i < std::min(points.size(), mostPoints); ++i) {
        ConfigurationSearch& config_group = space.search(points[i].configuration);
        const Partition& partition = points[i].partition;
        const std::vector<int>& split_points = partition.split_points;
        add(recomputedPlan(config_group, split_points, config_group.fittingPeak(points[i].configuration.pipeline_ranks),
                           PartitionFilter::Fitting));
        add(recomputedPlan(config_group, split_points, partition.peak, PartitionFilter::Any));
        if (i + 1 < points.size()) {
            add(recomputedPlan(config_group, split_points, points[i + 1].partition.peak, PartitionFilter::Any));
        }
        if (i < mostSwapped) {
            add(swapped(config_group, split_points, config_group.fittingPeak(points[i].configuration.pipeline_ranks)));
            add(swapped(config_group, split_points, scaled(partition.peak, swapShares[1])));
        }
    }
    return plans;
}

Bytes PolicyChoice::bound(const PlanSpace& space)
{
    Bytes least = noPeak;
    for (const Configuration& c : space.configGroups()) {
        ConfigurationSearch& search = space.search(c);
        const ConfigurationGroup& config_group = search.configGroup();
        const LibraryChain* keep = chain(search, LayerPolicy::Keep);
        const LibraryChain* full = chain(search, LayerPolicy::Full);
        if (keep == nullptr || full == nullptr) {
            return Bytes(0);
        }
        const ChainCosts both = lesser(keep->costs, full->costs);
        const bool closed = hasClosedForm(config_group.fixed.schedule);
        const PeakBounds bounds(both, identicalLayers(both),
                                replicationOf(config_group.fixed, config_group.data(), config_group.micro_batches),
                                closed ? config_group.fixed.schedule : ScheduleKind::OneForwardOneBackward,
                                config_group.micro_batches, config_group.deepest);
        // Swapped activations are absent in the meantime.
        const ScheduleTable table(config_group.fixed.schedule, config_group.fixed.interleave,
                                  config_group.micro_batches);
        least = std::min(least,
                         closed && !m_swap ? bounds.least(config_group.deepest)
                                           : ScheduleBounds(bounds, table).leastUpTo(config_group.deepest));
    }
    return least;
}

}
