// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/familysearch.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/estimator.h"
#include "core/estimate/stackestimate.h"
#include "core/search/baselines/uniform.h"
#include "core/simulation/collectivetimes.h"

namespace stagecraft {

FamilySearch::FamilySearch(const Problem& problem, PlanFamily family, std::shared_ptr<const LibraryChain> chain,
                           const SearchStack* stack)
    : m_problem(problem), m_family(std::move(family)), m_chain(std::move(chain)), m_stack(stack)
{
    if (m_stack != nullptr) {
        askStack(problem);
    }
    keepEstimable();
    const Constraints& fixed = m_family.fixed;
    const RankGroup replicas = stridedRanks(problem.cluster.groups.front(), 0, m_family.data() * fixed.degrees.context,
                                            fixed.degrees.sharding.tensor);
    m_exchange = m_chain->steps.exchangeOf(fixed.zero, replicas);
}

void FamilySearch::askStack(const Problem& problem)
{
    Problem as_fixed = problem;
    as_fixed.constraints = m_family.fixed;
    auto stages = StackStages::make(as_fixed, m_stack->stack, m_family.data(), m_family.micro_batches);
    m_obstacle = stages ? stages->obstacle(m_family.deepest) : stages.error();
    while (stages && !m_obstacle.empty() && m_family.deepest > m_family.shallowest) {
        m_obstacle = stages->obstacle(--m_family.deepest);
    }
    if (m_obstacle.empty()) {
        m_stages = *std::move(stages);
    } else {
        m_family.deepest = 0;
    }
}

void FamilySearch::keepEstimable()
{
    const Constraints& fixed = m_family.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    for (; m_family.deepest >= m_family.shallowest; --m_family.deepest) {
        const PipelineShape shape {m_family.deepest, m_family.deepest, m_family.micro_batches};
        auto estimable = requireEstimable(fixed.schedule, shape, by_layer ? costs().size() : 0);
        if (estimable) {
            break;
        }
        m_too_long = m_too_long.value_or(estimable.error()); // of the depth that was asked for
    }
    m_family.deepest = m_family.deepest < m_family.shallowest ? 0 : m_family.deepest;
}

Bytes FamilySearch::peakBound(int places)
{
    return m_stages ? Bytes(0) : bounds().least(places);
}

bool FamilySearch::exceeds(int places, Bytes limit)
{
    return !m_stages && bounds().exceeds(places, limit);
}

const PeakBounds& FamilySearch::bounds()
{
    if (!m_bounds) {
        m_bounds.emplace(costs(), m_chain->alike, replicationOf(m_family.fixed, m_family.data()),
                         m_family.fixed.schedule, m_family.micro_batches, m_family.deepest);
    }
    return *m_bounds;
}

Seconds FamilySearch::stepBound(int places) const
{
    return m_stages ? Seconds(0) : m_chain->steps.least(places, m_family.micro_batches, m_exchange);
}

Bytes FamilySearch::fittingPeak(int places)
{
    m_fitting.resize(static_cast<std::size_t>(m_family.deepest) + 1, noPeak);
    Bytes& known = m_fitting[static_cast<std::size_t>(places)];
    if (known != noPeak) {
        return known;
    }
    const DeviceType& device = m_problem.cluster.groups.front().device;
    const Bytes capacity = device.memory - m_problem.constraints.memory_reserve;
    const CollectiveBytes collectives =
        collectiveBytes(costs(), device, places, placeDegrees(m_family.fixed.degrees, m_family.data()));
    if (m_stages) {
        const StackBounds bounds {m_stack->range.isBeyondMemory(m_stages->modelled(places)),
                                  m_stages->otherMode(places)};
        known = largestFittingPeak(m_stack->stack, costs(), device, capacity, collectives, bounds);
    } else {
        known = largestFittingPeak(costs(), device, capacity, collectives);
    }
    return known;
}

std::optional<Bytes> FamilySearch::leastPeak(int places, Bytes limit, const std::stop_token& stop)
{
    const auto at = static_cast<std::size_t>(places);
    const bool known = at < m_least.size() && (m_least[at] != noPeak || limit <= m_least_limit);
    if (!known) {
        // There is no need to look above what an even partition takes.
        limit = std::min(limit, partitions().peakOf(uniformCuts(costs().size(), places)));
        m_least = partitions().leastPeaks(m_family.deepest, limit, stop);
        m_least_limit = limit;
    }
    return at < m_least.size() ? std::optional(m_least[at]) : std::nullopt;
}

const PartitionSearch& FamilySearch::partitions()
{
    if (!m_partitions) {
        m_partitions = std::make_unique<PartitionSearch>(m_problem, m_family, costs(), m_stages);
    }
    return *m_partitions;
}

Plan FamilySearch::planOf(const std::vector<int>& cuts) const
{
    return constrainedPlan(cuts, m_family.data(), m_family.micro_batches, m_family.fixed);
}

}
