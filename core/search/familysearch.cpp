// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/familysearch.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/estimator.h"
#include "core/estimate/stackestimate.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/uniform.h"
#include "core/search/placesearch.h"
#include "core/simulation/collectivetimes.h"

namespace stagecraft {

FamilySearch::FamilySearch(const Problem& problem, PlanFamily family, std::shared_ptr<const LibraryChain> chain,
                           const SearchStack* stack, ScheduleTables* tables)
    : m_problem(problem), m_family(std::move(family)), m_chain(std::move(chain)), m_stack(stack)
{
    if (const ScheduleKind schedule = m_family.fixed.schedule; !hasClosedForm(schedule)) {
        ScheduleTables own;
        m_table =
            (tables != nullptr ? *tables : own).table(schedule, m_family.fixed.interleave, m_family.micro_batches);
    }
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

namespace {

// Of shapes that a schedule may have and a search does not look at.
Result<void> requirePlaces(ScheduleKind schedule, const PipelineShape& shape)
{
    const bool alone = shape.places < 2;
    const std::string reason = alone ? "several stages lie at each of 2 or more places"
                                     : "there are fewer layers than stages (" + std::to_string(shape.stages) + ")";
    return failure(ErrorCode::ScheduleImpossible,
                   {std::string(nameOf(schedule)), reason, std::string(alone ? "2 places" : "fewer places")});
}

}

bool FamilySearch::possible(int places) const
{
    return !m_table || (stages(places) <= costs().size() && m_table->possible(places));
}

int FamilySearch::stages(int places) const
{
    return m_table ? m_table->stages(places) : places;
}

void FamilySearch::keepEstimable()
{
    const Constraints& fixed = m_family.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    for (; m_family.deepest >= m_family.shallowest; --m_family.deepest) {
        const int places = m_family.deepest;
        const PipelineShape shape =
            m_table ? m_table->shape(places) : PipelineShape {places, places, m_family.micro_batches};
        const auto estimable = requireEstimable(fixed.schedule, shape, by_layer ? costs().size() : 0);
        if (estimable && possible(places)) {
            break;
        }
        if (!m_too_long) { // of the depth that was asked for
            const auto shaped = m_table ? checkShape(fixed.schedule, shape) : Result<void>();
            m_too_long = !shaped ? shaped.error()
                : !estimable     ? estimable.error()
                                 : requirePlaces(fixed.schedule, shape).error();
        }
    }
    m_family.deepest = m_family.deepest < m_family.shallowest ? 0 : m_family.deepest;
}

const PeakBounds& FamilySearch::bounds()
{
    if (!m_bounds) {
        const ScheduleKind closed = m_table ? ScheduleKind::OneForwardOneBackward : m_family.fixed.schedule;
        m_bounds.emplace(costs(), m_chain->alike, replicationOf(m_family.fixed, m_family.data()), closed,
                         m_family.micro_batches, m_family.deepest);
    }
    return *m_bounds;
}

Bytes FamilySearch::peakBound(int places)
{
    if (m_stages) {
        return Bytes(0);
    }
    return m_table ? ScheduleBounds(bounds(), *m_table).leastUpTo(places) : bounds().least(places);
}

bool FamilySearch::exceeds(int places, Bytes limit)
{
    if (m_stages) {
        return false;
    }
    return m_table ? ScheduleBounds(bounds(), *m_table).exceeds(places, limit) : bounds().exceeds(places, limit);
}

bool FamilySearch::exceeds(Bytes limit)
{
    if (m_stages) {
        return false;
    }
    const int deepest = m_family.deepest; // of closed forms the one with the lowest peaks
    return m_table ? ScheduleBounds(bounds(), *m_table).allExceed(deepest, limit) : bounds().exceeds(deepest, limit);
}

Bytes FamilySearch::closePeakBound(int places, Bytes limit)
{
    return m_table && !m_stages ? ScheduleBounds(bounds(), *m_table).least(places, limit) : peakBound(places);
}

Seconds FamilySearch::stepBound(int places) const
{
    if (m_stages) {
        return Seconds(0);
    }
    const StepBounds& steps = m_chain->steps;
    if (!m_table) {
        return steps.least(places, m_family.micro_batches, m_exchange);
    }
    // All work at one place, dealt evenly.
    const double share = steadyShare(m_family.fixed.schedule, places, m_family.micro_batches);
    return steps.least(1, m_family.micro_batches, m_exchange) * (share / places);
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
        limit = std::min(limit, partitions().peakOf(uniformCuts(costs().size(), stages(places))));
        m_least = partitions().leastPeaks(m_family.deepest, limit, stop);
        m_least_limit = limit;
    }
    return at < m_least.size() ? std::optional(m_least[at]) : std::nullopt;
}

const PartitionSearch& FamilySearch::partitions()
{
    if (!m_partitions) {
        if (m_table && m_table->severalStages()) {
            m_partitions = std::make_unique<PlaceSearch>(m_problem, m_family, costs(), m_table, bounds());
        } else {
            m_partitions = std::make_unique<PartitionSearch>(m_problem, m_family, costs(), m_stages, m_table);
        }
    }
    return *m_partitions;
}

Plan FamilySearch::planOf(const std::vector<int>& cuts) const
{
    const int places = (static_cast<int>(cuts.size()) - 1) / stages(1);
    return constrainedPlan(cuts, m_family.data(), m_family.micro_batches, m_family.fixed, places);
}

}
