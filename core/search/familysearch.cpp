// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/familysearch.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/estimator.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/uniform.h"
#include "core/search/interleavedsearch.h"
#include "core/simulation/collectivetimes.h"

namespace stagecraft {

std::shared_ptr<const ScheduleTable> FamilyParts::table(const PlanFamily& family)
{
    return m_tables.table(family.fixed.schedule, family.fixed.interleave, family.micro_batches);
}

PredictedAndUpper<PeakBounds> FamilyParts::bounds(const LibraryChain& chain, const Replication& replication,
                                                  ScheduleKind closed, std::int64_t micro_batches, int deepest)
{
    if (const std::tuple asked {&chain, replication, micro_batches, deepest}; asked != m_last) {
        m_bounds.clear();
        m_last = asked;
    }
    auto& known = m_bounds[closed];
    if (!known.predicted) {
        const auto made = [&](const ChainCosts& costs, const std::vector<AlikeLayers>& alike) {
            return std::make_shared<const PeakBounds>(costs, alike, replication, closed, micro_batches, deepest);
        };
        known = {made(chain.costs, chain.alike), made(chain.upper, chain.upper_alike)};
    }
    return known;
}

PredictedAndUpper<PassPhaseTable> FamilyParts::phases(const LibraryChain& chain, const Replication& replication,
                                                      bool halves)
{
    if (const std::pair asked {&chain, replication}; asked != m_last_phases) {
        m_phases = {};
        m_last_phases = asked;
    }
    auto& known = m_phases[halves ? 1 : 0];
    if (!known.predicted) {
        known = {std::make_shared<const PassPhaseTable>(chain.costs, replication, halves),
                 std::make_shared<const PassPhaseTable>(chain.upper, replication, halves)};
    }
    return known;
}

FamilySearch::FamilySearch(const Problem& problem, PlanFamily family, std::shared_ptr<const LibraryChain> chain,
                           FamilyParts& parts)
    : m_problem(problem), m_family(std::move(family)), m_chain(std::move(chain))
{
    const Constraints& fixed = m_family.fixed;
    const Replication replication = replicationOf(fixed, m_family.data(), m_family.micro_batches);
    const bool closed = hasClosedForm(fixed.schedule);
    if (!closed) {
        m_table = parts.table(m_family);
        m_phases = parts.phases(*m_chain, replication, m_table->rules().splits_backward);
    }
    m_bounds = parts.bounds(*m_chain, replication, closed ? fixed.schedule : ScheduleKind::OneForwardOneBackward,
                            m_family.micro_batches, m_family.deepest);
    keepEstimable();
    if (auto countable = requireCountable(costs(), fixed.schedule, m_family.micro_batches); !countable) {
        m_too_long = countable.error();
        m_family.deepest = 0;
    }
    if (fixed.zero >= 2) { // other stages exchange once a step
        const RankGroup replicas = stridedRanks(problem.cluster.groups.front(), 0,
                                                m_family.data() * fixed.degrees.context, fixed.degrees.sharding.tensor);
        m_exchange = m_chain->steps.exchangeOf(fixed.zero, replicas);
    }
}

namespace {

// Of shapes that a schedule may have and a search does not look at. `fewest`: stages of two pipeline ranks.
Result<void> requirePipelineRanks(ScheduleKind schedule, const PipelineShape& shape, int fewest, int layers)
{
    if (fewest > layers) {
        return failure(ErrorCode::ScheduleImpossible,
                       {std::string(nameOf(schedule)),
                        "it has " + std::to_string(fewest) + " stages or more, and the model " + std::to_string(layers)
                            + " layers",
                        std::string("a schedule with fewer stages per pipeline rank")});
    }
    const bool alone = shape.pipeline_ranks < 2;
    const std::string reason = alone ? "2 or more pipeline ranks have several stages each"
                                     : "there are fewer layers than stages (" + std::to_string(shape.stages) + ")";
    return failure(ErrorCode::ScheduleImpossible,
                   {std::string(nameOf(schedule)), reason,
                    std::string(alone ? "2 pipeline ranks, or the schedule 1f1b" : "fewer pipeline ranks")});
}

}

bool FamilySearch::possible(int pipeline_ranks) const
{
    return !m_table || (stages(pipeline_ranks) <= costs().size() && m_table->possible(pipeline_ranks));
}

int FamilySearch::depths() const
{
    const int shallowest = m_family.shallowest;
    return m_table ? m_table->possibleBetween(shallowest, m_family.deepest) : m_family.deepest - shallowest + 1;
}

int FamilySearch::stages(int pipeline_ranks) const
{
    return m_table ? m_table->stages(pipeline_ranks) : pipeline_ranks;
}

bool FamilySearch::hasManyCuts(int pipeline_ranks) const
{
    constexpr std::int64_t many = 10'000; // layers x pipeline ranks
    return std::int64_t(costs().size()) * pipeline_ranks >= many;
}

void FamilySearch::keepEstimable()
{
    const Constraints& fixed = m_family.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    for (; m_family.deepest >= m_family.shallowest; --m_family.deepest) {
        const int pipeline_ranks = m_family.deepest;
        if (m_too_long && !possible(pipeline_ranks)) {
            continue;
        }
        const PipelineShape shape = m_table ? m_table->shape(pipeline_ranks)
                                            : PipelineShape {pipeline_ranks, pipeline_ranks, m_family.micro_batches};
        const auto estimable = requireEstimable(fixed.schedule, shape, by_layer ? costs().size() : 0);
        if (estimable && possible(pipeline_ranks)) {
            break;
        }
        if (!m_too_long) { // of the depth that was asked for
            const auto shaped = m_table ? checkShape(fixed.schedule, shape) : Result<void>();
            m_too_long = !shaped ? shaped.error()
                : !estimable     ? estimable.error()
                                 : requirePipelineRanks(fixed.schedule, shape, stages(2), costs().size()).error();
        }
    }
    m_family.deepest = m_family.deepest < m_family.shallowest ? 0 : m_family.deepest;
}

Bytes FamilySearch::peakBound(int pipeline_ranks)
{
    const PeakBounds& bounds = *m_bounds.predicted;
    return m_table ? ScheduleBounds(bounds, *m_table).leastUpTo(pipeline_ranks) : bounds.least(pipeline_ranks);
}

bool FamilySearch::exceeds(int pipeline_ranks, Bytes limit)
{
    const PeakBounds& bounds = *m_bounds.predicted;
    return m_table ? ScheduleBounds(bounds, *m_table, m_stop).exceeds(pipeline_ranks, limit)
                   : bounds.exceeds(pipeline_ranks, limit);
}

bool FamilySearch::exceeds(Bytes limit)
{
    const int deepest = m_family.deepest; // of closed forms the one with the lowest peaks
    const PeakBounds& bounds = *m_bounds.predicted;
    return m_table ? ScheduleBounds(bounds, *m_table, m_stop).allExceed(deepest, limit)
                   : bounds.exceeds(deepest, limit);
}

Bytes FamilySearch::closePeakBound(int pipeline_ranks, Bytes limit)
{
    return m_table ? ScheduleBounds(*m_bounds.predicted, *m_table, m_stop).least(pipeline_ranks, limit)
                   : peakBound(pipeline_ranks);
}

Seconds FamilySearch::stepBound(int pipeline_ranks) const
{
    const StepBounds& steps = m_chain->steps;
    if (!m_table) {
        return steps.least(pipeline_ranks, m_family.micro_batches, m_exchange);
    }
    // All work at one pipeline rank, dealt evenly.
    const double share = steadyShare(m_family.fixed.schedule, pipeline_ranks, m_family.micro_batches);
    return steps.least(1, m_family.micro_batches, m_exchange) * (share / pipeline_ranks);
}

Bytes FamilySearch::fittingPeak(int pipeline_ranks)
{
    m_fitting.resize(static_cast<std::size_t>(m_family.deepest) + 1, noPeak);
    Bytes& known = m_fitting[static_cast<std::size_t>(pipeline_ranks)];
    if (known != noPeak) {
        return known;
    }
    const DeviceType& device = m_problem.cluster.groups.front().device;
    const Bytes capacity = device.memory - m_problem.constraints.memory_reserve;
    const CollectiveBytes collectives =
        collectiveBytes(costs(), device, pipeline_ranks, pipelineRankDegrees(m_family.fixed.degrees, m_family.data()));
    known = largestFittingPeak(costs(), device, capacity, collectives);
    return known;
}

Bytes FamilySearch::roomBound(int pipeline_ranks)
{
    const PeakBounds& bounds = *m_bounds.upper;
    return fittingPeak(pipeline_ranks)
        - (m_table ? ScheduleBounds(bounds, *m_table).leastUpTo(pipeline_ranks) : bounds.least(pipeline_ranks));
}

std::optional<Bytes> FamilySearch::leastPeak(int pipeline_ranks, Bytes limit, Wanted wanted,
                                             const std::stop_token& stop)
{
    const auto at = static_cast<std::size_t>(pipeline_ranks);
    auto& [search, least, known_limit] = searched(wanted);
    const bool known = at < least.size() && (least[at] != noPeak || limit <= known_limit);
    if (!known) {
        // There is no need to look above what an even partition takes.
        limit = std::min(limit, partitions(wanted).peakOf(uniformCuts(costs().size(), stages(pipeline_ranks))));
        if (hasManyCuts(pipeline_ranks) && isExact()) {
            limit = std::min(limit, partitions(wanted).quickPeak(pipeline_ranks, limit));
        }
        known_limit = limit;
        if (wanted == Wanted::Fitting) { // what does not fit is above any limit
            Bytes room {-1};
            for (int depth = 1; depth <= m_family.deepest; ++depth) {
                room = std::max(room, fittingPeak(depth));
            }
            limit = std::min(limit, room);
        }
        least = search->leastPeaks(m_family.deepest, limit, stop);
    }
    return at < least.size() ? std::optional(least[at]) : std::nullopt;
}

StageRoom FamilySearch::stageRoom()
{
    StageRoom room {m_chain->upper, {Bytes(0)}, m_phases.upper};
    for (int pipeline_ranks = 1; pipeline_ranks <= m_family.deepest; ++pipeline_ranks) {
        room.most.push_back(fittingPeak(pipeline_ranks));
    }
    return room;
}

const PartitionSearch& FamilySearch::partitions(Wanted wanted)
{
    auto& known = searched(wanted).partitions;
    if (!known) {
        auto room = wanted == Wanted::Fitting ? std::optional(stageRoom()) : std::nullopt;
        const bool upper = wanted == Wanted::Nearest;
        const ChainCosts& chain = upper ? m_chain->upper : costs();
        const auto& phases = upper ? m_phases.upper : m_phases.predicted;
        if (m_table && m_table->severalStages()) {
            known = std::make_unique<InterleavedSearch>(m_problem, m_family, chain, m_table, phases,
                                                        upper ? *m_bounds.upper : *m_bounds.predicted, std::move(room),
                                                        m_stop);
        } else {
            known = std::make_unique<PartitionSearch>(m_problem, m_family, chain, m_table, phases, std::move(room));
        }
    }
    return *known;
}

Plan FamilySearch::planOf(const std::vector<int>& cuts) const
{
    const int stages = static_cast<int>(cuts.size()) - 1;
    const int pipeline_ranks = m_table ? m_table->placesOf(stages) : stages;
    return constrainedPlan(cuts, m_family.data(), m_family.micro_batches, m_family.fixed, pipeline_ranks);
}

}
