// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/partitionsearch.h"
#include "core/search/remainingbounds.h"

#include <mutex>

namespace stagecraft {

// What one run of a FastestSearch leaves to the next one of the same search. One at a time has it.
struct FastestScratch {
    std::mutex mutex;
    std::optional<StageRanges> ranges; // where the bytes of stages are those of StagePeaks
    // The bounds below, of so many pipeline ranks, this limit and up to this one of them; 0 pipeline ranks: of none.
    int pipeline_ranks = 0;
    Bytes limit;
    double bound_limit = 0;
    std::int64_t looked = 0; // to make them
    RemainingBounds remaining;
};

// One run of PartitionSearch::fastest().
class FastestSearch {
public:
    FastestSearch(const PartitionSearch& search, int pipeline_ranks, Bytes limit, SearchEffort effort,
                  std::stop_token stop);
    std::optional<Partition> run();
    // Of all partitions, without a look at any; infinite where there is none under the limit.
    double bound();
    std::int64_t looked() const { return m_looked; } // stages whose bytes and times were asked for

private:
    struct Branch {
        int next = 0; // layer with which the next stage begins
        double bound = 0;
    };

    double bound(int first, int last);
    Bytes peak(int pipeline_rank, LayerRange range);
    Bytes least(int left, LayerRange range);
    double leastWork(int first, int last); // no more than bound(); grows with `last`
    // Infinite where the stage is above the limit, or its bound above `most`.
    double stageBound(int pipeline_rank, int first, int last, double most = RemainingBounds::infinite);
    // Those above `bound_limit` may be infinite.
    void prepareBounds(double bound_limit);
    void makeBounds(double bound_limit);
    void makeRow(int pipeline_rank, PartitionSearch::Begins begins, PartitionSearch::Begins behind);
    void letGo(); // of bounds that are too many to be kept
    double remainingAt(int pipeline_rank, int layer) const { return m_scratch.remaining.at(pipeline_rank, layer); }
    double whole() const { return m_scratch.remaining.isEmpty() ? RemainingBounds::infinite : remainingAt(0, 0); }
    // The least bound of the layers from `first` on, the first stage of which ends within these.
    double leastFrom(int pipeline_rank, int first, LayerRange ends);
    // Where the bound of the first stage catches up with that of those behind: there, or close by, lies the least.
    int balancedEnd(int pipeline_rank, int first, LayerRange ends);
    // So many that only those are made that the best partition may need.
    bool areMany() const;
    // The bound of some partition under the limit, close to the least; infinite where none is found.
    double quickBound(std::vector<int>& split_points);
    double boundOf(const std::vector<int>& split_points);
    // Stages from the front, each as long as its bound allows; infinite where layers are left.
    double filledBound(double longest, std::vector<int>& split_points);
    int filledEnd(int pipeline_rank, int first, double longest);
    void extend(int pipeline_rank, int first, double bound_so_far);
    void improve();
    bool moveLayer(int from, int to); // true if the best is faster for it
    void takeEven();
    double takeQuick();
    void take();
    bool prunable(double bound) const;
    bool spent() const;

    const PartitionSearch& m_search;
    int m_pipeline_ranks;
    int m_layers;
    Bytes m_limit;
    SearchEffort m_effort;
    std::stop_token m_stop;
    FastestScratch m_own; // where another run has that of the search
    std::unique_lock<std::mutex> m_lock;
    FastestScratch& m_scratch; // `remaining`: bound of the best partition of the layers from one on
    std::vector<int> m_split_points;
    std::optional<Partition> m_best;
    std::int64_t m_evaluations = 0;
    std::int64_t m_looked = 0;
    bool m_exact = true;
};

}
