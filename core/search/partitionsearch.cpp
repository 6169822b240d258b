// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/partitionsearch.h"

#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/search/fastestsearch.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace stagecraft {

namespace {

constexpr Bytes unreachable(std::numeric_limits<std::int64_t>::max());

}

bool precedes(const Partition& a, const Partition& b)
{
    return std::tie(a.peak, a.step, a.sorted_peaks, a.cuts) < std::tie(b.peak, b.step, b.sorted_peaks, b.cuts);
}

PartitionSearch::PartitionSearch(const Problem& problem, const ChainCosts& costs, int data, std::int64_t micro_batches,
                                 std::optional<StackStages> stack)
    : m_problem(problem)
    , m_costs(costs)
    , m_data(data)
    , m_micro_batches(micro_batches)
    , m_peaks(costs,
              {data * problem.constraints.degrees.context, problem.constraints.zero, problem.constraints.gradients,
               problem.constraints.training.offload})
    , m_use(stageUse(problem))
    , m_stack(std::move(stack))
{
}

Bytes PartitionSearch::stagePeak(int from_end, int places, LayerRange range) const
{
    if (m_stack) {
        return m_stack->peak(range, from_end);
    }
    const auto in_flight = inFlight(m_problem.constraints.schedule, places - from_end, places, m_micro_batches);
    return m_peaks.peak(range, in_flight, m_micro_batches);
}

StageTimes PartitionSearch::times(LayerRange range, int place, int places) const
{
    const ClusterGroup& group = m_problem.cluster.groups.front();
    StagePlace where =
        equalPlace(group, degrees(), place, place + 1 < places ? std::optional(place + 1) : std::nullopt);
    where.host = hostBandwidth(m_problem);
    where.receives = place > 0;
    return stageTimes(m_costs, range, degrees(), where, group, m_use);
}

std::vector<Bytes> PartitionSearch::leastPeaks(int most_places, std::stop_token stop) const
{
    const int count = layers();
    std::vector<Bytes> least {unreachable};
    // behind[i]: least peak of the layers from i on as the last k-1 stages
    std::vector<Bytes> behind(static_cast<std::size_t>(count) + 1, unreachable);
    behind.back() = Bytes(0);
    for (int k = 1; k <= most_places; ++k) {
        std::vector<Bytes> now(behind.size(), unreachable);
        for (int i = count - k; i >= 0; --i) {
            if (stop.stop_requested()) {
                return {};
            }
            Bytes best = unreachable;
            for (int j = i + 1; j <= count - k + 1; ++j) {
                const Bytes rest = behind[static_cast<std::size_t>(j)];
                if (rest < best) {
                    best = std::min(best, std::max(rest, stagePeak(k, k, {i, j})));
                }
            }
            now[static_cast<std::size_t>(i)] = best;
        }
        behind = std::move(now);
        least.push_back(behind.front());
    }
    return least;
}

bool PartitionSearch::feasible(int places, Bytes limit, const std::stop_token& stop) const
{
    const int count = layers();
    std::vector<char> reachable(static_cast<std::size_t>(count) + 1, 0); // from here to the end with the stages left
    reachable.back() = 1;
    for (int k = 1; k <= places; ++k) {
        std::vector<char> now(reachable.size(), 0);
        for (int i = 0; i <= count - k; ++i) {
            if (stop.stop_requested()) {
                return true;
            }
            for (int j = i + 1; j <= count - k + 1 && now[static_cast<std::size_t>(i)] == 0; ++j) {
                const bool open = reachable[static_cast<std::size_t>(j)] != 0 && stagePeak(k, places, {i, j}) <= limit;
                now[static_cast<std::size_t>(i)] = open ? 1 : 0;
            }
        }
        reachable = std::move(now);
    }
    return reachable.front() != 0;
}

std::optional<Partition> PartitionSearch::fastest(int places, Bytes limit, SearchEffort effort,
                                                  std::stop_token stop) const
{
    return FastestSearch(*this, places, limit, effort, std::move(stop)).run();
}

std::optional<Partition> PartitionSearch::leastPeakWithin(int places, Seconds slowest, Bytes limit, SearchEffort effort,
                                                          std::stop_token stop) const
{
    // The answer's peak is one of the stages' peaks: bisect over them, asking each time only whether there is one fast
    // enough.
    const std::vector<Bytes> peaks = stagePeaksUpTo(places, limit, stop);
    const SearchEffort first_enough {effort.operations, slowest};
    std::optional<Bytes> least;
    std::size_t low = 0;
    std::size_t high = peaks.size();
    while (low < high && !stop.stop_requested()) {
        const std::size_t middle = low + (high - low) / 2;
        const auto found = fastest(places, peaks[middle], first_enough, stop);
        if (found && found->step <= slowest) {
            least = peaks[middle];
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return least ? fastest(places, *least, effort, stop) : std::nullopt;
}

std::vector<Bytes> PartitionSearch::stagePeaksUpTo(int places, Bytes limit, const std::stop_token& stop) const
{
    std::vector<Bytes> peaks;
    for (int k = 1; k <= places; ++k) {
        for (int i = places - k; i <= layers() - k && !stop.stop_requested(); ++i) {
            for (int j = i + 1; j <= layers() - k + 1; ++j) {
                if (const Bytes peak = stagePeak(k, places, {i, j}); peak <= limit) {
                    peaks.push_back(peak);
                }
            }
        }
    }
    std::sort(peaks.begin(), peaks.end());
    peaks.erase(std::unique(peaks.begin(), peaks.end()), peaks.end());
    return peaks;
}

Partition PartitionSearch::evaluate(const std::vector<int>& cuts) const
{
    const int places = static_cast<int>(cuts.size()) - 1;
    Partition partition;
    partition.cuts = cuts;
    for (int s = 0; s < places; ++s) {
        const LayerRange range {cuts[static_cast<std::size_t>(s)], cuts[static_cast<std::size_t>(s) + 1]};
        partition.sorted_peaks.push_back(stagePeak(places - s, places, range));
    }
    std::sort(partition.sorted_peaks.begin(), partition.sorted_peaks.end(), std::greater<>());
    partition.peak = partition.sorted_peaks.front();
    partition.step = stepOf(cuts);
    return partition;
}

Seconds PartitionSearch::stepOf(const std::vector<int>& cuts) const
{
    if (stackTellsTime()) {
        return m_stack->step(cuts);
    }
    const int places = static_cast<int>(cuts.size()) - 1;
    std::vector<StageTimes> stages;
    for (int s = 0; s < places; ++s) {
        stages.push_back(times({cuts[static_cast<std::size_t>(s)], cuts[static_cast<std::size_t>(s) + 1]}, s, places));
    }
    const int devices = degrees().devices();
    const LinkSpeed ends =
        slowestPair(m_problem.cluster.groups.front(), {0, 0, devices}, {0, (places - 1) * devices, devices});
    return simulatePipeline(stages, m_problem.constraints.schedule, m_micro_batches,
                            tiedExchange(m_costs, places, ends))
        .step;
}

}
