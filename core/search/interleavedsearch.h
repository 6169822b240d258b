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

// The same for schedules that put several stages at a pipeline rank. There a pipeline rank's bytes are not those of one
// range of layers: the best partitions that were found, and bounds below all (ScheduleBounds). Starts are partitions
// into even stages and into stages that take as much each while their pipeline ranks are fullest; from there layers go
// one by one from the stages of the pipeline rank with the highest peak to the stage where that helps most, judged by
// what the ledger says of the whole order, and the same again from where a few layers were moved at random. Split
// points have both ends of every stage of the chain. Deterministic.
class InterleavedSearch : public PartitionSearch {
public:
    // `layers`: of the same chain. `capacity`: of partitions that must fit. `stop`: as of
    // ScheduleBounds.
    InterleavedSearch(const Problem& problem, ConfigurationGroup config_group, const ChainCosts& costs,
                      std::shared_ptr<const ScheduleTable> table, std::shared_ptr<const PassPhaseTable> phases,
                      const PeakBounds& layers, std::optional<StageCapacity> capacity = {}, std::stop_token stop = {});

    std::vector<Bytes> leastPeaks(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const override;
    bool feasible(int pipeline_ranks, Bytes limit, const std::stop_token& stop) const override; // as far as was found
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
    // Of the pipeline ranks.
    std::vector<Bytes> peaksOf(const std::vector<int>& split_points) const;
    // `enough`: that of pipelineRankPeak().
    Bytes peakOfPipelineRank(const DepthOccupancy& depth, std::size_t pipeline_rank,
                             const std::vector<int>& split_points, Bytes enough = Bytes(INT64_MAX)) const
    {
        return peakOfPipelineRank(phases(), depth, pipeline_rank, split_points, enough);
    }
    static Bytes peakOfPipelineRank(const PassPhaseTable& phases, const DepthOccupancy& depth,
                                    std::size_t pipeline_rank, const std::vector<int>& split_points, Bytes enough);
    // Whether all pipeline ranks have room for what they allocate at most.
    bool allFit(const std::vector<int>& split_points) const;
    // Moves layers while a peak is above `enough`, and that helps.
    std::vector<int> withLowerPeaks(std::vector<int> split_points, Bytes enough, const std::stop_token& stop) const;
    // The peaks `before`, with those of pipeline ranks anew at which one of `stages` lies; none if one of these is
    // above `limit`. `asked` grows by them.
    std::vector<Bytes> withPeaksOf(const std::vector<int>& split_points, LayerRange stages,
                                   const std::vector<Bytes>& before, Bytes limit, std::int64_t& asked) const;
    // The lowest of all; none where they are too many to look at.
    std::vector<int> ofAll(int pipeline_ranks, const std::stop_token& stop) const;
    // What is found from a few partitions near the best one, if it is better.
    std::vector<int> perturbed(std::vector<int> best, const std::stop_token& stop) const;
    // The lowest that was found.
    const std::vector<int>& lowestPeakSplitPoints(int pipeline_ranks, const std::stop_token& stop) const;
    std::vector<int> evenBytes(int pipeline_ranks) const;
    std::vector<int> evenWork(int pipeline_ranks) const;
    std::vector<std::vector<int>> withLessWhereLongest(const std::vector<int>& split_points) const;
    double work(LayerRange range) const { return m_work[at(range.last)] - m_work[at(range.first)]; }
    Seconds stepOf(const std::vector<int>& split_points) const;
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    ScheduleBounds m_bounds;
    std::vector<double> m_work; // of both passes of the layers before an index
    mutable std::mutex m_mutex;
    mutable std::map<int, std::vector<int>> m_least; // by pipeline ranks
    mutable std::optional<OperationOrder> m_order; // the last that was asked for
};

}
