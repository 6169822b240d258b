// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/partitionsearch.h"

#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/uniform.h"
#include "core/search/fastestsearch.h"

#include <algorithm>

namespace stagecraft {

PartitionSearch::PartitionSearch(const Problem& problem, ConfigurationGroup config_group, const ChainCosts& costs,
                                 std::shared_ptr<const ScheduleTable> table,
                                 std::shared_ptr<const PassPhaseTable> phases, std::optional<StageCapacity> capacity)
    : m_problem(problem)
    , m_config_group(std::move(config_group))
    , m_costs(costs)
    , m_peaks(costs, replicationOf(m_config_group.fixed, m_config_group.data(), m_config_group.micro_batches))
    , m_capacity(std::move(capacity))
    , m_table(std::move(table))
    , m_phases(std::move(phases))
    , m_use(stageUse(problem, m_config_group.fixed))
    , m_bounds(costs, m_config_group, problem.cluster.groups.front(), m_use, hostBandwidth(problem))
    , m_depths(m_table ? static_cast<std::size_t>(m_config_group.deepest) + 1 : 0)
    , m_scratch(std::make_unique<FastestScratch>())
{
    const ScheduleKind schedule = m_config_group.fixed.schedule;
    if (m_capacity) {
        m_upper = std::make_unique<const StagePeaks>(
            m_capacity->upper,
            replicationOf(m_config_group.fixed, m_config_group.data(), m_config_group.micro_batches));
    }
    if (m_table && !m_phases) {
        m_phases = std::make_shared<const PassPhaseTable>(
            costs, replicationOf(m_config_group.fixed, m_config_group.data(), m_config_group.micro_batches),
            rulesOf(schedule).splits_backward);
    }
    if (m_table && m_table->severalStages()) {
        return;
    }
    for (int from_end = 0; from_end <= m_config_group.deepest; ++from_end) { // for the first of `from_end` stages
        std::int64_t least = from_end > 0 ? inFlight(schedule, 0, from_end, microBatches()) : std::int64_t(0);
        for (int pipeline_ranks = from_end + 1; m_table && from_end > 0 && pipeline_ranks <= m_config_group.deepest;
             ++pipeline_ranks) {
            least = std::min(least, inFlight(schedule, pipeline_ranks - from_end, pipeline_ranks, microBatches()));
        }
        m_in_flight.push_back(least);
    }
}

PartitionSearch::~PartitionSearch() = default;

Bytes PartitionSearch::stagePeak(int from_end, int pipeline_ranks, LayerRange range) const
{
    return mayBe(from_end, pipeline_ranks, range) && fits(from_end, pipeline_ranks, range)
        ? stageBytes(from_end, pipeline_ranks, range)
        : noPeak;
}

bool PartitionSearch::fits(int from_end, int pipeline_ranks, LayerRange range) const
{
    if (!m_capacity) {
        return true;
    }
    const Bytes most = m_table ? tablePeak(*m_capacity->phases, from_end, pipeline_ranks, range)
                               : m_upper->peak(range, inFlightAt(from_end), microBatches());
    return most <= capacityOf(pipeline_ranks);
}

Bytes PartitionSearch::stageBytes(int from_end, int pipeline_ranks, LayerRange range) const
{
    if (m_table) {
        return tablePeak(*m_phases, from_end, pipeline_ranks, range);
    }
    return m_peaks.peak(range, inFlightAt(from_end), microBatches());
}

Bytes PartitionSearch::tablePeak(const PassPhaseTable& table, int from_end, int pipeline_ranks, LayerRange range) const
{
    const DepthOccupancy& depth = occupancyAt(pipeline_ranks);
    if (depth.pipeline_ranks.empty()) {
        return noPeak;
    }
    PassPhases storage;
    const PassPhases* phases = &table.of(range, storage);
    return pipelineRankPeak(depth.pipeline_ranks[static_cast<std::size_t>(pipeline_ranks - from_end)], {&phases, 1});
}

// Returns the table's occupancy, cached without the table's lock.
const DepthOccupancy& PartitionSearch::occupancyAt(int pipeline_ranks) const
{
    std::atomic<const DepthOccupancy*>& known = m_depths[static_cast<std::size_t>(pipeline_ranks)];
    const DepthOccupancy* depth = known.load(std::memory_order_acquire);
    if (depth == nullptr) {
        depth = &m_table->at(pipeline_ranks);
        known.store(depth, std::memory_order_release);
    }
    return *depth;
}

namespace {

// Returns the maximum number of micro-batches that the only stage of a pipeline rank keeps or processes at a time.
std::int64_t mostHeld(const PipelineRankOccupancy& pipeline_rank)
{
    std::int64_t most = 0;
    for (const PipelineRankMoment& moment : pipeline_rank.moments) {
        const std::int64_t own = moment.kind == OperationKind::Update ? 0 : 1;
        most = std::max(most, moment.occupancies.front().held + own);
    }
    return most;
}

}

Bytes PartitionSearch::stageLeast(int from_end, LayerRange range, int pipeline_ranks) const
{
    if (m_table && pipeline_ranks > 0 && m_costs.closedForm() && !occupancyAt(pipeline_ranks).pipeline_ranks.empty()) {
        const std::int64_t held =
            mostHeld(occupancyAt(pipeline_ranks).pipeline_ranks[static_cast<std::size_t>(pipeline_ranks - from_end)]);
        return m_peaks.least(range, held, held);
    }
    if (m_table) { // schedule and depth decide the gradients at the peak and the memory of passes
        return m_peaks.leastHeld(range, inFlightAt(from_end));
    }
    return m_peaks.least(range, inFlightAt(from_end), microBatches());
}

bool PartitionSearch::mayBe(int from_end, int pipeline_ranks, LayerRange range) const
{
    return !m_config_group.stages || m_config_group.stages(range, pipeline_ranks - from_end, pipeline_ranks);
}

StageTimes PartitionSearch::times(LayerRange range, int pipeline_rank, int pipeline_ranks) const
{
    const ClusterGroup& group = m_problem.cluster.groups.front();
    StageLocation where =
        equalPipelineRank(group, degrees(), pipeline_rank,
                          pipeline_rank + 1 < pipeline_ranks ? std::optional(pipeline_rank + 1) : std::nullopt);
    where.host = hostBandwidth(m_problem);
    where.receives = pipeline_rank > 0;
    return stageTimes(m_costs, range, degrees(), where, group, m_use);
}

std::vector<PartitionSearch::Begins> PartitionSearch::beginsOf(int most_pipeline_ranks, Bytes limit, double longest,
                                                               int depth) const
{
    const bool any_work = longest == infinite;
    const auto mayHave = [&](int k, LayerRange range) { // monotonic: if true of a range, true of all ranges within it
        return stageLeast(k, range, depth) <= limit && (any_work || m_bounds.passed(range) <= longest);
    };
    std::vector<Begins> begins(static_cast<std::size_t>(most_pipeline_ranks) + 1, Begins {layers(), layers()});
    for (int k = 1; k <= most_pipeline_ranks; ++k) { // the most layers of each stage, from the end
        const int end = begins[static_cast<std::size_t>(k) - 1].earliest;
        int& first = begins[static_cast<std::size_t>(k)].earliest = end;
        while (first > 0 && mayHave(k, {first - 1, end})) {
            --first;
        }
    }
    int first = 0; // and from the front; fewer stages reach no further
    for (int k = most_pipeline_ranks; k >= 1; --k) {
        begins[static_cast<std::size_t>(k)].latest = first;
        int end = first;
        while (end < layers() && mayHave(k, {first, end + 1})) {
            ++end;
        }
        first = end;
    }
    return begins;
}

std::vector<Bytes> PartitionSearch::leastPeaks(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const
{
    if (m_config_group.stages) {
        return leastPeaksOfStages(most_pipeline_ranks, limit, stop);
    }
    std::vector<Bytes> least {noPeak};
    const std::vector<Begins> begins = beginsOf(most_pipeline_ranks, limit, infinite, 0);
    if (begins.back().earliest > 0) {
        least.resize(static_cast<std::size_t>(most_pipeline_ranks) + 1, noPeak);
        return least;
    }
    std::vector<Bytes> nothing(static_cast<std::size_t>(layers()) + 1, noPeak);
    nothing.back() = Bytes(0);
    std::vector<Bytes> shared = nothing; // for the last `known` stages, at all depths with the same memory limit
    int known = 0;
    for (int pipeline_ranks = 1; pipeline_ranks <= most_pipeline_ranks; ++pipeline_ranks) {
        const bool apart = depthCounts() || capacityOf(pipeline_ranks) != capacityOf(most_pipeline_ranks);
        const std::vector<Begins> own = apart ? beginsOf(pipeline_ranks, limit, infinite, pipeline_ranks) : begins;
        if (apart && own.back().earliest > 0) {
            least.push_back(noPeak);
            continue;
        }
        std::vector<Bytes> behind = apart ? nothing : std::move(shared);
        for (int k = apart ? 1 : known + 1; k <= pipeline_ranks; ++k) {
            const int depth = apart ? pipeline_ranks : m_capacity ? most_pipeline_ranks : k;
            behind = withStageBefore(behind, k, apart ? pipeline_ranks : k, depth, own[static_cast<std::size_t>(k)],
                                     limit, stop);
        }
        if (stop.stop_requested()) {
            return {};
        }
        least.push_back(behind.front());
        if (!apart) {
            shared = std::move(behind);
            known = pipeline_ranks;
        }
    }
    return least;
}

std::vector<Bytes> PartitionSearch::leastPeaksOfStages(int most_pipeline_ranks, Bytes limit,
                                                       const std::stop_token& stop) const
{
    struct Open {
        int layer; // first layer of the stages behind
        Bytes peak; // lowest peak of the stages behind
    };
    std::vector<Bytes> least {noPeak};
    for (int pipeline_ranks = 1; pipeline_ranks <= most_pipeline_ranks; ++pipeline_ranks) {
        std::vector<Open> behind {{layers(), Bytes(0)}};
        for (int k = 1; k <= pipeline_ranks; ++k) {
            std::vector<Open> now;
            for (int first = pipeline_ranks - k; first <= layers() - k && !stop.stop_requested(); ++first) {
                Bytes best = noPeak;
                for (const Open& rest : behind) {
                    if (rest.layer > first && rest.peak < best) {
                        best = std::min(best, std::max(rest.peak, stagePeak(k, pipeline_ranks, {first, rest.layer})));
                    }
                }
                if (best <= limit && best != noPeak) {
                    now.push_back({first, best});
                }
            }
            behind = std::move(now);
        }
        if (stop.stop_requested()) {
            return {};
        }
        const bool whole = !behind.empty() && behind.front().layer == 0;
        least.push_back(whole ? behind.front().peak : noPeak);
    }
    return least;
}

std::vector<Bytes> PartitionSearch::withStageBefore(const std::vector<Bytes>& behind, int k, int pipeline_ranks,
                                                    int depth, Begins begins, Bytes limit,
                                                    const std::stop_token& stop) const
{
    std::vector<Bytes> now(behind.size(), noPeak);
    std::vector<Bytes> lowest = behind; // minimum over begins up to a layer
    for (std::size_t i = 1; i < lowest.size(); ++i) {
        lowest[i] = std::min(lowest[i], lowest[i - 1]);
    }
    int reach = layers() - k + 1;
    const int first = std::max(pipeline_ranks - k, begins.earliest);
    for (int i = std::min(layers() - k, begins.latest); i >= first && !stop.stop_requested(); --i) {
        while (reach > i && stageLeast(k, {i, reach}, depth) > limit) {
            --reach; // earlier layers cannot reach further either
        }
        Bytes best = noPeak;
        const auto look = [&](int last) {
            const Bytes rest = behind[static_cast<std::size_t>(last)];
            if (rest < best) {
                const Bytes peak = std::max(rest, stagePeak(k, depth, {i, last}));
                best = peak <= limit ? std::min(best, peak) : best;
            }
        };
        // Starts at the end where the stage needs about as much as the stages behind it: for shorter stages those
        // behind usually need more, for longer ones the stage itself.
        const int even = evenEnd(behind, k, depth, {i + 1, reach});
        for (int last = std::min(even, reach); last > i && lowest[static_cast<std::size_t>(last)] < best; --last) {
            look(last);
        }
        for (int last = even + 1; last <= reach && stageLeast(k, {i, last}, depth) < best; ++last) {
            look(last);
        }
        now[static_cast<std::size_t>(i)] = best;
    }
    return now;
}

int PartitionSearch::evenEnd(const std::vector<Bytes>& behind, int k, int depth, LayerRange ends) const
{
    int low = ends.first;
    int high = ends.last;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (stageLeast(k, {ends.first - 1, middle}, depth) < behind[static_cast<std::size_t>(middle)]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

Bytes PartitionSearch::filledPeak(int pipeline_ranks, Bytes limit) const
{
    Bytes peak;
    int first = 0;
    for (int k = pipeline_ranks; k >= 1; --k) {
        // End of the longest stage within the limit; a longer stage may need less, e.g. if it contains its own input.
        int end = first;
        Bytes own;
        for (int last = first + 1; last <= layers() - (k - 1); ++last) {
            const Bytes longer = stagePeak(k, pipeline_ranks, {first, last});
            if (longer <= limit) {
                own = longer;
                end = last;
            } else if (stageLeast(k, {first, last}, pipeline_ranks) > limit) {
                break;
            }
        }
        if (end == first) {
            return noPeak;
        }
        peak = std::max(peak, own);
        first = end;
    }
    return first == layers() ? peak : noPeak;
}

Bytes PartitionSearch::quickPeak(int pipeline_ranks, Bytes limit) const
{
    constexpr int rounds = 12; // bisection steps; error at most 1/4096 of the first interval
    const Bytes even = peakOf(uniformSplitPoints(layers(), pipeline_ranks));
    Bytes best = even <= limit ? even : noPeak;
    Bytes low;
    Bytes high = std::min(best, limit);
    for (int round = 0; round < rounds; ++round) {
        const Bytes middle = low + (high - low) / 2;
        const Bytes found = filledPeak(pipeline_ranks, middle);
        (found <= middle ? high : low) = found <= middle ? found : middle;
        best = std::min(best, found);
    }
    return best;
}

bool PartitionSearch::feasible(int pipeline_ranks, Bytes limit, const std::stop_token& stop) const
{
    std::int64_t unasked = 0;
    return reachesEnd(pipeline_ranks, limit, stop, unasked);
}

bool PartitionSearch::reachesEnd(int pipeline_ranks, Bytes limit, const std::stop_token& stop,
                                 std::int64_t& looked) const
{
    const std::vector<Begins> begins = beginsOf(pipeline_ranks, limit, infinite, pipeline_ranks);
    if (begins.back().earliest > 0) {
        return false;
    }
    std::vector<int> ends {0}; // ends of the stages so far, ascending
    std::vector<char> isEnd(static_cast<std::size_t>(layers()) + 1, 0);
    for (int k = pipeline_ranks; k >= 1 && !ends.empty(); --k) {
        const Begins behind = begins[static_cast<std::size_t>(k) - 1];
        const int last = std::min(behind.latest, layers() - k + 1);
        const int earliest = std::max(ends.front() + 1, behind.earliest);
        std::fill(isEnd.begin(), isEnd.end(), 0);
        int reach = 0; // last end within the limit, by the bytes that grow with a stage
        for (const int first : ends) {
            if (stop.stop_requested()) {
                return true;
            }
            for (reach = std::max(reach, first);
                 reach < last && stageLeast(k, {first, reach + 1}, pipeline_ranks) <= limit;) {
                ++reach;
            }
            for (int end = std::max(first + 1, behind.earliest); end <= reach; ++end) {
                char& reached = isEnd[static_cast<std::size_t>(end)];
                looked += reached != 0 ? 0 : 1;
                reached = reached != 0 || stagePeak(k, pipeline_ranks, {first, end}) <= limit ? 1 : 0;
            }
        }
        ends.clear();
        for (int end = earliest; end <= reach; ++end) {
            if (isEnd[static_cast<std::size_t>(end)] != 0) {
                ends.push_back(end);
            }
        }
    }
    return !ends.empty();
}

std::optional<Partition> PartitionSearch::fastest(int pipeline_ranks, Bytes limit, SearchEffort effort,
                                                  std::stop_token stop) const
{
    return FastestSearch(*this, pipeline_ranks, limit, effort, std::move(stop)).run();
}

Seconds PartitionSearch::fastestBound(int pipeline_ranks, Bytes limit, const std::stop_token& stop,
                                      std::int64_t* looked) const
{
    FastestSearch search(*this, pipeline_ranks, limit, {}, stop);
    const Seconds bound(search.bound());
    if (looked != nullptr) {
        *looked += search.looked();
    }
    return bound;
}

Bytes PartitionSearch::peakOf(const std::vector<int>& split_points) const
{
    const int pipeline_ranks = static_cast<int>(split_points.size()) - 1;
    Bytes peak;
    for (int s = 0; s < pipeline_ranks; ++s) {
        const auto at = static_cast<std::size_t>(s);
        peak = std::max(peak, stagePeak(pipeline_ranks - s, pipeline_ranks, {split_points[at], split_points[at + 1]}));
    }
    return peak;
}

std::optional<std::vector<int>> PartitionSearch::simpleSplitPoints(int pipeline_ranks, Bytes limit) const
{
    auto split_points = uniformSplitPoints(layers(), pipeline_ranks);
    return peakOf(split_points) <= limit ? std::optional(std::move(split_points)) : std::nullopt;
}

Partition PartitionSearch::evaluate(const std::vector<int>& split_points) const
{
    const int pipeline_ranks = static_cast<int>(split_points.size()) - 1;
    Partition partition;
    partition.split_points = split_points;
    for (int s = 0; s < pipeline_ranks; ++s) {
        const LayerRange range {split_points[static_cast<std::size_t>(s)],
                                split_points[static_cast<std::size_t>(s) + 1]};
        partition.sorted_peaks.push_back(stagePeak(pipeline_ranks - s, pipeline_ranks, range));
    }
    std::sort(partition.sorted_peaks.begin(), partition.sorted_peaks.end(), std::greater<>());
    partition.peak = partition.sorted_peaks.front();
    partition.step = stepOf(split_points);
    return partition;
}

Seconds PartitionSearch::stepOf(const std::vector<int>& split_points) const
{
    const int pipeline_ranks = static_cast<int>(split_points.size()) - 1;
    if (m_table) {
        const Plan plan =
            constrainedPlan(split_points, m_config_group.data(), microBatches(), m_config_group.fixed, pipeline_ranks);
        const OperationOrder order = orderOf(plan.schedule, m_table->shape(pipeline_ranks)).value();
        return simulatePlan(m_problem, plan, PlanCosts(m_costs), order).step;
    }
    std::vector<StageTimes> stages;
    for (int s = 0; s < pipeline_ranks; ++s) {
        stages.push_back(
            times({split_points[static_cast<std::size_t>(s)], split_points[static_cast<std::size_t>(s) + 1]}, s,
                  pipeline_ranks));
    }
    const int devices = degrees().devices();
    const LinkSpeed ends =
        slowestPair(m_problem.cluster.groups.front(), {0, 0, devices}, {0, (pipeline_ranks - 1) * devices, devices});
    const Bytes tied = reducedShare(tiedGradients(m_costs), m_config_group.fixed.zero, degrees()) * m_use.reduced_wider;
    return simulatePipeline(stages, m_config_group.fixed.schedule, microBatches(),
                            tiedExchange(tied, pipeline_ranks, ends))
        .step;
}

std::int64_t PartitionSearch::operationsOf(int pipeline_ranks) const
{
    // Summing layer times takes longer than the simulated step for long chains.
    constexpr std::int64_t ofLayer = 16;
    constexpr std::int64_t fewLayers = 512;
    const std::int64_t summed = ofLayer * std::max<std::int64_t>(0, layers() - fewLayers);
    const ScheduleKind schedule = m_config_group.fixed.schedule;
    const int stages = m_table ? m_table->stages(pipeline_ranks) : pipeline_ranks;
    const std::int64_t passes = rulesOf(schedule).splits_backward ? 3 : 2;
    return summed + passes * microBatches() * stages * steadySteps(schedule, pipeline_ranks, microBatches());
}

}
