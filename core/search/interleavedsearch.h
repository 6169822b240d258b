// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schedule/order.h"
#include "core/search/partitionsearch.h"
#include "core/search/schedulebounds.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Partition search for schedules that place several stages on a pipeline rank, whose bytes then do not depend on a
// single range of layers. Heuristic: returns the best partitions found, and lower bounds over all (ScheduleBounds).
// Starts from even stages and from stages of equal bytes at the time their pipeline ranks are fullest. Then moves
// single layers from the stages of the pipeline rank with the highest peak to the stage where that helps most,
// according to the ledger of the whole order, and repeats this after moving a few layers at random. Split points
// include both ends of every stage of the chain. Deterministic.
class InterleavedSearch : public PartitionSearch {
public:
    // `layers`: bounds of the same chain. `capacity`: set if partitions must fit. `stop`: as in ScheduleBounds.
    InterleavedSearch(const Problem& problem, ConfigurationGroup config_group, const ChainCosts& costs,
                      std::shared_ptr<const ScheduleTable> table, std::shared_ptr<const PassPhaseTable> phases,
                      const PeakBounds& layers, std::optional<StageCapacity> capacity = {}, std::stop_token stop = {});

    std::vector<Bytes> leastPeaks(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const override;
    // limited to the partitions found
    bool feasible(int pipeline_ranks, Bytes limit, const std::stop_token& stop) const override;
    std::optional<Partition> fastest(int pipeline_ranks, Bytes limit, SearchEffort effort,
                                     std::stop_token stop) const override;
    Seconds fastestBound(int pipeline_ranks, Bytes limit, const std::stop_token& stop,
                         std::int64_t* looked) const override;
    Bytes peakOf(const std::vector<int>& split_points) const override;
    std::optional<std::vector<int>> simpleSplitPoints(int pipeline_ranks, Bytes limit) const override;
    Partition evaluate(const std::vector<int>& split_points) const override;
    bool isExact() const override { return false; }

private:
    bool possible(int pipeline_ranks) const;
    int pipelineRanksOf(const std::vector<int>& split_points) const;
    // Returns the peak of each pipeline rank.
    std::vector<Bytes> peaksOf(const std::vector<int>& split_points) const;
    // `enough`: see pipelineRankPeak().
    Bytes peakOfPipelineRank(const DepthOccupancy& depth, std::size_t pipeline_rank,
                             const std::vector<int>& split_points, Bytes enough = Bytes(INT64_MAX)) const
    {
        return peakOfPipelineRank(phases(), depth, pipeline_rank, split_points, enough);
    }
    static Bytes peakOfPipelineRank(const PassPhaseTable& phases, const DepthOccupancy& depth,
                                    std::size_t pipeline_rank, const std::vector<int>& split_points, Bytes enough);
    // True if the upper bound of every pipeline rank fits its capacity.
    bool allFit(const std::vector<int>& split_points) const;
    // Moves layers while a peak is above `enough` and each move lowers the peaks.
    std::vector<int> withLowerPeaks(std::vector<int> split_points, Bytes enough, const std::stop_token& stop) const;
    // Returns the peaks `before`, updated for pipeline ranks with one of `stages`; empty if one of these exceeds
    // `limit`. Adds the number of updates to `asked`.
    std::vector<Bytes> withPeaksOf(const std::vector<int>& split_points, LayerRange stages,
                                   const std::vector<Bytes>& before, Bytes limit, std::int64_t& asked) const;
    // Returns the partition with the lowest peaks by full enumeration; empty if there are too many partitions.
    std::vector<int> ofAll(int pipeline_ranks, const std::stop_token& stop) const;
    // Returns the best result from random perturbations of `best`, or `best` itself.
    std::vector<int> perturbed(std::vector<int> best, const std::stop_token& stop) const;
    // Returns the split points with the lowest peak found.
    const std::vector<int>& lowestPeakSplitPoints(int pipeline_ranks, const std::stop_token& stop) const;
    std::vector<int> evenBytes(int pipeline_ranks) const;
    std::vector<int> evenWork(int pipeline_ranks) const;
    std::vector<std::vector<int>> withLessWhereLongest(const std::vector<int>& split_points) const;
    double work(LayerRange range) const { return m_work[at(range.last)] - m_work[at(range.first)]; }
    Seconds stepOf(const std::vector<int>& split_points) const;
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    ScheduleBounds m_bounds;
    std::vector<double> m_work; // prefix sums over the layers, seconds of both passes
    mutable std::mutex m_mutex;
    mutable std::map<int, std::vector<int>> m_least; // by pipeline ranks
    mutable std::optional<OperationOrder> m_order; // last requested order
};

}
