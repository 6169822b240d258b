// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/configurationsearch.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/estimator.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/uniform.h"
#include "core/search/interleavedsearch.h"
#include "core/simulation/collectivetimes.h"
#include "core/words/search.h"

namespace stagecraft {

std::shared_ptr<const ScheduleTable> SharedSearchTables::table(const ConfigurationGroup& config_group)
{
    return m_tables.table(config_group.fixed.schedule, config_group.fixed.interleave, config_group.micro_batches);
}

PredictedAndUpper<PeakBounds> SharedSearchTables::bounds(const LibraryChain& chain, const Replication& replication,
                                                         ScheduleKind closed, std::int64_t micro_batches, int deepest)
{
    if (const std::tuple asked {&chain, replication, micro_batches, deepest}; asked != m_last) {
        m_bounds.clear();
        m_last = asked;
    }
    auto& known = m_bounds[closed];
    if (!known.predicted) {
        const auto made = [&](const ChainCosts& costs, const std::vector<IdenticalLayers>& identical) {
            return std::make_shared<const PeakBounds>(costs, identical, replication, closed, micro_batches, deepest);
        };
        known = {made(chain.costs, chain.identical), made(chain.upper, chain.upper_identical)};
    }
    return known;
}

PredictedAndUpper<PassPhaseTable> SharedSearchTables::phases(const LibraryChain& chain, const Replication& replication,
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

ConfigurationSearch::ConfigurationSearch(const Problem& problem, ConfigurationGroup config_group,
                                         std::shared_ptr<const LibraryChain> chain, SharedSearchTables& parts)
    : m_problem(problem), m_config_group(std::move(config_group)), m_chain(std::move(chain))
{
    const Constraints& fixed = m_config_group.fixed;
    const Replication replication = replicationOf(fixed, m_config_group.data(), m_config_group.micro_batches);
    const bool closed = hasClosedForm(fixed.schedule);
    if (!closed) {
        m_table = parts.table(m_config_group);
        m_phases = parts.phases(*m_chain, replication, m_table->rules().splits_backward);
    }
    m_bounds = parts.bounds(*m_chain, replication, closed ? fixed.schedule : ScheduleKind::OneForwardOneBackward,
                            m_config_group.micro_batches, m_config_group.deepest);
    keepEstimable();
    if (auto countable = requireCountable(costs(), fixed.schedule, m_config_group.micro_batches); !countable) {
        m_too_long = countable.error();
        m_config_group.deepest = 0;
    }
    if (fixed.zero >= 2) { // other ZeRO stages exchange once per step
        const RankGroup replicas =
            stridedRanks(problem.cluster.groups.front(), 0, m_config_group.data() * fixed.degrees.context,
                         fixed.degrees.sharding.tensor);
        m_exchange = m_chain->steps.exchangeOf(fixed.zero, replicas);
    }
}

namespace {

// Returns the error for a shape that the schedule allows and the search does not. `fewest`: stages with two pipeline
// ranks.
Result<void> requirePipelineRanks(ScheduleKind schedule, const PipelineShape& shape, int fewest, int layers)
{
    if (fewest > layers) {
        return failure(
            ErrorCode::ScheduleImpossible,
            {schedule, say(words::search::stages_or_more, fewest, layers), words::search::fewer_stages_per_rank});
    }
    const bool alone = shape.pipeline_ranks < 2;
    const Message reason =
        alone ? words::search::several_stages_each : say(words::search::fewer_layers_than_stages, shape.stages);
    return failure(ErrorCode::ScheduleImpossible,
                   {schedule, reason, alone ? words::search::two_ranks_or_1f1b : words::search::fewer_ranks});
}

}

bool ConfigurationSearch::possible(int pipeline_ranks) const
{
    return !m_table || (stages(pipeline_ranks) <= costs().size() && m_table->possible(pipeline_ranks));
}

int ConfigurationSearch::depths() const
{
    const int shallowest = m_config_group.shallowest;
    return m_table ? m_table->possibleBetween(shallowest, m_config_group.deepest)
                   : m_config_group.deepest - shallowest + 1;
}

int ConfigurationSearch::stages(int pipeline_ranks) const
{
    return m_table ? m_table->stages(pipeline_ranks) : pipeline_ranks;
}

bool ConfigurationSearch::hasManyPartitions(int pipeline_ranks) const
{
    constexpr std::int64_t many = 10'000; // layers x pipeline ranks
    return std::int64_t(costs().size()) * pipeline_ranks >= many;
}

void ConfigurationSearch::keepEstimable()
{
    const Constraints& fixed = m_config_group.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    for (; m_config_group.deepest >= m_config_group.shallowest; --m_config_group.deepest) {
        const int pipeline_ranks = m_config_group.deepest;
        if (m_too_long && !possible(pipeline_ranks)) {
            continue;
        }
        const PipelineShape shape = m_table
            ? m_table->shape(pipeline_ranks)
            : PipelineShape {pipeline_ranks, pipeline_ranks, m_config_group.micro_batches};
        const auto estimable = requireEstimable(fixed.schedule, shape, by_layer ? costs().size() : 0);
        if (estimable && possible(pipeline_ranks)) {
            break;
        }
        if (!m_too_long) { // for the requested depth
            const auto shaped = m_table ? checkShape(fixed.schedule, shape) : Result<void>();
            m_too_long = !shaped ? shaped.error()
                : !estimable     ? estimable.error()
                                 : requirePipelineRanks(fixed.schedule, shape, stages(2), costs().size()).error();
        }
    }
    m_config_group.deepest = m_config_group.deepest < m_config_group.shallowest ? 0 : m_config_group.deepest;
}

Bytes ConfigurationSearch::peakBound(int pipeline_ranks)
{
    const PeakBounds& bounds = *m_bounds.predicted;
    return m_table ? ScheduleBounds(bounds, *m_table).leastUpTo(pipeline_ranks) : bounds.least(pipeline_ranks);
}

bool ConfigurationSearch::exceeds(int pipeline_ranks, Bytes limit)
{
    const PeakBounds& bounds = *m_bounds.predicted;
    return m_table ? ScheduleBounds(bounds, *m_table, m_stop).exceeds(pipeline_ranks, limit)
                   : bounds.exceeds(pipeline_ranks, limit);
}

bool ConfigurationSearch::exceeds(Bytes limit)
{
    const int deepest = m_config_group.deepest; // with a closed form the depth with the lowest peaks
    const PeakBounds& bounds = *m_bounds.predicted;
    return m_table ? ScheduleBounds(bounds, *m_table, m_stop).allExceed(deepest, limit)
                   : bounds.exceeds(deepest, limit);
}

Bytes ConfigurationSearch::closePeakBound(int pipeline_ranks, Bytes limit)
{
    return m_table ? ScheduleBounds(*m_bounds.predicted, *m_table, m_stop).least(pipeline_ranks, limit)
                   : peakBound(pipeline_ranks);
}

Seconds ConfigurationSearch::stepBound(int pipeline_ranks) const
{
    const StepBounds& steps = m_chain->steps;
    if (!m_table) {
        return steps.least(pipeline_ranks, m_config_group.micro_batches, m_exchange);
    }
    // All work on one pipeline rank, divided evenly.
    const double share = steadyShare(m_config_group.fixed.schedule, pipeline_ranks, m_config_group.micro_batches);
    return steps.least(1, m_config_group.micro_batches, m_exchange) * (share / pipeline_ranks);
}

Bytes ConfigurationSearch::fittingPeak(int pipeline_ranks)
{
    m_fitting.resize(static_cast<std::size_t>(m_config_group.deepest) + 1, noPeak);
    Bytes& known = m_fitting[static_cast<std::size_t>(pipeline_ranks)];
    if (known != noPeak) {
        return known;
    }
    const DeviceType& device = m_problem.cluster.groups.front().device;
    const Bytes capacity = device.memory - m_problem.constraints.memory_reserve;
    const CollectiveBytes collectives = collectiveBytes(
        costs(), device, pipeline_ranks, pipelineRankDegrees(m_config_group.fixed.degrees, m_config_group.data()));
    known = largestFittingPeak(costs(), device, capacity, collectives);
    return known;
}

Bytes ConfigurationSearch::headroomBound(int pipeline_ranks)
{
    const PeakBounds& bounds = *m_bounds.upper;
    return fittingPeak(pipeline_ranks)
        - (m_table ? ScheduleBounds(bounds, *m_table).leastUpTo(pipeline_ranks) : bounds.least(pipeline_ranks));
}

std::optional<Bytes> ConfigurationSearch::leastPeak(int pipeline_ranks, Bytes limit, PartitionFilter wanted,
                                                    const std::stop_token& stop)
{
    const auto at = static_cast<std::size_t>(pipeline_ranks);
    auto& [search, least, known_limit] = searched(wanted);
    const bool known = at < least.size() && (least[at] != noPeak || limit <= known_limit);
    if (!known) {
        // The lowest peak is no higher than that of an even partition.
        limit = std::min(limit, partitions(wanted).peakOf(uniformSplitPoints(costs().size(), stages(pipeline_ranks))));
        if (hasManyPartitions(pipeline_ranks) && isExact()) {
            limit = std::min(limit, partitions(wanted).quickPeak(pipeline_ranks, limit));
        }
        known_limit = limit;
        if (wanted == PartitionFilter::Fitting) { // a partition that does not fit is above any limit
            Bytes capacity {-1};
            for (int depth = 1; depth <= m_config_group.deepest; ++depth) {
                capacity = std::max(capacity, fittingPeak(depth));
            }
            limit = std::min(limit, capacity);
        }
        least = search->leastPeaks(m_config_group.deepest, limit, stop);
    }
    return at < least.size() ? std::optional(least[at]) : std::nullopt;
}

StageCapacity ConfigurationSearch::stageCapacity()
{
    StageCapacity capacity {m_chain->upper, {Bytes(0)}, m_phases.upper};
    for (int pipeline_ranks = 1; pipeline_ranks <= m_config_group.deepest; ++pipeline_ranks) {
        capacity.most.push_back(fittingPeak(pipeline_ranks));
    }
    return capacity;
}

const PartitionSearch& ConfigurationSearch::partitions(PartitionFilter wanted)
{
    auto& known = searched(wanted).partitions;
    if (!known) {
        auto capacity = wanted == PartitionFilter::Fitting ? std::optional(stageCapacity()) : std::nullopt;
        const bool upper = wanted == PartitionFilter::Nearest;
        const ChainCosts& chain = upper ? m_chain->upper : costs();
        const auto& phases = upper ? m_phases.upper : m_phases.predicted;
        if (m_table && m_table->severalStages()) {
            known = std::make_unique<InterleavedSearch>(m_problem, m_config_group, chain, m_table, phases,
                                                        upper ? *m_bounds.upper : *m_bounds.predicted,
                                                        std::move(capacity), m_stop);
        } else {
            known = std::make_unique<PartitionSearch>(m_problem, m_config_group, chain, m_table, phases,
                                                      std::move(capacity));
        }
    }
    return *known;
}

Plan ConfigurationSearch::planOf(const std::vector<int>& split_points) const
{
    const int stages = static_cast<int>(split_points.size()) - 1;
    const int pipeline_ranks = m_table ? m_table->pipelineRanksOf(stages) : stages;
    return constrainedPlan(split_points, m_config_group.data(), m_config_group.micro_batches, m_config_group.fixed,
                           pipeline_ranks);
}

}
